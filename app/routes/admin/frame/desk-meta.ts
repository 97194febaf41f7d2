import { company } from '#app/content/texts/company.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

type Words = Pick<Parameters<typeof pageMeta>[1], 'title' | 'description' | 'path'>;

/** The head of a page for staff: whole like any other, and not for search engines (ledger SE-2). */
export function deskMeta(matches: Parameters<typeof pageMeta>[0], { title, ...words }: Words) {
  return pageMeta(matches, { ...words, title: `${title} | ${company.brand}`, noindex: true });
}
