import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { phrase } from '#app/ui/language/phrase.ts';

type Open = NonNullable<DeskState['open']>;

/** Who gave the enquiry to whom, and who set which follow-up day. */
export function HandlingHistory({
  assignments,
  followUps,
}: Pick<Open, 'assignments' | 'followUps'>) {
  const { handling: words } = useDeskWords();
  return (
    <>
      <Changes title={words.assignments} none={words.nobody} changes={assignments} />
      <Changes title={words.followUps} none={words.noDay} changes={followUps} />
    </>
  );
}

interface ChangesProps {
  title: string;
  /** What is said where there is nobody, or no day. */
  none: string;
  changes: Open['assignments'];
}

function Changes({ title, none, changes }: ChangesProps) {
  const { handling: words } = useDeskWords();
  if (changes.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ol className="changes">
        {changes.map(({ id, who, time, from, to }) => (
          <li key={id}>
            {phrase(words.change, { from: from ?? none, to: to ?? none })}{' '}
            <span className="note__by">
              {who} <span className="slash">/</span> {time}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
