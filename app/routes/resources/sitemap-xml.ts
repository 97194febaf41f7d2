import { publicPages } from '#app/content/pages.server.ts';
import { config } from '#app/config.server.ts';
import { LANGUAGES, pathIn, plainPath } from '#app/content/language.ts';

export function loader() {
  const { publicUrl } = config();
  const entries = publicPages.map(({ path, dateModified }) => {
    const links = alternatesOf(plainPath(path), publicUrl);
    return `  <url><loc>${publicUrl}${path}</loc><lastmod>${dateModified}</lastmod>${links}</url>\n`;
  });
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}

function alternatesOf(path: string, origin: string): string {
  const versions = LANGUAGES.map((language) => [language, pathIn(language, path)] as const);
  return [...versions, ['x-default', path] as const]
    .map(([language, own]) => {
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${own}"/>`;
    })
    .join('');
}
