import { config } from '#app/config.server.ts';
import { listAlternates, toPlainPath } from '#app/content/language.ts';
import { listPublicPages } from '#app/content/pages.server.ts';
import { percentEncodePath } from '#app/unicode.ts';

export function loader() {
  const { publicUrl } = config();
  const toUrl = (path: string) => publicUrl + percentEncodePath(path);

  const entries = listPublicPages().map(({ path, dateModified }) => {
    const links = listAlternates(toPlainPath(path)).map(({ language, path: versionPath }) => {
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${toUrl(versionPath)}"/>`;
    });
    return `  <url><loc>${toUrl(path)}</loc><lastmod>${dateModified}</lastmod>${links.join('')}</url>\n`;
  });

  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
