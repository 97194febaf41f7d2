import { parentPort, workerData } from 'node:worker_threads';
import { drawing, typed } from '../../tests/support/people/enquirer.ts';

/** The message from the bench to the thread, which answers with the status of each upload. */
export interface Uploads {
  url: string;
  /** A solved human check for each upload. */
  proofs: string[];
  fileMegabytes: number;
}

// The bench measures other requests meanwhile: in its own thread they would wait for the bytes of the files.
const { url, proofs, fileMegabytes }: Uploads = workerData;
parentPort!.postMessage(await Promise.all(proofs.map(upload)));

async function upload(turnstileToken: string, i: number): Promise<number> {
  const body = new FormData();
  const fields = { ...typed, message: `Upload ${i}`, turnstileToken };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('files', drawing('plan.pdf', { bytes: fileMegabytes * 1024 * 1024, mark: String(i) }));

  const headers = { 'x-forwarded-for': `192.0.2.${i}` };
  const init = { method: 'POST', redirect: 'manual', headers, body } as const;
  const response = await fetch(`${url}/contact`, init);
  await response.arrayBuffer();
  return response.status;
}
