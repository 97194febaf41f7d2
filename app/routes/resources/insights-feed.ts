import { config } from '#app/config.server.ts';
import { insightsFeed } from '#app/content/articles/insights-feed.server.ts';

/** GET /insights/feed.xml: the insights for feed readers (ledger SE-5). */
export function loader() {
  return new Response(insightsFeed(config().publicUrl), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
