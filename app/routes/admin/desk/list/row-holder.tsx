import type { ShownRow } from '#app/domain/desk/desk.server.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';

/** Who has an enquiry of the list; nothing where nobody has. */
export function RowHolder({ holder }: Pick<ShownRow, 'holder'>) {
  const { handling: words } = useDeskWords();
  if (!holder) return null;
  return (
    <p className="max-w-40 truncate" title={`${words.assignedTo} ${holder.email}`}>
      <span className="sr-only">{words.assignedTo} </span>
      {holder.email}
    </p>
  );
}
