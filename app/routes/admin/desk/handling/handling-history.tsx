import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { ChangeList } from './change-list.tsx';
import { phrase } from '#app/ui/language/phrase.ts';

type Open = NonNullable<DeskState['open']>;

/** Who gave the enquiry to whom, and who set which follow-up day. */
export function HandlingHistory({
  assignments,
  followUps,
}: Pick<Open, 'assignments' | 'followUps'>) {
  const { handling: words } = useDeskWords();
  /** From one to another, where nobody, or no day, has a name of its own. */
  const said = (changes: Open['assignments'], none: string) =>
    changes.map(({ from, to, ...change }) => ({
      ...change,
      said: phrase(words.change, { from: from ?? none, to: to ?? none }),
    }));
  return (
    <>
      <ChangeList title={words.assignments} changes={said(assignments, words.nobody)} />
      <ChangeList title={words.followUps} changes={said(followUps, words.noDay)} />
    </>
  );
}
