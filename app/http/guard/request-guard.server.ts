import type { IncomingMessage } from 'node:http';
import { config } from '#app/config.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { addressOf } from './client-address.server.ts';
import { countRawHeaders, rawHeader } from '#app/http/response/raw-header.server.ts';
import { Refusal } from '#app/http/response/refusal.server.ts';
import { formTypeOf } from './request-body.server.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Lets a request in by what can be told before its body is read, or throws a Refusal:
 * method, Host, cross-site posts, content type (security model 1.1).
 */
export function guardRequest(request: IncomingMessage): void {
  if (!METHODS.has(request.method ?? '')) {
    throw new Refusal(405, 'method', { headers: { allow: 'GET, HEAD, POST' } });
  }
  passHost(request);
  if (request.method !== 'POST') return;
  passSameSite(request);
  if (formTypeOf(request) === null) throw new Refusal(415, 'notAForm');
}

/** The URL as the visitor sees it, the path on the site's own origin; a Refusal if unreadable. */
export function readUrl(target: string): URL {
  if (!target.startsWith('/')) throw new Refusal(400, 'path');
  try {
    const path = decodeURIComponent(target.split('?')[0]!);
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
    if (/[\u0000-\u001f\u007f\\]/.test(path)) throw new Error('control character');
    return new URL(config().publicUrl + target);
  } catch {
    throw new Refusal(400, 'address');
  }
}

let lastGoodHost = '';

function passHost({ rawHeaders }: IncomingMessage): void {
  const host = rawHeader(rawHeaders, 'host') ?? '';
  if (countRawHeaders(rawHeaders, 'host') === 1) {
    if (host === lastGoodHost) return;
    const [, , port = ':0'] = HOST.exec(host) ?? [];
    if (HOST.test(host) && Number(port.slice(1)) <= 65535) {
      lastGoodHost = host;
      return;
    }
  }
  throw new Refusal(400, 'host');
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
  countEvent({ address: addressOf(request), requestId: '-' }, 'post.cross-site');
  throw new Refusal(403, 'crossSite');
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === config().publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
