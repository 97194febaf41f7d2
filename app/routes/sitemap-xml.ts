import { config } from '#app/config.server.ts';
import { publicPaths } from '#app/content/public-paths.server.ts';

/** GET /sitemap.xml: every public page, for search engines (ledger L-2). */
export function loader() {
  const { publicUrl } = config();
  const entries = publicPaths().map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`);
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
