import { fileWords } from '#app/content/desk/attachments.ts';

/** A paper clip with the number of files, drawn in one stroke; nothing where there are none. */
export function FileClip({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="clip" title={fileWords.clip(count)}>
      <svg viewBox="0 0 12 18" width="12" height="18" aria-hidden="true">
        <path d="M3 5v8a3 3 0 0 0 6 0V4a2 2 0 0 0-4 0v8a1 1 0 0 0 2 0V5" />
      </svg>
      <span aria-hidden="true">{count}</span>
      <span className="vh">{fileWords.clip(count)}</span>
    </span>
  );
}
