import { config } from '#app/config.server.ts';
import { publicPages } from '#app/content/public-pages.server.ts';

/** GET /sitemap.xml: every public page and the day it last changed (ledger L-2, SE-1). */
export function loader() {
  const { publicUrl } = config();
  const entries = publicPages.map(
    ({ path, dateModified }) =>
      `  <url><loc>${publicUrl}${path}</loc><lastmod>${dateModified}</lastmod></url>\n`,
  );
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
