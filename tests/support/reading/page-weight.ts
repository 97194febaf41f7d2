import { get } from 'node:http';
import { attribute, elements, values } from './browser.ts';
import { exchange } from './exchange.ts';

/** Transferred bytes of a page and the files that it loads at once, compressed with brotli. */
export interface PageWeight {
  html: number;
  scripts: number;
  styles: number;
  fonts: number;
  /** URLs on other hosts. */
  externalUrls: string[];
}

/** Measures a page and the files that its HTML loads before any interaction. */
export async function weighPage(
  site: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<PageWeight> {
  const { text } = await exchange(site, { path, headers });
  const links = elements(text, 'link');
  const hrefs = (rel: string, as?: string) =>
    links
      .filter((link) => attribute(link, 'rel') === rel && (!as || attribute(link, 'as') === as))
      .map((link) => attribute(link, 'href') ?? '');
  const tags = values(text, 'script', 'src');
  // The inline module names the scripts that it imports after the first paint.
  const lazyScripts = [...text.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, href = '']) => href);
  const scripts = [...hrefs('modulepreload'), ...tags, ...lazyScripts];
  const styles = hrefs('stylesheet');
  const fonts = hrefs('preload', 'font');
  const urls = [...scripts, ...styles, ...fonts];
  return {
    html: await measureResponseBytes(site, path, headers),
    scripts: await sumContentLengths(site, scripts),
    styles: await sumContentLengths(site, styles),
    fonts: await sumContentLengths(site, fonts),
    externalUrls: urls.filter((href) => !/^\/(?!\/)/.test(href)),
  };
}

/** Counts the bytes of a response, because a page for one visitor has no Content-Length. */
function measureResponseBytes(
  site: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, site);
    get(url, { headers: { ...headers, 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: no page`)),
      );
    }).on('error', reject);
  });
}

async function sumContentLengths(site: string, paths: string[]): Promise<number> {
  let bytes = 0;
  for (const path of new Set(paths)) {
    const headers = { 'accept-encoding': 'br' };
    const answer = await exchange(site, { path, headers, method: 'HEAD' });
    if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
    bytes += Number(answer.headers['content-length']);
  }
  return bytes;
}
