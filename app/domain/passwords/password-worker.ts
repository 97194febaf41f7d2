import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

/** What the worker is asked: to hash (no hash given) or to compare. */
export interface PasswordJob {
  id: number;
  text: string;
  hash: string | null;
  cost: number;
}

export interface PasswordResult {
  id: number;
  hash: string;
  match: boolean;
}

parentPort?.on('message', ({ id, text, hash, cost }: PasswordJob) => {
  const result: PasswordResult =
    hash === null
      ? { id, hash: hashSync(text, cost), match: false }
      : { id, hash, match: compareSync(text, hash) };
  parentPort?.postMessage(result);
});
