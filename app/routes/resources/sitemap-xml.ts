import { config } from '#app/config.server.ts';
import { listAlternates, toPlainPath } from '#app/content/language.ts';
import { listPublicPages } from '#app/content/pages.server.ts';
import { escapePath } from '#app/unicode.ts';

export function loader() {
  const { publicUrl } = config();
  const entries = listPublicPages().map(({ path, dateModified }) => {
    const links = listAlternates(toPlainPath(path)).map(({ language, path: versionPath }) => {
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${publicUrl}${escapePath(versionPath)}"/>`;
    });
    return `  <url><loc>${publicUrl}${escapePath(path)}</loc><lastmod>${dateModified}</lastmod>${links.join('')}</url>\n`;
  });
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
