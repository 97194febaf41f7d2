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
import { ATTACHMENTS, KB, MB, SITE } from '#app/domain/limits.ts';
import { plainLine } from '#app/domain/plain-text.ts';
import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { freeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import {
  MEDIA_FILE,
  type SiteMedia,
  allMedia,
  findAllMedia,
  forgetMedia,
  insertMedia,
  mediaFile,
  mediaFiles,
  touchMedia,
} from '#db/site-content.ts';
import type { Author } from './entries.server.ts';
import type { MediaField, PictureJob, PictureResult } from './picture-worker.ts';

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic']);
// What a picture's forms may take is left when it has come.
const ROOM_BYTES = MIN_FREE_BYTES + 4 * SITE.pictureMb * MB;
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

export const mediaFolder = () => join(config().dataDir, 'media');

export interface PictureRefusal {
  name: string;
  as: MediaField;
  kind: 'type' | 'large' | 'room' | 'many' | Exclude<PictureResult['kind'], 'made'>;
}

export interface TakenPictures {
  pictures: (SiteMedia & { field: string })[];
  others: Partial<Record<MediaField, SiteMedia>>;
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
  const taken: TakenPictures = { pictures: [], others: {}, refused: [] };
  mkdirSync(mediaFolder(), { recursive: true, mode: 0o700 });
  const received: { name: string; part: string; whole: Received; as: MediaField; field: string }[] =
    [];
  try {
    for await (const { name: given, field, bytes } of arriving?.files ?? []) {
      const name = plainLine(given, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax) || 'file';
      const part = join(mediaFolder(), `${randomToken(16, 'hex')}.part`);
      // Those of an article's parts are pictures like others.
      const as = (field === 'blocks' ? 'pictures' : field) as MediaField;
      const isMany = received.push({ name, part, whole: 'large', as, field }) > SITE.pictures;
      if (isMany) taken.refused.push({ name, as, kind: 'many' });
      // One too many is let by: what stands behind it is to come.
      received.at(-1)!.whole = await receive(bytes, part, as, isMany ? 0 : mostBytes(as));
    }
    for (const { name, part, whole, as, field } of received.slice(0, SITE.pictures)) {
      const result = typeof whole === 'string' ? whole : await take(part, whole, as, author);
      if (typeof result === 'string') taken.refused.push({ name, as, kind: result });
      else if (as === 'pictures') taken.pictures.push({ ...result, field });
      else taken.others[as] = result;
    }
  } finally {
    const parts = new Set(received.map(({ part }) => basename(part, '.part')));
    for (const file of filesIn()) {
      if (parts.has(file.split('.')[0]!)) rmSync(join(mediaFolder(), file), { force: true });
    }
  }
  return taken;
}

const FORM_OF: Readonly<Record<MediaField, string>> = {
  pictures: 'og.jpg',
  drawing: '720.png',
  file: '.pdf',
  mark: '.svg',
};

const mostBytes = (as: MediaField) => (as === 'mark' ? SITE.markKb * KB : SITE.pictureMb * MB);

/** Under the hash of what came: the same file is the same picture. */
async function take(
  part: string,
  { sha256, type }: Whole,
  as: MediaField,
  author: Author,
): Promise<SiteMedia | PictureRefusal['kind']> {
  try {
    if (as === 'drawing' && type !== 'image/png') return 'type';
    const [found] = await findAllMedia(database(), [sha256]);
    const kept = found && isComplete(found) ? found : null;
    // The same file may be shown as a picture and lie upon it as a drawing: each has forms of its own.
    const forms = kept ? (JSON.parse(kept.files) as object) : {};
    if (kept && Object.hasOwn(forms, FORM_OF[as])) return kept;
    if (freeBytes() < ROOM_BYTES) return 'room';
    const result = await made({ path: part, type, target: `${part}-`, as });
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
  as: MediaField,
  maxBytes: number,
): Promise<Received> {
  const handle = await open(part, 'wx', 0o600);
  const pause = () => (freeBytes() < ROOM_BYTES ? 'room' : null);
  try {
    const written = await writeFile(handle, bytes, { maxBytes, typeOf: typesOf[as], pause });
    if (typeof written !== 'string') return written;
    return as === 'file' && written === 'notAccepted' ? 'pdf' : UNWRITTEN[written];
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

const typesOf: Record<MediaField, (head: Uint8Array) => Promise<string | null>> = {
  pictures: pictureType,
  drawing: pictureType,
  file: async (head) => ((await mediaType(head)) === 'application/pdf' ? 'application/pdf' : null),
  // What it is shows when it is read.
  mark: () => Promise.resolve('image/svg+xml'),
};

/** Bytes first, then the row that names them: a kill between leaves files that the next sweep takes. */
async function keep(
  result: PictureResult,
  part: string,
  { sha256, kept, author }: { sha256: string; kept: SiteMedia | null; author: Author },
): Promise<SiteMedia | PictureRefusal['kind']> {
  if (result.kind !== 'made') return result.kind;
  const { width, height, widths, tone, files } = result;
  let bytes = kept?.bytes ?? 0;
  const hashes = (kept ? JSON.parse(kept.files) : {}) as Record<string, string>;
  for (const name of files) {
    const from = `${part}-${name}`;
    await using handle = await open(from, 'r');
    await handle.chmod(0o600);
    await handle.sync();
    const made = await handle.readFile();
    bytes += made.length;
    hashes[name] = hashOf(made);
    renameSync(from, join(mediaFolder(), mediaFile(sha256, name)));
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
    await insertMedia(tx, picture);
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

function isComplete(picture: SiteMedia): boolean {
  return mediaFiles(picture).every(({ file }) => existsSync(join(mediaFolder(), file)));
}

/**
 * Daily: what no entry, draft or bin has shown for thirty days goes, its row first; and files that no
 * row names, once a broken-off upload cannot be under way any more.
 */
export async function sweepPictures(now = Date.now()): Promise<number> {
  const before = new Date(now - SITE.unusedPictureDays * DAY).toISOString();
  const known = await inTransaction(async (tx) => {
    await touchMedia(tx, new Date(now).toISOString());
    await forgetMedia(tx, before);
    return new Set((await allMedia(tx)).map(({ name }) => name));
  });
  const left = filesIn().filter((file) => {
    const [, name = ''] = MEDIA_FILE.exec(file) ?? [];
    if (known.has(name)) return false;
    const { mtimeMs = now } = statSync(join(mediaFolder(), file), { throwIfNoEntry: false }) ?? {};
    return mtimeMs < now - DAY;
  });
  for (const file of left) rmSync(join(mediaFolder(), file), { force: true });
  return left.length;
}
