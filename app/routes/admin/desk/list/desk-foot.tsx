import { Link, href } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress, isFiltered } from '#app/domain/desk/desk-view.ts';
import { KeysButton } from '#app/routes/admin/desk/keys/keys-help.tsx';
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
  const words = useDeskWords();
  const shown = phrase(isFiltered(view) ? words.shown : words.shownOf, { count: rows.length, all });
  return (
    <div className="px-margin pt-4 pb-16 text-ink-2 print:hidden">
      <p role="status">{loading ? words.loading : rows.length > 0 && shown}</p>
      <DeskPager view={view} pages={state.pages} />
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 [&_a]:tap [&_a]:underline-offset-[0.22em]">
        <Link to={href('/admin/dashboard/quarantine')}>
          {phrase(words.quarantine, { count: quarantined })}
        </Link>
        <Link to={href('/admin/dashboard/numbers')}>{words.numbers}</Link>
        <Link to={href('/admin/dashboard/person')}>{words.privacy}</Link>
        <Link to={href('/admin/dashboard/templates')}>{words.templates}</Link>
        <KeysButton />
      </p>
    </div>
  );
}

function DeskPager({ view, pages }: { view: DeskView; pages: DeskState['pages'] }) {
  const words = useDeskFrame();
  if (!pages.hasNewer && !pages.hasOlder) return null;
  const at = (start: Pick<Partial<DeskView>, 'before' | 'after' | 'page'>) =>
    deskAddress(view, { before: '', after: '', page: '', enquiry: '', ...start });
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label={words.pages}>
      {pages.hasNewer && (
        <>
          <Link className="plain-button" to={at({})}>
            {words.first}
          </Link>
          <Link className="plain-button" rel="prev" to={at({ after: pages.newer ?? '' })}>
            {words.newer}
          </Link>
        </>
      )}
      {pages.hasOlder && (
        <>
          <Link className="plain-button" rel="next" to={at({ before: pages.older ?? '' })}>
            {words.older}
          </Link>
          <Link className="plain-button" to={at({ page: 'last' })}>
            {words.last}
          </Link>
        </>
      )}
    </nav>
  );
}
