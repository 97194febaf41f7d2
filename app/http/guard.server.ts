import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { MIMEType } from 'node:util';
import { config } from '#app/config.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

export const HEALTH_PATH = '/healthz';
const METHODS = new Set(['GET', 'HEAD', 'POST']);
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

/** Checks all that is known before the body is read; throws a Refusal (security model 1.1). */
export function guardRequest(request: IncomingMessage): void {
  if (!METHODS.has(request.method ?? '')) {
    throw new Refusal(405, 'method', { headers: { allow: 'GET, HEAD, POST' } });
  }
  requireHost(request);
  request.url = toOriginForm(request);
  if (request.method !== 'POST') return;
  requireSameSite(request);
  if (getFormType(request) === null) throw new Refusal(415, 'notAForm');
}

export function parseUrl(target: string): URL {
  if (!target.startsWith('/')) throw new Refusal(400, 'path');
  try {
    const path = decodeURIComponent(target.split('?')[0]!);
    // oxlint-disable-next-line no-control-regex -- the pattern refuses control characters
    if (/[\u0000-\u001f\u007f\\]/.test(path)) throw new Error('control character');
    return new URL(config().publicUrl + target);
  } catch {
    throw new Refusal(400, 'address');
  }
}

/** Every page needs exactly one Host; monitors that speak HTTP/1.0 may leave it out on /healthz. */
function requireHost({ httpVersion, url, headersDistinct }: IncomingMessage): void {
  const hosts = headersDistinct['host'] ?? [];
  if (hosts.length === 0 && httpVersion === '1.0' && url === HEALTH_PATH) return;
  const [match, port = '0'] = HOST.exec(hosts[0] ?? '') ?? [];
  if (!match || hosts.length > 1 || Number(port) > 65535) throw new Refusal(400, 'host');
}

/** Returns path and query of a target in absolute form, which names this site (RFC 9112, 3.2.2). */
function toOriginForm({ url: target = '', headers }: IncomingMessage): string {
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
  countEvent({ address: getIpAddress(request), requestId: '-' }, 'post.cross-site');
  throw new Refusal(403, 'crossSite');
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === config().publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

export interface FormBounds {
  bytes: number;
  fields: number;
  /** The fields that may be files; without it a form accepts none. */
  fileFields?: readonly string[];
}

export const FORM: FormBounds = { bytes: 64 * 1024, fields: 50 };
export const LARGE_FORM: FormBounds = { bytes: 512 * 1024, fields: 400 };
// The only field that a form may repeat: the ticked rows of a list (DK-5).
const REPEATABLE_NAME = 'ids';
/** Includes a form with files only as far as its first file. */
export const FORM_TIMEOUT_MS = 20_000;

const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** Returns the media type of a form, or null for a body that is not a form a browser sends. */
export function getFormType({ headers }: IncomingMessage): string | null {
  const type = headers['content-type'] ?? '';
  try {
    const { essence, params } = new MIMEType(type);
    if (essence === MULTIPART) return params.get('boundary') ? essence : null;
    return essence === URLENCODED ? essence : null;
  } catch {
    return null;
  }
}

/**
 * Reads a form that has no files, or only small ones. Throws a Refusal: 413 if it is too large, 408 if it
 * is too slow, 400 for too many fields, a field other than `ids` sent twice, a file in a form that accepts
 * none, or text that is not UTF-8 (security model 1.1).
 */
export async function readForm(
  request: IncomingMessage,
  response: ServerResponse,
  bounds: FormBounds,
): Promise<Buffer> {
  const acceptsFiles = bounds.fileFields !== undefined;
  const body = await readBytes(request, response, bounds.bytes);
  const entries = await parseForm(body, request, acceptsFiles).catch(() => {
    throw new Refusal(400, 'unreadable');
  });
  const texts = entries.filter(([, value]) => typeof value === 'string');
  if (texts.length < entries.length && !acceptsFiles) throw new Refusal(400, 'noFiles');
  const names = texts.map(([name]) => name).filter((name) => name !== REPEATABLE_NAME);
  if (names.length > bounds.fields || texts.length > 2 * bounds.fields)
    throw new Refusal(400, 'tooManyFields');
  if (new Set(names).size < names.length) throw new Refusal(400, 'fieldTwice');
  return body;
}

async function parseForm(
  body: Buffer,
  request: IncomingMessage,
  acceptsFiles: boolean,
): Promise<[string, FormDataEntryValue][]> {
  const isMultipart = getFormType(request) === MULTIPART;
  // Files need not be text. Text and escapes that are not UTF-8 throw.
  const text = new TextDecoder('utf-8', { fatal: !isMultipart || !acceptsFiles }).decode(body);
  if (!isMultipart) {
    decodeURIComponent(text);
    return [...new URLSearchParams(text)];
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return [...(await new Response(new Uint8Array(body), { headers }).formData())];
}

function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = createTooLargeRefusal(maxBytes);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  sendContinue(request, response);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const timer = setTimeout(() => reject(createTooSlowRefusal()), FORM_TIMEOUT_MS);
    request.once('close', () => clearTimeout(timer));
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  const isExpected = request.headers.expect !== undefined && request.httpVersion === '1.1';
  if (isExpected) response.writeContinue();
}

export function createTooSlowRefusal(): Refusal {
  return new Refusal(408, 'tooSlow', { headers: { connection: 'close' } });
}
export function createTooLargeRefusal(bytes: number): Refusal {
  return new Refusal(413, 'tooLarge', {
    headers: { connection: 'close' },
    values: { kb: bytes / 1024 },
  });
}

export function getIpAddress(request: IncomingMessage): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  return getForwardedIpAddress(request.socket.remoteAddress ?? '', forwarded, config().trustProxy);
}

/**
 * Returns the IP address `hops` places from the right of X-Forwarded-For (ledger, Decisions), or the
 * IP address of the socket if the header has none at that place.
 */
export function getForwardedIpAddress(
  socketAddress: string,
  forwardedFor: string,
  hops: number,
): string {
  const socket = unmapIPv4(socketAddress);
  if (hops === 0) return socket;
  const entries = forwardedFor
    .split(',')
    .map((entry) => unmapIPv4(entry.trim()))
    .filter(Boolean);
  const forwarded = entries.at(-hops);
  return forwarded && isIP(forwarded) ? forwarded : socket;
}

function unmapIPv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
