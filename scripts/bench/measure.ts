import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { startProgram, type StartedProgram } from '../../tests/support/servers/start-program.ts';

export interface Row {
  label: string;
  figure: number | string;
  unit: string;
  bar: string;
  holds: boolean;
}

const isSmall = process.argv.includes('--small');

/** Returns `small` with the option --small, which checks only that the bench works. */
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

/** Formats a fraction below 100 with two decimals, and any other figure with none. */
export function formatFigure(figure: number): string {
  return figure >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toFixed(2);
}

/** Returns the lower of the two middle numbers for an even count, and NaN without numbers. */
export function getLowerMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
}

/** Returns the lower median of `measure` in several rounds, after further rounds that only warm up. */
export async function measureMedian(
  rounds: number,
  measure: () => Promise<number>,
  warmUpRounds = 1,
): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const figure = await measure();
    if (round >= warmUpRounds) figures.push(figure);
  }
  return getLowerMedian(figures);
}

interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** The fields of an enquiry, which is posted from a different client each time. Without it, GET is sent. */
  form?: Record<string, string>;
}

let clientCount = 0;

/** Sends requests over many connections. Throws when one is refused, or none was answered. */
export async function sendLoad({ url, connections, seconds, form }: Load) {
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    headers: { host: 'localhost', 'accept-encoding': 'gzip, deflate, br' },
  };

  if (form) {
    const setupRequest = (request: autocannon.Request) => ({ ...request, ...toPost(form) });
    options.requests = [{ setupRequest }];
  } else {
    // In a thread of its own, pages wait for the server only, not for what the bench does meanwhile. A function that
    // builds a request cannot be sent there.
    options.workers = 1;
  }

  const result = await autocannon(options);

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

/** Returns the rise of the 99th percentile (ms) while `work` is repeated, the median of several rounds. */
export function measureDelayMs(load: Load, work: () => Promise<void>): Promise<number> {
  const measureRound = async () => {
    const resultWithoutWork = await sendLoad(load);
    const controller = new AbortController();
    const loading = sendLoad(load).finally(() => controller.abort());
    const [resultDuringWork] = await Promise.all([loading, repeat(work, controller.signal)]);
    return resultDuringWork.p99Ms - resultWithoutWork.p99Ms;
  };
  return measureMedian(pickSize(5, 1), measureRound, 0);
}

async function repeat(work: () => Promise<void>, stopSignal: AbortSignal): Promise<void> {
  do await work();
  while (!stopSignal.aborted);
}

/** Starts a server of scripts/bench/rivals, which announces its port. */
export async function startRivalServer(
  script: string,
  ...args: string[]
): Promise<StartedProgram & { url: string }> {
  const path = `scripts/bench/rivals/${script}`;
  const program = await startProgram(process.execPath, [path, ...args], {}, /^(\d+)/);
  return { ...program, url: `http://127.0.0.1:${program.announced}` };
}
