import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentOf, EntryContent, KindName } from '#app/content/kinds.server.ts';
import { getDatabase, type Db } from '#db/database.server.ts';
import { isForbidden } from '#db/engine/file-access.ts';
import { findRow } from '#db/rows.ts';
import { listAllEntriesOutsideBin, type SiteEntry, type SiteMedia } from '#db/site-content.ts';
import { listMedia, listMediaByName, parseFileHashes, parseMediaFiles } from '#db/site-media.ts';
import { dropUnstoredMedia } from './entry-form.server.ts';
import type { IsStored } from './field-types.server.ts';
import { getMediaFolder } from './pictures.server.ts';

/** Returns a function that tells whether a row of this name has media of this type. */
export function createStoredMediaCheck(media: readonly SiteMedia[]): IsStored {
  const byName = new Map(media.map((row) => [row.name, row]));
  return (name, type) => {
    const row = byName.get(name);
    if (!row) return false;
    if (type === 'picture') return row.width > 0;
    return Object.hasOwn(parseFileHashes(row), `.${type}`);
  };
}

/** Returns the content without pictures and files that the database lacks, the same object if it has all (PB-10). */
export async function dropMissingMedia(
  kind: KindName,
  content: EntryContent,
  db: Db = getDatabase(),
): Promise<EntryContent> {
  const names = findMediaNames(JSON.stringify(content));
  const media = await listMediaByName(db, names);
  return dropUnstoredMedia(kind, content, createStoredMediaCheck(media));
}

/**
 * Returns whether the drawing and the first picture, over which it is laid (PB-5), have different ratios; false if one
 * of them is missing or not stored.
 */
export async function hasDrawingRatioMismatch(
  content: EntryContent,
  db: Db = getDatabase(),
): Promise<boolean> {
  const { pictures: [main] = [], drawing } = content as Partial<ContentOf<'projects'>>;
  if (!drawing || !main) return false;

  const drawingSize = await findPictureSize(db, drawing);
  const mainSize = await findPictureSize(db, main.name);
  if (!drawingSize || !mainSize) return false;

  // Heights were rounded to whole pixels.
  const expectedHeight = (drawingSize.width / mainSize.width) * mainSize.height;
  return Math.abs(expectedHeight - drawingSize.height) > 1;
}

/** Returns undefined for a missing file and for media that are not pictures. */
async function findPictureSize(db: Db, name: string): Promise<SiteMedia | undefined> {
  const media = await findRow(db, 'site_media', { name });
  return media && media.width > 0 ? media : undefined;
}

/** Returns the names of the media in the drafts and published contents of these entries. */
export function listMediaNames(entries: readonly SiteEntry[]): Set<string> {
  return new Set(
    entries.flatMap(({ draft, published }) => findMediaNames(`${draft ?? ''} ${published ?? ''}`)),
  );
}

/** A name is a SHA-256: nothing else in a content looks like one. */
function findMediaNames(content: string): string[] {
  return content.match(/\b[0-9a-f]{64}\b/g) ?? [];
}

/**
 * `brokenNames` are used media with a missing or changed file; `unreadablePaths` are their files that the user of
 * this process may not read. The other numbers cover all media.
 */
interface MediaReport {
  brokenNames: string[];
  unreadablePaths: string[];
  mediaCount: number;
  totalBytes: number;
}

/**
 * Compares the media that entries outside the bin use with the files on the disk, by their hashes. Throws for a file
 * name that this site would not use, which a restored database may have.
 */
export async function checkMediaFiles(): Promise<MediaReport> {
  const rows = await listMedia(getDatabase());
  const mediaByName = new Map(rows.map((row) => [row.name, row]));
  const usedNames = listMediaNames(await listAllEntriesOutsideBin(getDatabase()));

  const brokenNames: string[] = [];
  const unreadablePaths: string[] = [];
  for (const name of usedNames) {
    const media = mediaByName.get(name);
    if (!media) {
      brokenNames.push(name);
      continue;
    }

    const files = parseMediaFiles(media).map(({ file, sha256 }) => {
      return { path: join(getMediaFolder(), file), sha256 };
    });
    const forbiddenFiles = files.filter(({ path }) => isForbidden(path, 'r'));
    unreadablePaths.push(...forbiddenFiles.map(({ path }) => path));

    const readableFiles = files.filter((file) => !forbiddenFiles.includes(file));
    if (!readableFiles.every(hasHash)) brokenNames.push(name);
  }

  const totalBytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return { brokenNames, unreadablePaths, mediaCount: rows.length, totalBytes };
}

function hasHash({ path, sha256 }: { path: string; sha256: string }): boolean {
  return existsSync(path) && hash('sha256', readFileSync(path)) === sha256;
}
