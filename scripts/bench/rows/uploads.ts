import { join } from 'node:path';
import { drawing, solveProof, typed } from '../../../tests/support/people/enquirer.ts';
import { peakMegabytes, residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { type Row, load, quantile, row, startSite } from '../measure.ts';

const UPLOADS = 20;
const FILE_BYTES = 15 * 1024 * 1024;
const CLIENTS = 4;
const SECONDS = 4;

export async function benchUploads(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'uploads'), { TRUST_PROXY: '1' });
  const { port, pid } = site;
  const proofs: string[] = [];
  for (let i = 0; i < UPLOADS; i++) proofs.push(await solveProof(`http://127.0.0.1:${port}`));
  const order = { port, connections: CLIENTS, seconds: SECONDS, ask: typed };
  await load({ ...order, run: 0 });
  const before = residentMegabytes(pid);
  const uploads = Promise.all(proofs.map((proof, i) => upload(port, proof, i)));
  const report = await load({ ...order, run: 1 });
  const statuses = await uploads;
  const grown = peakMegabytes(pid) - before;
  await site.stop();
  // What does not get its turn in time is told to come back: that is the bound, not a failure.
  const wrong = statuses.filter((status) => status !== 303 && status !== 503);
  if (wrong.length > 0) throw new Error(`uploads were answered ${wrong.join(', ')}`);
  const taken = statuses.filter((status) => status === 303).length;
  if (taken === 0) throw new Error('no upload was taken');
  const meanwhile = `while ${UPLOADS} files of 15 MB are uploaded (${taken} taken)`;
  const p99 = quantile(report.times, 0.99);
  return [
    row(`enquiries ${meanwhile}: 99 of 100 answered within`, p99, 'ms', '≤', 100),
    row(`growth of memory ${meanwhile}`, grown, 'MB', '≤', 64),
  ];
}

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
