import { normaliseUnicode } from '#app/unicode.ts';
import { SlashText } from './page.tsx';
import { Picture, type PictureData } from './picture.tsx';

interface PeopleListProps {
  people: readonly {
    name: string;
    role: string;
    languages: string;
    phone: string;
    /** Undefined if the phone cannot be dialled: then it is no link. */
    phoneHref: string | undefined;
    picture: PictureData | undefined;
  }[];
  className: string;
}

/** Lists people with their picture, or the initials of their name, and their phone number. */
export function PeopleList({ people, className }: PeopleListProps) {
  return (
    <ul className={`grid ${className}`}>
      {people.map(({ name, role, languages, phone, phoneHref, picture }) => (
        <li key={name} className="flex flex-wrap gap-3">
          {picture ? (
            <Picture picture={picture} sizes="3.5rem" className="size-14 flex-none" />
          ) : (
            <Initials name={name} />
          )}
          <p className="min-w-0 flex-1 basis-24">
            {name}
            <br />
            <span className="text-note">
              {role}
              <br />
              {languages}
              <br />
              <a className="tap whitespace-nowrap quiet" href={phoneHref}>
                {phone}
              </a>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Initials({ name }: { name: string }) {
  const words = name.split(' ');
  return (
    <span className="grid size-14 flex-none place-content-center ink text-large" aria-hidden="true">
      <span>
        {getInitial(words[0])}
        <SlashText />
        {getInitial(words.at(-1))}
      </span>
    </span>
  );
}

/** Greek capitals have no accent. */
function getInitial(word = ''): string {
  return normaliseUnicode(word, 'NFD').slice(0, 1).toUpperCase();
}
