import { type StatusName, statusLabels } from '#app/content/desk/desk.ts';

/** How many enquiries there are, in all and by status. */
export function StatusTally({ counts }: { counts: Record<StatusName, number> }) {
  const all = counts.new + counts.in_progress + counts.completed;
  if (all === 0) return null;
  return (
    <ul className="tally">
      <li>{all} in all</li>
      {(Object.keys(statusLabels) as StatusName[]).map((status) => (
        <li key={status}>
          <i className="dot" data-s={status} />
          {counts[status]} {statusLabels[status].toLowerCase()}
        </li>
      ))}
    </ul>
  );
}
