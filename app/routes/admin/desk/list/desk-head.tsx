import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { DeskFilters } from './desk-filters.tsx';
import { ExportLinks } from '#app/routes/admin/exports/export-links.tsx';
import { LiveNews } from './live-news.tsx';
import { StatusTally } from './status-tally.tsx';

/** Title, counts, exports and filters. */
export function DeskHead({ view, state }: { view: DeskView; state: DeskState | null }) {
  const { title } = useDeskWords();
  return (
    <>
      <div className="desk__head">
        <div>
          <h1>{title}</h1>
          {state && <StatusTally counts={state.counts} />}
        </div>
        <ExportLinks view={view} />
      </div>
      <div className="desk__tools">
        <DeskFilters view={view} />
        {state && <LiveNews view={view} lastId={state.lastId} />}
      </div>
    </>
  );
}
