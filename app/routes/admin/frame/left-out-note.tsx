import { Link } from 'react-router';
import { leftOutWords } from '#app/content/desk/desk.ts';
import type { LeftOut } from '#app/domain/address-parameters.ts';

interface LeftOutNoteProps {
  leftOut: readonly LeftOut[];
  /** The same page without them. */
  clear: string;
}

/** Says which parts of the address were not understood, and that the page is without them. */
export function LeftOutNote({ leftOut, clear }: LeftOutNoteProps) {
  if (leftOut.length === 0) return null;
  return (
    <div className="leftout">
      <p>{leftOutWords.heading}</p>
      <ul>
        {leftOut.map((part) => (
          <li key={part.name}>
            <bdi>
              {part.name} = {part.value}
            </bdi>
            : {leftOutWords.why(part)}
          </li>
        ))}
      </ul>
      <Link className="plainbtn" to={clear} preventScrollReset>
        {leftOutWords.clear}
      </Link>
    </div>
  );
}
