import { href } from 'react-router';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import { DrawerHeading } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import { useDeskFrame, useDeskWords, useReplyWords } from '#app/routes/admin/frame/words.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { phrase } from '#app/ui/language/phrase.ts';

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
                <button className="plain-button" type="submit">
                  {words.again}
                </button>
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
