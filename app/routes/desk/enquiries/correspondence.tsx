import type { ReactNode } from 'react';
import { interpolate } from '#app/components/texts.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import type {
  ShownEntry,
  ShownMessage,
  ShownReply,
} from '#app/routes/desk/correspondence.server.ts';
import type { OpenedEnquiry } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  HiddenFields,
  SlashSeparated,
  SubmitButton,
  ToastForm,
  useDeskFrameTexts,
  useDeskView,
  useOpenEnquiryTexts,
} from '#app/routes/desk/frame.tsx';
import { DrawerHeading } from './drawer.tsx';
import { NewsLine } from './live-news.tsx';
import { EnquiryMessage, FileList } from './record.tsx';

/** The newest message with the entries that followed it. The older ones are folded above it (DK-9). */
export function Correspondence({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { replies, correspondence: texts } = useOpenEnquiryTexts();
  const { olderCount, olderEntries, latestEntries, replyCount } = enquiry;
  const isReplyOnly = olderEntries.length + latestEntries.length === replyCount;
  const ownMessage = <EnquiryMessage enquiry={enquiry} />;

  return (
    <>
      {olderCount > 0 ? (
        <details className="print:details-content:[content-visibility:visible]">
          <summary className="min-h-11 content-center text-ink-2 underline-offset-4 hover:underline print:hidden">
            {interpolate(texts.older, { count: olderCount })}
          </summary>
          <div className="border-b border-line pb-4">{ownMessage}</div>
          <EntryList enquiry={enquiry} entries={olderEntries} />
        </details>
      ) : (
        ownMessage
      )}
      {latestEntries.length > 0 && (
        <>
          <DrawerHeading>{isReplyOnly ? replies.heading : texts.heading}</DrawerHeading>
          <EntryList enquiry={enquiry} entries={latestEntries} />
        </>
      )}
    </>
  );
}

interface EntryListProps {
  enquiry: OpenedEnquiry;
  entries: readonly ShownEntry[];
}

function EntryList({ enquiry, entries }: EntryListProps) {
  return (
    <ol className="leading-normal">
      {entries.map((entry) => (
        <li
          key={`${entry.kind} ${entry.id}`}
          className="border-b border-line py-2.5 wrap-anywhere print:break-inside-avoid"
        >
          {entry.kind === 'reply' ? (
            <Reply reply={entry} enquiry={enquiry} />
          ) : (
            <CustomerMessage message={entry} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Reply({ reply, enquiry }: { reply: ShownReply; enquiry: OpenedEnquiry }) {
  const { id, language } = enquiry;
  const page = getDeskPath(useDeskView());
  const { replies: texts, correspondence } = useOpenEnquiryTexts();
  return (
    <>
      <ReplyFacts reply={reply} />
      {reply.bounces.map(({ id: bounceId, ...bounce }) => (
        <Undelivered key={bounceId} label={correspondence.undelivered} {...bounce} />
      ))}
      <Letter subject={reply.subject} text={reply.message} lang={language} />
      {reply.files.length > 0 && <FileList files={reply.files} />}
      {reply.canBeRetried && (
        <ToastForm className="mt-3" action={page} preventScrollReset>
          <HiddenFields values={{ intent: 'retry', enquiry: id, reply: reply.id }} />
          <SubmitButton>{texts.tryAgain}</SubmitButton>
        </ToastForm>
      )}
    </>
  );
}

function ReplyFacts({ reply }: { reply: ShownReply }) {
  const { enquiry, replies: texts } = useOpenEnquiryTexts();
  const { statuses } = useDeskFrameTexts();
  const { author, time, channel, state, began } = reply;

  const stateText = (
    <span key="state" className={state === 'failed' ? 'font-medium text-error' : undefined}>
      {channel === 'email' ? texts.states[state] : texts.channels[channel]}
    </span>
  );
  const statusChange =
    began && interpolate(enquiry.change, { from: statuses.new, to: statuses.in_progress });

  return (
    <p className="text-ink-3">
      <SlashSeparated parts={[author, time, stateText, statusChange]} />
    </p>
  );
}

function Undelivered({ label, reason, time }: { label: string; reason: string; time: string }) {
  const text = (
    <b key="label" className="font-medium text-error">
      {label}
    </b>
  );
  return (
    <p className="text-ink-3">
      <SlashSeparated parts={[text, reason, time]} />
    </p>
  );
}

function CustomerMessage({ message }: { message: ShownMessage }) {
  const { correspondence: texts } = useOpenEnquiryTexts();
  const { kind, sender, time, reason, isOtherSender } = message;

  // A bounce that belongs to no reply is that of the receipt.
  if (kind === 'bounce') {
    return <Undelivered label={texts.receiptUndelivered} reason={reason} time={time} />;
  }

  const contents = <MessageContents message={message} />;
  return (
    <>
      <p className="text-ink-3">
        <bdi className="font-medium text-ink">{sender}</bdi> <span className="slash">/</span> {time}
      </p>
      {isOtherSender && <p>{interpolate(texts.otherSender, { address: sender })}</p>}
      {kind === 'automatic' ? <Folded summary={texts.automatic}>{contents}</Folded> : contents}
    </>
  );
}

function MessageContents({ message }: { message: ShownMessage }) {
  const { correspondence: texts } = useOpenEnquiryTexts();
  const { subject, text, quotedText, isCut, files, unkeptFiles } = message;

  return (
    <>
      <Letter subject={subject} text={text} />
      {quotedText && (
        // A message that only quotes is not shown empty.
        <Folded summary={texts.quoted} isOpen={text === ''}>
          <Letter text={quotedText} />
        </Folded>
      )}
      {isCut && <p className="mt-1 text-ink-3">{texts.rest}</p>}
      {files.length > 0 && <FileList files={files} />}
      {unkeptFiles.length > 0 && (
        <>
          <p className="mt-1 text-ink-3">{texts.notKept}</p>
          <ul className="list-none ps-0">
            {unkeptFiles.map((reason, index) => (
              <li key={index} dir="auto">
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Letter({ subject, text, lang }: { subject?: string; text: string; lang?: string }) {
  return (
    <>
      {subject && (
        <p className="mt-1 font-medium" dir="auto" lang={lang}>
          {subject}
        </p>
      )}
      {text && (
        <p className="mt-1 whitespace-pre-wrap" dir="auto" lang={lang}>
          {text}
        </p>
      )}
    </>
  );
}

interface FoldedProps {
  summary: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Folded({ summary, isOpen = false, children }: FoldedProps) {
  return (
    <details open={isOpen}>
      <summary className="min-h-11 content-center text-ink-2 underline-offset-4 hover:underline">
        {summary}
      </summary>
      <div className="border-s border-line-strong ps-4 text-ink-2">{children}</div>
    </details>
  );
}

/** Announces, with a link that reloads the enquiry, that an answer has arrived since it was opened. */
export function NewAnswerNotice({ enquiry }: { enquiry: OpenedEnquiry }) {
  const page = getDeskPath(useDeskView());
  const { correspondence: texts } = useOpenEnquiryTexts();
  // Opening the enquiry marked its answers as read (middleware of dashboard.tsx): an unread one has come since.
  const hasNewAnswer = enquiry.isUnread;

  return (
    <p role="status">
      {hasNewAnswer && (
        <span className="block border-t border-line bg-paper px-7 py-2 font-medium max-xs:px-4">
          <NewsLine text={texts.arrived} to={page} preventScrollReset />
        </span>
      )}
    </p>
  );
}
