import type { EntryContent, KindName, ShownPicture } from '#app/content/kinds.server.ts';
import { getDatabase, type Db } from '#db/database.server.ts';
import { type SiteMedia } from '#db/site-content.ts';
import { listMediaByName, parseFileHashes } from '#db/site-media.ts';
import { dropMissingPictures } from './entry-form.server.ts';

type ContentWithPictures = EntryContent & {
  pictures?: ShownPicture[];
  drawing?: string | null;
};
type MediaType = 'picture' | 'pdf' | 'svg';
type IsStored = (name: string, type: MediaType) => boolean;

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

const TYPE_BY_FIELD = { file: 'pdf', mark: 'svg' } as const;

/**
 * Returns the content without pictures and files that are not stored, the same object if all are. A missing
 * picture would break every list (PB-10).
 */
export function dropUnstoredMedia(
  kind: KindName,
  content: EntryContent,
  isStored: IsStored,
): EntryContent {
  let remaining = dropMissingPictures(kind, content, (name) => isStored(name, 'picture'));
  for (const [field, type] of Object.entries(TYPE_BY_FIELD)) {
    const name = content[field];
    const isMissing = typeof name === 'string' && !isStored(name, type);
    if (isMissing) remaining = { ...remaining, [field]: null };
  }
  return remaining;
}

const UPLOAD_NAMES = /\b[0-9a-f]{64}\b/g;

/** Like dropUnstoredMedia, but reads the stored media from the database. */
export async function dropMissingMedia(
  kind: KindName,
  content: EntryContent,
  db: Db = getDatabase(),
): Promise<EntryContent> {
  const names = JSON.stringify(content).match(UPLOAD_NAMES) ?? [];
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
  const { pictures: [main] = [], drawing } = content as ContentWithPictures;
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
  const [media] = await listMediaByName(db, [name]);
  return media && media.width > 0 ? media : undefined;
}
