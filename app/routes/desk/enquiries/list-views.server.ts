import { interpolate, pluralize } from '#app/components/texts.ts';
import type { Language } from '#app/content/language.ts';
import { desk as deskTexts } from '#app/content/texts/desk.server.ts';
import { statusLabels } from '#app/content/texts/enquiry.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import {
  getDeskPath,
  isFiltered,
  isWaitingView,
  isWholeWaitingView,
  type DeskView,
} from '#app/domain/desk/desk-view.ts';
import type { Desk } from '#app/domain/desk/desk.server.ts';
import { STATUSES } from '#db/schema.ts';

/** Returns the links of the views above the list (DK-7). Their counts are those of the whole list. */
export function presentListViews(
  { counts, waitingCount }: Pick<Desk, 'counts' | 'waitingCount'>,
  view: DeskView,
  language: Language,
) {
  const texts = deskTexts[language].views;
  const statuses = statusLabels[language];
  const unfiltered = parseDeskView(new URLSearchParams());

  // All new enquiries are among those to answer.
  const statusLinks = STATUSES.filter((status) => status !== 'new').map((status) => {
    return { label: statuses[status], count: counts[status], view: '', status } as const;
  });
  const links = [
    { label: texts.all, count: sumCounts(counts), view: '', status: '' } as const,
    { label: texts.answer, count: waitingCount, view: 'answer', status: '' } as const,
    ...statusLinks,
  ];
  return links.map(({ label, count, ...filters }) => ({
    label: `${label} (${count})`,
    path: getDeskPath(unfiltered, filters),
    isCurrent: view.view === filters.view && view.status === filters.status,
  }));
}

function sumCounts(counts: Desk['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function formatListSummary(
  { rows, counts }: Pick<Desk, 'rows' | 'counts'>,
  view: DeskView,
  language: Language,
): string {
  const texts = deskTexts[language];
  const count = rows.length;

  if (!isFiltered(view)) {
    const all = sumCounts(counts);
    return all === 0 ? texts.empty : interpolate(texts.shownCountOfTotal, { count, all });
  }

  if (count === 0) {
    return isWholeWaitingView(view) ? texts.views.nothingWaits : texts.nothingFound;
  }

  return interpolate(isWaitingView(view) ? texts.views.shownCount : texts.shownCount, { count });
}

/** Returns why an enquiry waits, and since when, such as "today" or "3 days". */
export function presentWaiting(
  { reason, dayCount }: NonNullable<Desk['rows'][number]['waiting']>,
  language: Language,
) {
  const texts = deskTexts[language].views;
  return {
    reason: texts.reasons[reason],
    since: dayCount === 0 ? texts.today : pluralize(texts.since, dayCount),
  };
}
