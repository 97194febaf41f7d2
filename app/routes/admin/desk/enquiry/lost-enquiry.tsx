import type { ReactNode } from 'react';
import { Link, useOutletContext } from 'react-router';
import { useDeskWords, useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import type { WrittenReply } from '#db/reply-schema.ts';
import { useDialogKeys } from './use-dialog-keys.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

interface LostEnquiryProps {
  view: DeskView;
  /** A reply that was meant for it. */
  written?: WrittenReply | undefined;
  children: ReactNode;
}

/** The dialog of an enquiry that is not there. */
export function LostEnquiry({ view, written, children }: LostEnquiryProps) {
  const { toasts } = useOutletContext<DeskContext>();
  const close = deskAddress(view, { enquiry: '' });
  const { enquiry: words } = useDeskWords();
  const replies = useReplyWords();
  useDialogKeys({ close, newer: null, older: null });
  return (
    <>
      <Link className="scrim" to={close} preventScrollReset aria-hidden tabIndex={-1} />
      <div className="detail" role="dialog" aria-modal="true" aria-labelledby="dt">
        <div className="detail__top">
          <h2 id="dt">{phrase(words.title, { id: view.enquiry })}</h2>
          <Link className="x" to={close} preventScrollReset aria-label={words.close} />
        </div>
        <div className="detail__body">
          <p className="message">{words.unknown}</p>
          {written && (
            <>
              <h3>{replies.written}</h3>
              <p className="message" dir="auto">
                {written.subject}
              </p>
              <p className="message" dir="auto">
                {written.message}
              </p>
            </>
          )}
        </div>
        <div className="detail__said">
          {toasts}
          {children}
        </div>
        <div className="detail__foot">
          <Link className="plainbtn plainbtn--ink" to={close} preventScrollReset>
            {words.close}
          </Link>
        </div>
      </div>
    </>
  );
}
