import type { OutgoingHttpHeaders } from 'node:http';
import { config } from '#app/config.server.ts';
import { plainPath } from '#app/content/language.ts';
import { NO_STORE } from './cache-control.server.ts';

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)';

/** Where a response comes from: its path, and whether the route there is private. */
export interface Place {
  path: string;
  isPrivate: boolean;
}

/** Content-Security-Policy for a page whose inline scripts carry these sources (nonce or hashes). */
export function contentSecurityPolicy(scriptSources: readonly string[], path = ''): string {
  const { turnstile, secure } = config();
  const widget = turnstile && plainPath(path) === '/contact' ? turnstile.origin : null;
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources, ...(widget ? [widget] : [])].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(widget ? [`frame-src ${widget}`] : [TRUSTED_TYPES]),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

/**
 * The headers every response carries, whoever made it (security model 1.2). What the response set
 * itself (`own`) wins only for the policy and the caching of pages that may be cached.
 */
export function securityHeaders(
  { path, isPrivate }: Place,
  own: OutgoingHttpHeaders,
): OutgoingHttpHeaders {
  const { secure, turnstile } = config();
  const widget = turnstile && plainPath(path) === '/contact';
  return {
    'content-security-policy': own['content-security-policy'] ?? contentSecurityPolicy([], path),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isPrivate ? 'same-origin' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(widget ? {} : { 'cross-origin-embedder-policy': 'require-corp' }),
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    ...(isPrivate || path.endsWith('.data') ? { 'x-robots-tag': 'noindex' } : {}),
    'cache-control': cacheControl(isPrivate, own),
  };
}

function cacheControl(isPrivate: boolean, own: OutgoingHttpHeaders): string {
  if (isPrivate || own['set-cookie']) return NO_STORE;
  return String(own['cache-control'] ?? 'no-cache');
}
