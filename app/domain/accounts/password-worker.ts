import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

export type PasswordJob =
  | { kind: 'hash'; text: string; cost: number }
  | { kind: 'compare'; text: string; hash: string }
  | { kind: 'guesses'; texts: string[]; ownWords: string[] };

// So many characters are judged: 256 may take half a second, in which nobody logs in.
const JUDGED = 128;
// The words take 0.1 s and 30 MB: they are read when the first new password is judged.
const loadEstimator = async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED });
};
let estimator: ReturnType<typeof loadEstimator> | undefined;

async function work(job: PasswordJob): Promise<string | boolean | number[]> {
  if (job.kind === 'hash') return hashSync(job.text, job.cost);
  if (job.kind === 'compare') return compareSync(job.text, job.hash);
  const judge = await (estimator ??= loadEstimator());
  return job.texts.map((text) => judge.check(text, job.ownWords).guesses);
}

parentPort?.on('message', async ({ id, job }: { id: number; job: PasswordJob }) => {
  parentPort?.postMessage({ id, result: await work(job) });
});
