import type { ReactNode } from 'react';
import { Link, useOutletContext } from 'react-router';
import { desk } from '#app/content/desk/desk.ts';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import { useDialogKeys } from './use-dialog-keys.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

/** The dialog of an enquiry that is not there. */
export function LostEnquiry({ view, children }: { view: DeskView; children: ReactNode }) {
  const { toasts } = useOutletContext<DeskContext>();
  const close = deskAddress(view, { enquiry: '' });
  useDialogKeys({ close, newer: null, older: null });
  return (
    <>
      <Link className="scrim" to={close} preventScrollReset aria-hidden tabIndex={-1} />
      <div className="detail" role="dialog" aria-modal="true" aria-labelledby="dt">
        <div className="detail__top">
          <h2 id="dt">Enquiry {view.enquiry}</h2>
          <Link className="x" to={close} preventScrollReset aria-label="Close" />
        </div>
        <div className="detail__body">
          <p className="message">{desk.unknownEnquiry}</p>
        </div>
        <div className="detail__said">
          {toasts}
          {children}
        </div>
        <div className="detail__foot">
          <Link className="plainbtn plainbtn--ink" to={close} preventScrollReset>
            Close
          </Link>
        </div>
      </div>
    </>
  );
}
