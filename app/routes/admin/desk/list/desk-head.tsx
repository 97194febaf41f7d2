import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { DeskFilters } from './desk-filters.tsx';
import { ExportLinks } from '#app/routes/admin/exports/export-links.tsx';
import { DeskTitle } from '#app/routes/admin/frame/page/desk-title.tsx';
import { LiveNews } from './live-news.tsx';
import { StatusTally } from './status-tally.tsx';

/** Title, counts, exports and filters. */
export function DeskHead({ view, state }: { view: DeskView; state: DeskState | null }) {
  const { title } = useDeskWords();
  return (
    <>
      <DeskTitle title={title} ways={<ExportLinks view={view} />}>
        {state && <StatusTally counts={state.counts} />}
      </DeskTitle>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-margin pb-5 print:hidden">
        <DeskFilters view={view} />
        {state && <LiveNews view={view} lastId={state.lastId} />}
      </div>
    </>
  );
}
