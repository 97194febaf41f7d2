import { join } from 'node:path';
import { typed } from '../../../tests/support/people/enquiry.ts';
import { drawing } from '../../../tests/support/people/drawings.ts';
import { solveProof } from '../../../tests/support/people/proof.ts';
import { peakMegabytes, residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { startSite } from '../child.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import { post } from './enquiries.ts';

const UPLOADS = 20;
const FILE_BYTES = 15 * 1024 * 1024;
const CLIENTS = 4;
const SECONDS = 4;

/** What ordinary enquiries wait, and what memory grows, while twenty files of 15 MB come in (AT-4). */
export async function benchUploads(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'uploads'), { TRUST_PROXY: '1' });
  const { port } = site;
  const pid = site.process.pid!;
  const proofs: string[] = [];
  for (let i = 0; i < UPLOADS; i++) proofs.push(await solveProof(`http://127.0.0.1:${port}`));
  const order = { port, connections: CLIENTS, seconds: SECONDS, fields: typed };
  await post({ ...order, run: 0 });
  const before = residentMegabytes(pid);
  const uploads = Promise.all(proofs.map((proof, i) => upload(port, proof, i)));
  const report = await post({ ...order, run: 1 });
  const statuses = await uploads;
  const grown = peakMegabytes(pid) - before;
  await site.stop();
  // What does not get its turn in time is told to come back: that is the bound, not a failure.
  const wrong = statuses.filter((status) => status !== 303 && status !== 503);
  if (wrong.length > 0) throw new Error(`uploads were answered ${wrong.join(', ')}`);
  console.error(
    `uploads: ${statuses.filter((status) => status === 303).length} of ${UPLOADS} taken`,
  );
  const p99 = quantile(report.times, 0.99);
  return [
    {
      what: `enquiries while ${UPLOADS} files of 15 MB are uploaded: 99 of 100 answered within`,
      figure: p99,
      unit: 'ms',
      bar: '≤ 100 ms',
      holds: p99 <= 100,
    },
    {
      what: `growth of memory while ${UPLOADS} files of 15 MB are uploaded`,
      figure: grown,
      unit: 'MB',
      bar: '≤ 64 MB',
      holds: grown <= 64,
    },
  ];
}

/** One verified sender at an address of his own; returns the status of the answer. */
async function upload(port: number, turnstileToken: string, i: number): Promise<number> {
  const body = new FormData();
  const fields = { ...typed, message: `Upload ${i}`, turnstileToken };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('files', drawing('plan.pdf', { bytes: FILE_BYTES, mark: String(i) }));
  const answer = await fetch(`http://127.0.0.1:${port}/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': `192.0.2.${i}` },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
