import { useNavigation } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { type DeskView, isFiltered } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { Drawing } from '#app/ui/drawings/drawing.tsx';
import { installation } from '#app/ui/drawings/installation.ts';
import { DeskFoot } from './desk-foot.tsx';
import { EnquiryTable } from './enquiry-table.tsx';

/** The list of enquiries, or why there is none to show. */
export function DeskList({ view, state }: { view: DeskView; state: DeskState }) {
  const words = useDeskWords();
  const loading = useNavigation().state === 'loading';
  const none = state.rows.length === 0;
  return (
    <>
      {none && !isFiltered(view) && (
        <div className="blank">
          <Drawing sheet={installation} />
          <p className="title">{words.empty}</p>
          <p>{words.emptyHint}</p>
        </div>
      )}
      {none && isFiltered(view) && (
        <div className="blank">
          <p className="title">{words.nothingFound}</p>
        </div>
      )}
      {!none && <EnquiryTable view={view} rows={state.rows} busy={loading} />}
      <DeskFoot view={view} state={state} loading={loading} />
    </>
  );
}
