import type { MetaDescriptor } from 'react-router';

/** The feed of the insights: its title, where it is, and what a link to it says. */
export interface Feed {
  title: string;
  href: string;
  link: string;
}

/** What a feed reader is told that the feed is. */
export const FEED_TYPE = 'application/atom+xml';

/** Announces the feed of the insights in the head of a page (ledger SE-5). */
export function feedLink({ title, href }: Omit<Feed, 'link'>): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: FEED_TYPE, title, href };
}
