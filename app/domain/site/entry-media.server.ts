import { getPicture } from '#app/content/catalogue/pictures.server.ts';
import type { EntryContent, KindName } from '#app/content/kinds.server.ts';
import { type Db, database } from '#db/database.server.ts';
import { findMediaByName } from '#db/site-content.ts';
import {
  type ContentWithPictures,
  isSample,
  filterStoredMedia,
  dropUnstoredMedia,
} from './published.server.ts';

const UPLOAD_NAMES = /\b[0-9a-f]{64}\b/g;

/** Returns the same object where every picture and file of the content is still stored. */
export async function dropMissingMedia(
  kind: KindName,
  content: EntryContent,
  db: Db = database(),
): Promise<EntryContent> {
  const names = JSON.stringify(content).match(UPLOAD_NAMES) ?? [];
  return dropUnstoredMedia(kind, content, filterStoredMedia(await findMediaByName(db, names)));
}

/** The drawing is laid over the main picture, so both need one aspect ratio (PB-5). */
export async function fitsMainPicture(
  content: EntryContent,
  db: Db = database(),
): Promise<boolean> {
  const { pictures: [main] = [], drawing } = content as ContentWithPictures;
  if (!drawing || !main) return true;
  const drawingSize = await findPictureSize(db, drawing);
  const mainSize = await findPictureSize(db, main.name);
  if (!drawingSize || !mainSize) return true;
  // Each was rounded to whole pixels.
  const expectedHeight = (drawingSize.width / mainSize.width) * mainSize.height;
  return Math.abs(expectedHeight - drawingSize.height) <= 1;
}

/** Returns undefined for a file that is not a picture, too. */
async function findPictureSize(db: Db, name: string) {
  if (isSample(name)) return getPicture(name, 'en');
  const [media] = await findMediaByName(db, [name]);
  return media && media.width > 0 ? media : undefined;
}
