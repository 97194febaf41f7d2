import { feed } from '#app/content/texts/site-pages.ts';

/** Announces the feed of the insights in the head of a page (ledger SE-5). */
export const feedLink = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: feed.title,
  href: feed.path,
} as const;
