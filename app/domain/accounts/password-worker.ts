import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

export type PasswordJob =
  | { kind: 'hash'; text: string; cost: number }
  | { kind: 'compare'; texts: string[]; hash: string }
  | { kind: 'guesses'; texts: string[]; knownWords: string[] };

// Estimating 256 characters may take half a second, which would delay every sign-in.
const MAX_ESTIMATED_LENGTH = 128;
// The dictionaries take 0.1 s and 30 MB: they are loaded for the first new password.
const loadEstimator = async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_ESTIMATED_LENGTH,
  });
};
let estimator: ReturnType<typeof loadEstimator> | undefined;

async function runJob(job: PasswordJob): Promise<string | boolean | number[]> {
  if (job.kind === 'hash') return hashSync(job.text, job.cost);
  if (job.kind === 'compare') return job.texts.some((text) => compareSync(text, job.hash));
  const loadedEstimator = await (estimator ??= loadEstimator());
  return job.texts.map((text) => loadedEstimator.check(text, job.knownWords).guesses);
}

parentPort?.on('message', async ({ id, job }: { id: number; job: PasswordJob }) => {
  parentPort?.postMessage({ id, result: await runJob(job) });
});
