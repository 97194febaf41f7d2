import { attachmentWords as words, sizeOf } from '#app/content/texts/attachments.ts';
import { cancelUpload, useUpload } from './upload.ts';

const QUARTERS = 4;

/** How far the files are, with the way back (AT-2); nothing while none is on its way. */
export function UploadStatus() {
  const upload = useUpload();
  const { sent = 0, total = 0 } = upload ?? {};
  const quarter = total > 0 ? Math.floor((sent / total) * QUARTERS) / QUARTERS : 0;
  return (
    <div className="plan__sending">
      {/* Said once a quarter: every byte would be a reader's undoing. */}
      <p className="vh" role="status">
        {upload && words.sending(Math.round(quarter * 100))}
      </p>
      {upload && (
        <>
          <progress max={total || undefined} value={total > 0 ? sent : undefined} />
          <p aria-hidden="true">{words.progress(sizeOf(sent), sizeOf(total))}</p>
          <button className="plan__button" type="button" onClick={cancelUpload}>
            {words.cancel}
          </button>
        </>
      )}
    </div>
  );
}
