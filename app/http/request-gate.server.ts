import type { IncomingMessage } from 'node:http';
import { config } from '#app/config.server.ts';
import { Refusal } from './refusal.server.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data;.*boundary=)/i;

/**
 * Lets a request in by what can be told before its body is read, or throws a Refusal:
 * method, Host, path, cross-site posts, content type (security model 1.1, steps 2 to 5).
 * Returns the URL as the visitor sees it: the path on the site's own origin.
 */
export function passGate(request: IncomingMessage): URL {
  if (!METHODS.has(request.method ?? '')) {
    throw new Refusal(405, 'This site answers GET, HEAD and POST.', { allow: 'GET, HEAD, POST' });
  }
  passHost(request);
  const url = passPath(request.url ?? '');
  if (request.method === 'POST') {
    passSameSite(request);
    if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) {
      throw new Refusal(415, 'Please send the form as a browser would.');
    }
  }
  return url;
}

function passHost(request: IncomingMessage): void {
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
  const host = request.headers.host ?? '';
  const port = Number(host.match(/:(\d+)$/)?.[1] ?? 0);
  if (hosts.length !== 1 || !HOST.test(host) || port > 65535) {
    throw new Refusal(400, 'The Host header is missing or not a host name.');
  }
}

function passPath(target: string): URL {
  if (!target.startsWith('/')) throw new Refusal(400, 'The request line needs a path.');
  try {
    const path = decodeURIComponent(target.split('?')[0]!);
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
    if (/[\u0000-\u001f\u007f\\]/.test(path)) throw new Error('control character');
    return new URL(config().publicUrl + target);
  } catch {
    throw new Refusal(400, 'This address cannot be read.');
  }
}

/**
 * Cross-site request forgery, with the semantics of Go's http.CrossOriginProtection: the browser's
 * Sec-Fetch-Site decides; without it Origin must be ours; without both it is not a browser.
 */
function passSameSite(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const { origin } = request.headers;
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOwnOrigin(origin, request.headers.host)) {
    return;
  }
  throw new Refusal(
    403,
    'This form was sent from another site. Please open our page and try again.',
  );
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === config().publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
