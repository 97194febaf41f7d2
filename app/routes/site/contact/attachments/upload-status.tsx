import { sizeOf } from '#app/content/file-size.ts';
import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { cancelUpload, useUpload } from './upload.ts';

const QUARTERS = 4;

interface UploadStatusProps {
  words: Pick<AttachmentWords, 'sending' | 'progress' | 'cancel'>;
}

/** How far the files are, with the way back (AT-2); nothing while none is on its way. */
export function UploadStatus({ words }: UploadStatusProps) {
  const upload = useUpload();
  const { sent = 0, total = 0 } = upload ?? {};
  const quarter = total > 0 ? Math.floor((sent / total) * QUARTERS) / QUARTERS : 0;
  return (
    <div className="plan__sending">
      {/* Said once a quarter: every byte would be a reader's undoing. */}
      <p className="vh" role="status">
        {upload && phrase(words.sending, { percent: Math.round(quarter * 100) })}
      </p>
      {upload && (
        <>
          <progress max={total || undefined} value={total > 0 ? sent : undefined} />
          <p aria-hidden="true">
            {phrase(words.progress, { sent: sizeOf(sent), total: sizeOf(total) })}
          </p>
          <button className="plan__button" type="button" onClick={cancelUpload}>
            {words.cancel}
          </button>
        </>
      )}
    </div>
  );
}
