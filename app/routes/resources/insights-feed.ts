import type { Route } from './+types/insights-feed.ts';
import { config } from '#app/config.server.ts';
import { getLanguage } from '#app/content/language.ts';
import { insightsFeed } from '#app/content/articles/insights-feed.server.ts';

export function loader({ url }: Route.LoaderArgs) {
  const feed = insightsFeed(config().publicUrl, getLanguage(url.pathname));
  return new Response(feed, {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
