import { type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '#app/config.server.ts';
import { limitConnections } from './connection-limits.server.ts';
import { finalHeaders } from './final-headers.server.ts';
import type { Listener } from './front-door.server.ts';
import { Refusal, refuse } from './refusal.server.ts';
import { securityHeaders } from './security-headers.server.ts';

const SECOND_MS = 1000;
/** Must outlast the idle time of a proxy in front, or that one meets closed connections. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
/** A visitor who takes nothing of an answer for so long is gone. */
const SILENCE_MS = 60 * SECOND_MS;

/** A node:http server with limits that a slow or broken client cannot stretch (security model 1.1). */
export function createSiteServer(listener: Listener): Server {
  const behindProxy = config().trustProxy > 0;
  const server = createServer({
    headersTimeout: 10 * SECOND_MS,
    requestTimeout: 30 * SECOND_MS,
    keepAliveTimeout: behindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The gate asks for it, and answers with all headers.
    requireHostHeader: false,
  });
  server.timeout = SILENCE_MS;
  const isCrowded = limitConnections(server, behindProxy);
  server.on('request', (request, response) => {
    // A server that is closing answers what it has and lets each connection go.
    if (!server.listening) response.shouldKeepAlive = false;
    if (!isCrowded(request.socket)) return listener(request, response);
    finalHeaders(request, response, '-');
    refuse(request, response, tooManyConnections(), '-');
  });
  server.on('checkExpectation', (request, response) => {
    finalHeaders(request, response, '-');
    refuse(request, response, new Refusal(417, 'This site knows no such expectation.'), '-');
  });
  server.on('clientError', answerBrokenRequest);
  return server;
}

function tooManyConnections(): Refusal {
  return new Refusal(503, 'Too many connections. Please try again in a moment.', {
    'retry-after': '5',
    connection: 'close',
  });
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const headers = { ...securityHeaders('', {}), connection: 'close', 'content-length': 0 };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const head = [`HTTP/1.1 ${statusOfBrokenRequest(error.code)}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n`);
}

function statusOfBrokenRequest(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return '400 Bad Request';
}
