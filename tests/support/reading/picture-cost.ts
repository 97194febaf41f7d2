// Creates the preview of a file, or the sizes of an uploaded picture, and prints the peak memory of the
// worker process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPreview } from '#app/domain/attachments/attachment-preview.server.ts';
import { runPictureProcess } from '#app/domain/attachments/picture-process.server.ts';
import type { PictureJob, PictureResult } from '#app/domain/site/picture-worker.ts';
import { newFolder } from '../servers/new-data.ts';
import { peakMegabytes } from './memory.ts';

const [, , purpose = '', path = '', type = ''] = process.argv;
const TIMEOUT_MS = 120_000;
const PICTURE_WORKER = new URL('../../../app/domain/site/picture-worker.ts', import.meta.url);

let megabytes = 0;
const timer = setInterval(() => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  for (const pid of children.split(' ').filter(Boolean))
    megabytes = Math.max(megabytes, readPeakMegabytes(pid));
}, 2);
const isMade = purpose === 'preview' ? await makePreview() : await makePicture();
clearInterval(timer);
console.log(JSON.stringify({ isMade, megabytes: Math.round(megabytes) }));

async function makePreview(): Promise<boolean> {
  return (await createPreview(path, type, TIMEOUT_MS)) !== null;
}

async function makePicture(): Promise<boolean> {
  const target = join(newFolder(), 'made-');
  const job: PictureJob = { path, type, target, purpose: 'pictures' };
  const result = await runPictureProcess<PictureJob, PictureResult>(
    PICTURE_WORKER,
    job,
    TIMEOUT_MS,
  );
  return result?.kind === 'made';
}

/** Returns 0 for a process that has just ended. */
function readPeakMegabytes(pid: string): number {
  try {
    return peakMegabytes(Number(pid)) || 0;
  } catch {
    return 0;
  }
}
