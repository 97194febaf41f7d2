import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { MIMEType } from 'node:util';
import { config } from '#app/config.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import { decodePath } from '#app/unicode.ts';

export const HEALTH_PATH = '/healthz';
const ALLOWED_METHODS = ['GET', 'HEAD', 'POST'];
// An upstream of nginx or a service of Compose may have an underscore in its name.
const HOST_PATTERN = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

/**
 * Throws a Refusal for a method that no route has (405), and without exactly one valid Host (400), which a monitor that
 * speaks HTTP/1.0 may leave out.
 */
export function requireMethodAndHost(request: IncomingMessage): void {
  const { method = '', httpVersion, url, headersDistinct } = request;
  if (!ALLOWED_METHODS.includes(method)) {
    throw new Refusal(405, 'method', { headers: { allow: ALLOWED_METHODS.join(', ') } });
  }

  const hosts = headersDistinct['host'] ?? [];
  const isMonitor = httpVersion === '1.0' && url === HEALTH_PATH;
  if (hosts.length === 0 && isMonitor) return;

  const [match, port = '0'] = HOST_PATTERN.exec(hosts[0] ?? '') ?? [];
  if (!match || hosts.length > 1 || Number(port) > 65535) throw new Refusal(400, 'host');
}

/** Throws a Refusal for a POST that another site sends, which the audit counts, or that is not a form. */
export function requireFormOfThisSite(request: IncomingMessage): void {
  requireSameSite(request);
  if (getFormType(request) === null) throw new Refusal(415, 'notAForm');
}

// oxlint-disable-next-line no-control-regex -- the pattern refuses control characters
const FORBIDDEN_CHARACTER = /[\u0000-\u001f\u007f\\]/;

/**
 * Returns the URL of a request for this path and query. Throws a Refusal (400) for a target that does not begin with
 * a slash, or that has control characters, backslashes or bad escapes in its path.
 */
export function parseRequestTarget(target: string): URL {
  if (!target.startsWith('/')) throw new Refusal(400, 'path');

  const [encodedPath = ''] = target.split('?');
  const path = decodePath(encodedPath);
  if (path === null || FORBIDDEN_CHARACTER.test(path)) throw new Refusal(400, 'address');

  const url = URL.parse(config().publicUrl + target);
  if (!url) throw new Refusal(400, 'address');
  return url;
}

/** Returns path and query of an absolute URL of this site; other targets as they are (RFC 9112, 3.2.2). */
export function toOriginForm({ url: target = '', headers }: IncomingMessage): string {
  if (target.startsWith('/') || !/^https?:\/\//i.test(target)) return target;
  const [origin = ''] = /^[^/]+\/\/[^/?#]*/.exec(target) ?? [];
  if (origin.includes('@') || !isOwnOrigin(origin.toLowerCase(), headers.host)) return target;
  const path = target.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Refuses cross-site POSTs as Go's http.CrossOriginProtection does (security model 1.6): Sec-Fetch-Site
 * decides; without it Origin must be this site's; a request without both comes from no browser.
 */
function requireSameSite(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;

  const { origin } = request.headers;
  const isOwn = origin === undefined || isOwnOrigin(origin, request.headers.host);
  if (site === undefined && isOwn) return;

  countEvent({ ipAddress: getClientIpAddress(request), requestId: '-' }, 'post.cross-site');
  throw new Refusal(403, 'crossSite');
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === config().publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
// RFC 2046, 5.1.1. The parser throws on a boundary of more than 252 characters.
const MAX_BOUNDARY_LENGTH = 70;

/** Returns URLENCODED or MULTIPART, or null for a body that no browser sends, such as a multipart one without boundary. */
export function getFormType({ headers }: IncomingMessage): string | null {
  const type = headers['content-type'] ?? '';
  try {
    const { essence, params } = new MIMEType(type);
    if (essence === URLENCODED) return essence;

    const boundary = params.get('boundary') ?? '';
    const hasParts = boundary !== '' && boundary.length <= MAX_BOUNDARY_LENGTH;
    return essence === MULTIPART && hasParts ? essence : null;
  } catch {
    return null;
  }
}

/**
 * Returns the address that the proxies of TRUST_PROXY forward, otherwise the address of the socket. Counts, once a
 * day, a POST for which they forward none.
 */
export function getClientIpAddress({ method, socket, headers }: IncomingMessage): string {
  const { trustProxy } = config();
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  const socketIpAddress = getSocketIpAddress(socket);
  const forwardedIpAddress = findForwardedIpAddress(forwardedFor, trustProxy);
  // Monitors and commands on the machine read pages without a proxy, but forms come through it.
  const isMissing = trustProxy > 0 && forwardedIpAddress === null;
  if (isMissing && method === 'POST') countMissingIpAddress(socketIpAddress);
  return forwardedIpAddress ?? socketIpAddress;
}

let dayOfMissingIpAddress = '';

/** Counts, once a day, that visitors share the limits of a proxy. The log shows it, and so does doctor. */
function countMissingIpAddress(ipAddress: string): void {
  const day = new Date().toISOString().slice(0, 10);
  if (day === dayOfMissingIpAddress) return;
  dayOfMissingIpAddress = day;
  countEvent({ ipAddress, requestId: '-' }, 'proxy.no-address');
}

/** Returns the address of the other end, an IPv4 address as such; '' for a socket that is closed already. */
export function getSocketIpAddress({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return unmapIPv4(remoteAddress);
}

/**
 * Returns the entry of X-Forwarded-For that the outermost trusted proxy added: entries are counted from the
 * right. Leaves out its port, and writes a mapped IPv4 address as IPv4. Returns null if it is missing or is no IP
 * address, and without trusted proxies.
 */
export function findForwardedIpAddress(
  forwardedFor: string,
  trustedProxyCount: number,
): string | null {
  if (trustedProxyCount === 0) return null;
  const entries = forwardedFor.split(',').map((entry) => entry.trim());
  const entry = entries.filter(Boolean).at(-trustedProxyCount) ?? '';
  const ipAddress = unmapIPv4(removePort(entry));
  return isIP(ipAddress) ? ipAddress : null;
}

/** Some proxies append the port of the client, and put IPv6 in brackets then (RFC 7239, 6). */
function removePort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address (::ffff:192.0.2.1). */
function unmapIPv4(ipAddress: string): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
