import { useEffect, useRef } from 'react';
import { sizeOf } from '#app/content/file-size.ts';
import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { Attachments } from './use-attachments.ts';

/** A plain button, or what looks like one. */
export const plainLook = 'tap quiet cursor-pointer justify-self-start underline decoration-current';

interface AttachmentListProps extends Pick<Attachments, 'files' | 'remove'> {
  words: Pick<AttachmentWords, 'chosen' | 'remove' | 'removeNamed'>;
}

/** What has been chosen so far, each with the way to take it back. */
export function AttachmentList({ words, files, remove }: AttachmentListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="wrap-anywhere" aria-label={words.chosen}>
      {files.map((file) => (
        <li
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2"
          key={`${file.name} ${file.size} ${file.lastModified}`}
        >
          <Thumbnail file={file} />
          <p>
            <bdi>{file.name}</bdi>{' '}
            <span className="whitespace-nowrap text-ink-3">{sizeOf(file.size)}</span>
          </p>
          <button
            className={plainLook}
            type="button"
            onClick={() => remove(file)}
            aria-label={phrase(words.removeNamed, { name: file.name })}
          >
            {words.remove}
          </button>
        </li>
      ))}
    </ul>
  );
}

const EDGE_PX = 64;

/** A small picture, drawn here: the file is shown to nobody before it is sent. Else an empty sheet. */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    createImageBitmap(file, { resizeWidth: EDGE_PX * 2, resizeQuality: 'medium' }).then(
      (picture) => {
        const target = canvas.current;
        const size = Math.min(picture.width, picture.height);
        const [left, top] = [(picture.width - size) / 2, (picture.height - size) / 2];
        target
          ?.getContext('2d')
          ?.drawImage(picture, left, top, size, size, 0, 0, target.width, target.height);
        picture.close();
      },
      // A picture that this browser cannot draw, such as HEIC.
      () => undefined,
    );
  }, [file]);
  return (
    <canvas
      className="size-11 bg-paper-2"
      ref={canvas}
      width={EDGE_PX}
      height={EDGE_PX}
      aria-hidden="true"
    />
  );
}
