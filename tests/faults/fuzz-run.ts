import { connect } from 'node:net';
import { residentMegabytes } from '../support/reading/memory.ts';
import type { ServedSite } from '../support/servers/served-site.ts';
import { hostileRequest } from './hostile-requests.ts';
import { randomFrom } from './random.ts';

const AT_ONCE = 32;
const GIVE_UP_MS = 3000;
const STACK = /\n\s+at .+:\d+:\d+|SQLITE_|node_modules/;

export interface FuzzReport {
  requests: number;
  /** How many answers there were of each status; 0 for a connection closed without one. */
  statuses: Record<string, number>;
  /** Requests whose answer was a fault of ours, as they were sent: must be none. */
  wrong: { request: string; answer: string }[];
  /** Lines of the server's log that tell of an error nobody foresaw: must be none. */
  faults: string[];
  grownMegabytes: number;
}

/** Sends hostile requests to a server and judges every answer; one seed, one sequence. */
export async function fuzz(site: ServedSite, requests: number, seed: number): Promise<FuzzReport> {
  const random = randomFrom(seed);
  const before = residentMegabytes(site.pid());
  const statuses: Record<string, number> = {};
  const wrong: FuzzReport['wrong'] = [];
  let left = requests;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const request = hostileRequest(random);
      const answer = (await send(site.url, request)).replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? '0';
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!isAcceptable(status, answer)) {
        wrong.push({ request: request.toString('latin1').slice(0, 500), answer });
      }
    }
  });
  await Promise.all(workers);
  return {
    requests,
    statuses,
    wrong: wrong.map(({ request, answer }) => ({ request, answer: answer.slice(0, 500) })),
    faults: site
      .output()
      .split('\n')
      .filter((line) => /"event":"(unhandled|route-error)"/.test(line)),
    grownMegabytes: Math.round(residentMegabytes(site.pid()) - before),
  };
}

function isAcceptable(status: string, answer: string): boolean {
  if (status === '0') return true;
  if (Number(status) >= 500 && status !== '503') return false;
  if (status === '503' && !/^retry-after: \d+/im.test(answer)) return false;
  return !STACK.test(answer) && /^x-content-type-options: nosniff\r$/im.test(answer);
}

/** Everything the server says to these bytes until one side has had enough. */
function send(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
