import type { EntryContent, KindName } from '#app/content/kinds.server.ts';
import { database, type Db } from '#db/database.server.ts';
import { findMediaByName } from '#db/site-content.ts';
import {
  dropUnstoredMedia,
  filterStoredMedia,
  type ContentWithPictures,
} from './published.server.ts';

const UPLOAD_NAMES = /\b[0-9a-f]{64}\b/g;

/** Returns the content without media that are no longer stored; the same object when none is missing. */
export async function dropMissingMedia(
  kind: KindName,
  content: EntryContent,
  db: Db = database(),
): Promise<EntryContent> {
  const names = JSON.stringify(content).match(UPLOAD_NAMES) ?? [];
  return dropUnstoredMedia(kind, content, filterStoredMedia(await findMediaByName(db, names)));
}

/** Returns whether the drawing has the aspect ratio of the main picture, over which it is laid (PB-5). */
export async function hasMainPictureRatio(
  content: EntryContent,
  db: Db = database(),
): Promise<boolean> {
  const { pictures: [main] = [], drawing } = content as ContentWithPictures;
  if (!drawing || !main) return true;
  const drawingSize = await findPictureSize(db, drawing);
  const mainSize = await findPictureSize(db, main.name);
  if (!drawingSize || !mainSize) return true;
  // Heights were rounded to whole pixels.
  const expectedHeight = (drawingSize.width / mainSize.width) * mainSize.height;
  return Math.abs(expectedHeight - drawingSize.height) <= 1;
}

/** Returns undefined for a missing file and for one that is not a picture. */
async function findPictureSize(db: Db, name: string) {
  const [media] = await findMediaByName(db, [name]);
  return media && media.width > 0 ? media : undefined;
}
