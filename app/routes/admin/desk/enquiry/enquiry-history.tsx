import { useDeskFrame, useDeskWords } from '#app/routes/admin/frame/words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { ChangeList } from '#app/routes/admin/desk/handling/change-list.tsx';
import { DrawerHeading } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

type Open = NonNullable<DeskState['open']>;

/** Notes of the staff, and who changed the status when from what to what. */
export function EnquiryHistory({ notes, changes }: Pick<Open, 'notes' | 'changes'>) {
  const { enquiry: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  return (
    <>
      {notes.length > 0 && <DrawerHeading>{words.notes}</DrawerHeading>}
      {notes.map(({ id, who, time, note }) => (
        <article
          className="border-b border-line py-[0.6rem] text-note text-ink-2 print:break-inside-avoid print:py-[2mm] print:text-[10.5pt]"
          key={id}
        >
          <p className="text-ink-3">
            {who} <span className="slash">/</span> {time}
          </p>
          <p className="leading-text wrap-anywhere whitespace-pre-line" dir="auto">
            {note}
          </p>
        </article>
      ))}
      <ChangeList
        title={words.changes}
        changes={changes.map(({ from, to, ...change }) => ({
          ...change,
          said: phrase(words.change, { from: statuses[from], to: statuses[to] }),
        }))}
      />
    </>
  );
}
