import { Link } from 'react-router';
import { desk } from '#app/content/desk.ts';
import { type DeskView, deskAddress } from '#app/domain/desk-view.ts';
import { useDialogKeys } from './use-dialog-keys.ts';

/** The dialog of an enquiry that is not there. */
export function LostEnquiry({ view }: { view: DeskView }) {
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
        <div className="detail__foot">
          <Link className="plainbtn plainbtn--ink" to={close} preventScrollReset>
            Close
          </Link>
        </div>
      </div>
    </>
  );
}
