import { config } from '#app/config.server.ts';
import { insightsFeed } from '#app/content/articles/insights-feed.server.ts';
import { getLanguage } from '#app/content/language.ts';
import type { Route } from './+types/insights-feed.ts';

export function loader({ url }: Route.LoaderArgs) {
  const feed = insightsFeed(config().publicUrl, getLanguage(url.pathname));
  return new Response(feed, {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
