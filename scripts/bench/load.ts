import { Worker } from 'node:worker_threads';
import type { LoadOrder } from './load-worker.ts';

/** Answers per second that a server on this machine gives to one request, sent again and again. */
export function answersPerSecond(order: LoadOrder): Promise<number> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** A GET as a browser sends it. */
export function getRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`;
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}

/** The number that a share of all numbers does not exceed, e.g. 0.99. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
