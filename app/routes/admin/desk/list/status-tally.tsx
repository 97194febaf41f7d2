import type { StatusName } from '#app/content/desk/statuses.server.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { counted, phrase } from '#app/ui/language/phrase.ts';

/** How many enquiries there are, in all and by status. */
export function StatusTally({ counts }: { counts: Record<StatusName, number> }) {
  const { inAll, tally } = useDeskWords();
  const all = counts.new + counts.in_progress + counts.completed;
  if (all === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 leading-note text-ink-2 *:flex *:items-center *:gap-2">
      <li>{phrase(inAll, { count: all })}</li>
      {(Object.keys(tally) as StatusName[]).map((status) => (
        <li key={status}>
          <i className="status-mark" data-s={status} />
          {counted(tally[status], counts[status])}
        </li>
      ))}
    </ul>
  );
}
