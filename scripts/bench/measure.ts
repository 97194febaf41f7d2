import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { startProgram } from '../../tests/support/servers/start-program.ts';

export interface Row {
  label: string;
  figure: number | string;
  unit: string;
  bar: string;
  holds: boolean;
}

const isSmall = process.argv.includes('--small');

/** Returns the second number with `--small`. */
export const pickSize = (full: number, small: number): number => (isSmall ? small : full);

export function createRow(
  label: string,
  figure: number,
  unit: string,
  comparison: '≤' | '≥',
  limit: number,
): Row {
  const holds = comparison === '≤' ? figure <= limit : figure >= limit;
  return { label, figure, unit, bar: `${comparison} ${limit} ${unit}`.trim(), holds };
}

export function formatFigure(figure: number): string {
  return figure >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toFixed(2);
}

export function getMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
}

interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** The fields of an enquiry, which is posted from a different client each time. Without it, GET is sent. */
  form?: Record<string, string>;
}

let clientCount = 0;

/** Sends requests over many connections; throws when one is refused. Times are in milliseconds. */
export async function sendLoad({ url, connections, seconds, form }: Load) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { host: 'localhost', 'accept-encoding': 'gzip, deflate, br' },
    requests: [form ? { setupRequest: (request) => ({ ...request, ...toPost(form) }) } : {}],
  });
  const count = result['2xx'] + result['3xx'];
  const refusedCount = result['4xx'] + result['5xx'] + result.errors;
  if (refusedCount > 0 || count === 0) {
    throw new Error(`${url}: ${refusedCount} of ${refusedCount + count} requests were refused`);
  }
  return { count, perSecond: count / result.duration, p99Ms: result.latency.p99 };
}

/** Gives each enquiry another client address (TRUST_PROXY=1), because rate limits count by address. */
function toPost(form: Record<string, string>): autocannon.Request {
  const client = (clientCount++).toString(16).padStart(8, '0');
  const form_token = randomBytes(32).toString('hex');
  return {
    method: 'POST',
    path: '/contact',
    headers: {
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `2001:db8:${client.slice(0, 4)}:${client.slice(4)}::1`,
    },
    body: new URLSearchParams({ ...form, form_token }).toString(),
  };
}

/** Returns by how many milliseconds the 99th percentile of response times rises while `work` is repeated. */
export async function measureDelay(load: Load, work: () => Promise<void>): Promise<number> {
  const delaysMs: number[] = [];
  for (let round = 0; round < pickSize(5, 1); round++) {
    const { p99Ms } = await sendLoad(load);
    let isLoading = true;
    const repeatWork = async () => {
      do await work();
      while (isLoading);
    };
    const loading = sendLoad(load).finally(() => (isLoading = false));
    const [during] = await Promise.all([loading, repeatWork()]);
    delaysMs.push(during.p99Ms - p99Ms);
  }
  return getMedian(delaysMs);
}

/** Starts a script of scripts/bench/rivals, which announces its port. */
export async function startRival(script: string, ...args: string[]) {
  const path = `scripts/bench/rivals/${script}`;
  const program = await startProgram(process.execPath, [path, ...args], {}, /^(\d+)/);
  return { ...program, url: `http://127.0.0.1:${program.announced}` };
}
