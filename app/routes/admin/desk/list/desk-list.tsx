import { useNavigation } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { type DeskView, isFiltered } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { Drawing } from '#app/ui/drawing.tsx';
import { DeskFoot } from './desk-foot.tsx';
import { EnquiryTable } from './enquiry-table.tsx';

/** The list of enquiries, or why there is none to show. */
export function DeskList({ view, state }: { view: DeskView; state: DeskState }) {
  const words = useDeskWords();
  const loading = useNavigation().state === 'loading';
  const none = state.rows.length === 0;
  const filtered = isFiltered(view);
  return (
    <>
      {none && (
        <div className="grid justify-items-center gap-3 border-y border-line bg-panel px-margin py-[clamp(3rem,10vw,7rem)] text-center text-ink-2 *:max-w-[30em]">
          {!filtered && <Drawing className="mb-4 h-36 w-auto text-ink" name="installation" />}
          <p className="text-lead/(--text-title--line-height) tracking-tight">
            {filtered ? words.nothingFound : words.empty}
          </p>
          {!filtered && <p>{words.emptyHint}</p>}
        </div>
      )}
      {!none && <EnquiryTable view={view} rows={state.rows} busy={loading} />}
      <DeskFoot view={view} state={state} loading={loading} />
    </>
  );
}
