import { sizeOf } from '#app/content/file-size.ts';
import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { plainLook } from './attachment-list.tsx';
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-has-[progress]:contents">
      {/* Said once a quarter: every byte would be a reader's undoing. */}
      <p className="sr-only" role="status">
        {upload && phrase(words.sending, { percent: Math.round(quarter * 100) })}
      </p>
      {upload && (
        <>
          <progress
            className="h-2 flex-[1_1_12rem] accent-oak"
            max={total || undefined}
            value={total > 0 ? sent : undefined}
          />
          <p aria-hidden="true">
            {phrase(words.progress, { sent: sizeOf(sent), total: sizeOf(total) })}
          </p>
          <button className={plainLook} type="button" onClick={cancelUpload}>
            {words.cancel}
          </button>
        </>
      )}
    </div>
  );
}
