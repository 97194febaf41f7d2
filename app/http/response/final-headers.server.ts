import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Place, securityHeaders } from './security-headers.server.ts';

/**
 * Sets each security header exactly once on whatever is sent, at the moment it is sent (security
 * model 1.1). Called again for the same response it changes nothing. `place` is where the request
 * goes; as long as nobody knows, it counts as private.
 */
export function finalHeaders(
  response: ServerResponse,
  requestId: string,
  place: Place = { path: '', isPrivate: true },
): void {
  if (Object.hasOwn(response, 'writeHead')) return;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const given = rest.findLast((part) => typeof part === 'object') as OutgoingHttpHeaders;
    const own = { ...response.getHeaders(), ...headersOf(given) };
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    return writeHead(status, {
      ...own,
      ...securityHeaders(place, own),
      'x-request-id': requestId,
    });
  }) as typeof response.writeHead;
}

/** Header names in lower case; raw pairs, as some writers pass them, become lists where repeated. */
function headersOf(given: OutgoingHttpHeaders | unknown[] | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given ?? {})) headers[name.toLowerCase()] = value;
    return headers;
  }
  const pairs = Array.isArray(given[0])
    ? (given as [string, string][])
    : given.flatMap((name, i) => (i % 2 ? [] : [[String(name), String(given[i + 1])] as const]));
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value : [before, value].flat().map(String);
  }
  return headers;
}
