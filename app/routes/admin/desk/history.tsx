import { href } from 'react-router';
import { Button } from '#app/components/button.tsx';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import { DrawerHeading } from './drawer.tsx';
import { useDeskFrame, useDeskWords, useReplyWords } from '#app/routes/admin/frame/words.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { phrase } from '#app/components/phrase.ts';

type Open = NonNullable<DeskState['open']>;

interface ReplyHistoryProps {
  view: DeskView;
  enquiry: Pick<Open, 'id' | 'replies' | 'language'>;
}

/** What was answered, by whom, when, and whether it left (DA-1). */
export function ReplyHistory({ view, enquiry }: ReplyHistoryProps) {
  const words = useReplyWords();
  const { id, replies, language } = enquiry;
  if (replies.length === 0) return null;
  return (
    <>
      <DrawerHeading>{words.heading}</DrawerHeading>
      <ol className="leading-normal">
        {replies.map((reply) => (
          <li
            key={reply.id}
            className="border-b border-line py-2.5 wrap-anywhere print:break-inside-avoid"
          >
            <ReplyFacts reply={reply} />
            <p className="mt-1 font-medium" dir="auto" lang={language}>
              {reply.subject}
            </p>
            <p className="mt-1 whitespace-pre-line" dir="auto" lang={language}>
              {reply.message}
            </p>
            {reply.canBeRetried && (
              <DeskForm
                className="mt-3"
                action={`${href('/admin/dashboard/replies/retry')}${queryOf(view)}`}
                preventScrollReset
              >
                <input type="hidden" name="enquiry" value={id} />
                <input type="hidden" name="reply" value={reply.id} />
                <Button variant="plain" type="submit">
                  {words.again}
                </Button>
              </DeskForm>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function ReplyFacts({ reply }: { reply: Open['replies'][number] }) {
  const words = useReplyWords();
  const { enquiry } = useDeskWords();
  const { statuses } = useDeskFrame();
  const { who, time, state, began } = reply;
  const slash = <span className="slash">/</span>;
  return (
    <p className="text-ink-3">
      {who} {slash} {time} {slash}{' '}
      <span className={state === 'failed' ? 'font-medium text-error' : undefined}>
        {words.states[state]}
      </span>
      {began && (
        <>
          {' '}
          {slash} {phrase(enquiry.change, { from: statuses.new, to: statuses.in_progress })}
        </>
      )}
    </p>
  );
}

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
          text: phrase(words.change, { from: statuses[from], to: statuses[to] }),
        }))}
      />
    </>
  );
}

export function AssignmentHistory({
  assignments,
  followUps,
}: Pick<Open, 'assignments' | 'followUps'>) {
  const { handling: words } = useDeskWords();
  const texts = (changes: Open['assignments'], none: string) =>
    changes.map(({ from, to, ...change }) => ({
      ...change,
      text: phrase(words.change, { from: from ?? none, to: to ?? none }),
    }));
  return (
    <>
      <ChangeList title={words.assignments} changes={texts(assignments, words.nobody)} />
      <ChangeList title={words.followUps} changes={texts(followUps, words.noDay)} />
    </>
  );
}

interface ChangeListProps {
  title: string;
  changes: readonly { id: number; who: string; time: string; text: string }[];
}

function ChangeList({ title, changes }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <>
      <DrawerHeading>{title}</DrawerHeading>
      <ol className="p-0">
        {changes.map(({ id, who, time, text }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-[0.6rem] print:break-inside-avoid print:py-[2mm]"
          >
            {text}{' '}
            <span className="text-ink-3">
              {who} <span className="slash">/</span> {time}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
