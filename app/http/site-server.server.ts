import { type Server, createServer } from 'node:http';
import { config } from '#app/config.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Connections } from '#app/http/connections.server.ts';
import { Refusal, refuse, refuseUnparsed } from '#app/http/responses.server.ts';
import type { Listener } from './front-door.server.ts';

const SECOND_MS = 1000;
/** Must outlast the idle time of a proxy in front, or that one meets closed connections. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
/** A visitor who takes nothing of an answer for so long is gone. */
const SILENCE_MS = 60 * SECOND_MS;

export interface SiteServer extends Server {
  drain(onStopAccepting: () => void): Promise<void>;
}

/** A node:http server with limits that a slow or broken client cannot stretch (security model 1.1). */
export function createSiteServer(listener: Listener): SiteServer {
  const behindProxy = config().trustProxy > 0;
  const server = createServer({
    headersTimeout: 10 * SECOND_MS,
    // Forms have bounds of their own (guard, uploads); this is for bodies nobody asked for.
    requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
    keepAliveTimeout: behindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The guard asks for it, and answers with all headers.
    requireHostHeader: false,
  });
  server.timeout = SILENCE_MS;
  const connections = new Connections(server, behindProxy);
  const answer: Listener = (request, response) => {
    // A server that is closing answers what it has and lets each connection go.
    if (connections.isDraining) response.shouldKeepAlive = false;
    if (connections.isCrowded(request.socket)) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return refuse(request, response, tooMany, '-');
    }
    listener(request, response);
    if (!response.writableEnded) connections.awaiting(request, response);
  };
  server.on('request', answer);
  // Whether a body may come is told after all that can be judged without it.
  server.on('checkContinue', answer);
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, new Refusal(417, 'expectation'), '-'),
  );
  server.on('clientError', refuseUnparsed);
  return Object.assign(server, {
    drain: (onStopAccepting: () => void) => connections.close(onStopAccepting),
  });
}
