import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { solveProof, typed } from '../../../tests/support/people/enquirer.ts';
import { peakMegabytes, residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import { createRow, pickSize, sendLoad, type Row } from '../measure.ts';
import type { Uploads } from '../upload-thread.ts';

const UPLOADS = pickSize(20, 2);
const FILE_MEGABYTES = 15;

/**
 * Measures the 99th percentile of enquiries, and the growth of the server's memory, while large files are uploaded.
 * Throws if an upload is refused for another reason than that it did not get its turn in time.
 */
export async function measureUploads(): Promise<Row[]> {
  await using site = await serveSite({ TRUST_PROXY: '1' });
  const proofs: string[] = [];
  for (let i = 0; i < UPLOADS; i++) proofs.push(await solveProof(site.url));

  const load = { url: site.url, connections: 4, seconds: pickSize(4, 1), form: typed };
  // Warms the server up, so that the growth of its memory is that of the uploads.
  await sendLoad(load);
  const startMegabytes = residentMegabytes(site.pid());

  const uploads = sendUploads({ url: site.url, proofs, fileMegabytes: FILE_MEGABYTES });
  const { p99Ms } = await sendLoad(load);
  const statuses = await uploads;
  const grownMegabytes = peakMegabytes(site.pid()) - startMegabytes;

  const acceptedCount = countAccepted(statuses);
  const label = `while ${UPLOADS} files of ${FILE_MEGABYTES} MB are uploaded (${acceptedCount} accepted)`;
  return [
    createRow(`enquiries ${label}: 99 % are accepted within`, p99Ms, 'ms', '≤', 100),
    createRow(`growth of memory ${label}`, grownMegabytes, 'MB', '≤', 64),
  ];
}

/** Throws if no upload was accepted, or one was refused for another reason than the bound. */
function countAccepted(statuses: readonly number[]): number {
  // An upload that does not get its turn in time is refused with 503: that is the bound.
  const acceptedCount = statuses.filter((status) => status === 303).length;
  const refusedCount = statuses.filter((status) => status === 503).length;

  if (acceptedCount === 0 || acceptedCount + refusedCount < statuses.length) {
    throw new Error(`uploads were answered ${statuses.join(', ')}`);
  }
  return acceptedCount;
}

async function sendUploads(uploads: Uploads): Promise<number[]> {
  const thread = new Worker(new URL('../upload-thread.ts', import.meta.url), {
    workerData: uploads,
  });
  const [statuses] = await once(thread, 'message');
  return statuses;
}
