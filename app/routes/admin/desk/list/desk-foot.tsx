import { Link } from 'react-router';
import { desk } from '#app/content/desk/desk.ts';
import { type DeskView, deskAddress, isFiltered } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

interface DeskFootProps {
  view: DeskView;
  state: DeskState;
  loading: boolean;
}

/** How much is shown, the other pages, and the desk's other places. */
export function DeskFoot({ view, state, loading }: DeskFootProps) {
  const { rows, counts, quarantined } = state;
  const all = counts.new + counts.in_progress + counts.completed;
  const of = isFiltered(view) ? '' : ` of ${all}`;
  return (
    <div className="desk__foot">
      <p role="status">
        {loading ? desk.loading : rows.length > 0 && `${rows.length}${of} shown, newest first.`}
      </p>
      <DeskPager view={view} pages={state.pages} />
      <p className="desk__places">
        <Link to="/admin/dashboard/quarantine">Set aside as spam ({quarantined})</Link>
        <Link to="/admin/dashboard/person">Privacy requests</Link>
      </p>
    </div>
  );
}

function DeskPager({ view, pages }: { view: DeskView; pages: DeskState['pages'] }) {
  if (!pages.hasNewer && !pages.hasOlder) return null;
  const at = (start: Pick<Partial<DeskView>, 'before' | 'after' | 'page'>) =>
    deskAddress(view, { before: '', after: '', page: '', enquiry: '', ...start });
  return (
    <nav className="pager" aria-label="Pages">
      {pages.hasNewer && (
        <>
          <Link className="plainbtn" to={at({})}>
            First
          </Link>
          <Link className="plainbtn" rel="prev" to={at({ after: pages.newer ?? '' })}>
            Newer
          </Link>
        </>
      )}
      {pages.hasOlder && (
        <>
          <Link className="plainbtn" rel="next" to={at({ before: pages.older ?? '' })}>
            Older
          </Link>
          <Link className="plainbtn" to={at({ page: 'last' })}>
            Last
          </Link>
        </>
      )}
    </nav>
  );
}
