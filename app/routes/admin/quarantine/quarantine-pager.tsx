import { Link } from 'react-router';
import { quarantineWords as words } from '#app/content/desk/desk.ts';
import type { QuarantinePage } from '#app/domain/enquiries/quarantine-list.server.ts';
import { type QuarantineView, quarantineAddress } from '#app/domain/enquiries/quarantine-view.ts';

/** How much is shown, and the pages on either side. */
export function QuarantinePager({ view, state }: { view: QuarantineView; state: QuarantinePage }) {
  const { items, total, newer, older } = state;
  if (total === 0) return null;
  const at = (start: Partial<QuarantineView>) =>
    quarantineAddress(view, { before: '', after: '', ...start });
  return (
    <div className="suspects__foot">
      {items.length > 0 && <p>{words.shown(items.length, view.search ? null : total)}</p>}
      {(newer !== null || older !== null) && (
        <nav className="pager" aria-label="Pages">
          {newer !== null && (
            <>
              <Link className="plainbtn" to={at({})}>
                First
              </Link>
              <Link className="plainbtn" rel="prev" to={at({ after: newer })}>
                Newer
              </Link>
            </>
          )}
          {older !== null && (
            <Link className="plainbtn" rel="next" to={at({ before: older })}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
