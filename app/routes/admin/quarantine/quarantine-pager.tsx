import { Link } from 'react-router';
import type { QuarantineWords } from '#app/content/desk/quarantine.server.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { QuarantinePage } from '#app/domain/enquiries/quarantine-list.server.ts';
import { type QuarantineView, quarantineAddress } from '#app/domain/enquiries/quarantine-view.ts';

interface QuarantinePagerProps {
  view: QuarantineView;
  state: QuarantinePage;
  words: QuarantineWords;
}

/** How much is shown, and the pages on either side. */
export function QuarantinePager({ view, state, words }: QuarantinePagerProps) {
  const { items, total, newer, older } = state;
  const { pages, first, newer: toNewer, older: toOlder } = useDeskFrame();
  if (total === 0) return null;
  const shown = view.search ? words.shown : words.shownOf;
  const at = (start: Partial<QuarantineView>) =>
    quarantineAddress(view, { before: '', after: '', ...start });
  return (
    <div className="border-t border-line pt-5">
      {items.length > 0 && <p>{phrase(shown, { count: items.length, total })}</p>}
      {(newer !== null || older !== null) && (
        <nav className="mt-4 flex flex-wrap gap-2" aria-label={pages}>
          {newer !== null && (
            <>
              <Link className="plain-button" to={at({})}>
                {first}
              </Link>
              <Link className="plain-button" rel="prev" to={at({ after: newer })}>
                {toNewer}
              </Link>
            </>
          )}
          {older !== null && (
            <Link className="plain-button" rel="next" to={at({ before: older })}>
              {toOlder}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
