import { createHash } from 'node:crypto';
import { contentSecurityPolicy } from './security-headers.server.ts';

const SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** The policy of a page that everybody gets alike: its own inline scripts by their hashes. */
export function pageCsp(html: string, path: string): string {
  const sources = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return contentSecurityPolicy(sources, path);
}

/** The scripts that a browser would run from the page itself; data blocks (JSON-LD) are none. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\stype="application\//.test(attributes))
    .map(([, , script = '']) => script);
}
