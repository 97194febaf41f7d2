import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { config } from '#app/config.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import {
  type ArrivingFiles,
  mediaType,
  writeFile,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { isOutOfSpace } from '#app/domain/attachments/attachment-folder.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { MB, SITE } from '#app/domain/limits.ts';
import { plainLine } from '#app/domain/plain-text.ts';
import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { freeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import {
  PICTURE_FILE,
  type SitePicture,
  allPictures,
  findPicture,
  forgetPictures,
  insertPicture,
  pictureFiles,
  touchPictures,
} from '#db/site-content.ts';
import type { Author } from './entries.server.ts';
import type { PictureJob, PictureResult } from './picture-worker.ts';

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic']);
/** What a picture's forms may take is left when it has come. */
const ROOM_BYTES = MIN_FREE_BYTES + 4 * SITE.pictureMb * MB;
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

export const mediaFolder = () => join(config().dataDir, 'media');

export interface PictureRefusal {
  name: string;
  kind: 'type' | 'large' | 'narrow' | 'unreadable' | 'room' | 'many';
}

export interface TakenPictures {
  pictures: SitePicture[];
  drawing: SitePicture | null;
  refused: PictureRefusal[];
}

/**
 * The good ones are taken, each of the others has its line (PB-5). All are received before the first is
 * made: who sends does not wait with an open line for what is made of it.
 */
export async function takePictures(
  arriving: ArrivingFiles | undefined,
  author: Author,
): Promise<TakenPictures> {
  const taken: TakenPictures = { pictures: [], drawing: null, refused: [] };
  mkdirSync(mediaFolder(), { recursive: true, mode: 0o700 });
  const received: { name: string; part: string; whole: Received; isDrawing: boolean }[] = [];
  try {
    for await (const { name: given, field, bytes } of arriving?.files ?? []) {
      const name = plainLine(given).slice(0, 120) || 'file';
      const part = join(mediaFolder(), `${randomToken(16, 'hex')}.part`);
      const isDrawing = field === 'drawing';
      const isMany = received.push({ name, part, whole: 'large', isDrawing }) > SITE.pictures;
      if (isMany) taken.refused.push({ name, kind: 'many' });
      // One too many is let by: what stands behind it is to come.
      received.at(-1)!.whole = await receive(bytes, part, isMany ? 0 : SITE.pictureMb * MB);
    }
    for (const { name, part, whole, isDrawing } of received.slice(0, SITE.pictures)) {
      const result = typeof whole === 'string' ? whole : await take(part, whole, isDrawing, author);
      if (typeof result === 'string') taken.refused.push({ name, kind: result });
      else if (isDrawing) taken.drawing = result;
      else taken.pictures.push(result);
    }
  } finally {
    const parts = new Set(received.map(({ part }) => basename(part, '.part')));
    for (const file of filesIn()) {
      if (parts.has(file.split('.')[0]!)) rmSync(join(mediaFolder(), file), { force: true });
    }
  }
  return taken;
}

/** Under the hash of what came: the same file is the same picture. */
async function take(
  part: string,
  { sha256, type }: Whole,
  isDrawing: boolean,
  author: Author,
): Promise<SitePicture | PictureRefusal['kind']> {
  try {
    if (isDrawing && type !== 'image/png') return 'type';
    const found = await findPicture(database(), sha256);
    const kept = found && isComplete(found) ? found : null;
    // The same file may be shown as a picture and lie upon it as a drawing: each has forms of its own.
    const forms = kept ? (JSON.parse(kept.files) as object) : {};
    if (kept && Object.hasOwn(forms, isDrawing ? '720.png' : 'og.jpg')) return kept;
    if (freeBytes() < ROOM_BYTES) return 'room';
    const result = await made({ path: part, type, target: `${part}-`, isDrawing });
    // A decoder says the same of a damaged picture and of a disk that is full.
    if (result.kind === 'unreadable' && freeBytes() < ROOM_BYTES) return 'room';
    return await keep(result, part, { sha256, kept, author });
  } catch (error) {
    if (isOutOfSpace(error)) return 'room';
    throw error;
  }
}

interface Whole {
  sha256: string;
  type: string;
}

type Received = Whole | PictureRefusal['kind'];

const UNWRITTEN = { empty: 'type', notAccepted: 'type', tooLarge: 'large', room: 'room' } as const;

/** The disk is the enquiries' first: what came before may have filled it. */
async function receive(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  maxBytes: number,
): Promise<Received> {
  const handle = await open(part, 'wx', 0o600);
  const pause = () => (freeBytes() < ROOM_BYTES ? 'room' : null);
  try {
    const written = await writeFile(handle, bytes, { maxBytes, typeOf: pictureType, pause });
    return typeof written === 'string' ? UNWRITTEN[written] : written;
  } catch (error) {
    if (isOutOfSpace(error)) return 'room';
    throw error;
  } finally {
    await handle.close();
  }
}

async function pictureType(head: Uint8Array): Promise<string | null> {
  const type = await mediaType(head);
  return TYPES.has(type) ? type : null;
}

/** Bytes first, then the row that names them: a kill between leaves files that the next sweep takes. */
async function keep(
  result: PictureResult,
  part: string,
  { sha256, kept, author }: { sha256: string; kept: SitePicture | null; author: Author },
): Promise<SitePicture | PictureRefusal['kind']> {
  if (result.kind !== 'made') return result.kind;
  const { width, height, widths, tone, files } = result;
  let bytes = kept?.bytes ?? 0;
  const hashes = (kept ? JSON.parse(kept.files) : {}) as Record<string, string>;
  for (const name of files) {
    const from = `${part}-${name}`;
    await using handle = await open(from, 'r');
    await handle.sync();
    const made = await handle.readFile();
    bytes += made.length;
    hashes[name] = hashOf(made);
    renameSync(from, join(mediaFolder(), `${sha256}-${name}`));
  }
  const folder = await open(mediaFolder(), 'r');
  await folder.sync().finally(() => folder.close());
  const picture = {
    name: sha256,
    width,
    height,
    widths: JSON.stringify(widths),
    tone,
    files: JSON.stringify(hashes),
    bytes,
    last_used_at: new Date().toISOString(),
  };
  await inTransaction(async (tx) => {
    await insertPicture(tx, picture);
    const { admin, requester } = author;
    await recordAudit(tx, requester, 'site.picture', { admin: admin.id, picture: sha256, bytes });
  });
  return picture;
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let last: Promise<unknown> = Promise.resolve();

/** One at a time: memory and the other core are the visitors'. */
function made(job: PictureJob): Promise<PictureResult> {
  const next = last.then(() => inThread(job));
  last = next;
  return next;
}

function inThread(job: PictureJob): Promise<PictureResult> {
  return new Promise((resolve) => {
    let result: PictureResult = { kind: 'unreadable' };
    const url = new URL('./picture-worker.ts', import.meta.url);
    const thread = new Worker(url, { workerData: job, resourceLimits: HEAP });
    const late = setTimeout(() => void thread.terminate(), 2 * SITE.pictureSeconds * SECOND);
    thread.once('message', (message: PictureResult) => (result = message));
    // A decoder that breaks ends its thread alone.
    thread.on('error', (error: Error) => logError('picture-not-made', { reason: error.message }));
    thread.once('exit', () => {
      clearTimeout(late);
      resolve(result);
    });
  });
}

function filesIn(): string[] {
  try {
    return readdirSync(mediaFolder());
  } catch {
    return [];
  }
}

/** Whether a picture's files are all there. */
function isComplete(picture: SitePicture): boolean {
  return pictureFiles(picture).every(({ file }) => existsSync(join(mediaFolder(), file)));
}

/**
 * Daily: what no entry, draft or bin has shown for thirty days goes, its row first; and files that no
 * row names, once a broken-off upload cannot be under way any more.
 */
export async function sweepPictures(now = Date.now()): Promise<number> {
  const before = new Date(now - SITE.unusedPictureDays * DAY).toISOString();
  const known = await inTransaction(async (tx) => {
    await touchPictures(tx, new Date(now).toISOString());
    await forgetPictures(tx, before);
    return new Set((await allPictures(tx)).map(({ name }) => name));
  });
  const left = filesIn().filter((file) => {
    const [, name = ''] = PICTURE_FILE.exec(file) ?? [];
    if (known.has(name)) return false;
    const { mtimeMs = now } = statSync(join(mediaFolder(), file), { throwIfNoEntry: false }) ?? {};
    return mtimeMs < now - DAY;
  });
  for (const file of left) rmSync(join(mediaFolder(), file), { force: true });
  return left.length;
}
