import { config } from '#app/config.server.ts';
import { renderInsightsFeed } from '#app/content/articles/insights-feed.server.ts';
import { getPathLanguage } from '#app/content/language.ts';
import type { Route } from './+types/insights-feed.ts';

export function loader({ url }: Route.LoaderArgs) {
  const feed = renderInsightsFeed(config().publicUrl, getPathLanguage(url.pathname));
  return new Response(feed, {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
