import { get } from 'node:http';
import { attribute, elements } from './browser.ts';
import { exchange } from './exchange.ts';

/** Bytes over the wire (brotli where there is such a form) of what a page loads at once. */
export interface PageWeight {
  html: number;
  scripts: number;
  styles: number;
  fonts: number;
  /** Addresses on other hosts: must be none. */
  elsewhere: string[];
}

/** Weighs a page by what its HTML asks a browser to load before anything is done on it. */
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
  const tags = elements(text, 'script').flatMap((script) => attribute(script, 'src') ?? []);
  // Its inline module names what it fetches once the page is painted.
  const named = [...text.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, href = '']) => href);
  const scripts = [...hrefs('modulepreload'), ...tags, ...named];
  const styles = hrefs('stylesheet');
  const fonts = hrefs('preload', 'font');
  const all = [...scripts, ...styles, ...fonts];
  return {
    html: await sentBytes(site, path, headers),
    scripts: await bytesOf(site, scripts),
    styles: await bytesOf(site, styles),
    fonts: await bytesOf(site, fonts),
    elsewhere: all.filter((href) => !/^\/(?!\/)/.test(href)),
  };
}

/** What a page's answer is on the wire; made for one visitor it has no length to ask for. */
function sentBytes(site: string, path: string, headers: Record<string, string>): Promise<number> {
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

async function bytesOf(site: string, paths: string[]): Promise<number> {
  let bytes = 0;
  for (const path of new Set(paths)) {
    const headers = { 'accept-encoding': 'br' };
    const answer = await exchange(site, { path, headers, method: 'HEAD' });
    if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
    bytes += Number(answer.headers['content-length']);
  }
  return bytes;
}
