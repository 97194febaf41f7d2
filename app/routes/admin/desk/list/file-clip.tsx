import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { counted } from '#app/ui/language/phrase.ts';

/** A paper clip with the number of files, drawn in one stroke; nothing where there are none. */
export function FileClip({ count }: { count: number }) {
  const { files: words } = useDeskWords();
  if (count === 0) return null;
  const said = counted(words.clip, count);
  return (
    <span className="ms-2 inline-flex items-center gap-1 whitespace-nowrap text-ink-2" title={said}>
      <svg viewBox="0 0 12 18" width="12" height="18" aria-hidden="true">
        <path
          className="fill-none stroke-current stroke-[1.25]"
          d="M3 5v8a3 3 0 0 0 6 0V4a2 2 0 0 0-4 0v8a1 1 0 0 0 2 0V5"
        />
      </svg>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
