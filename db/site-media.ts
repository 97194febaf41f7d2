import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { SiteMedia } from '#db/site-content.ts';

/** The name of a media file: the name of the media, and the variant. */
export const MEDIA_FILE = /^([0-9a-f]{64})(-\d{3,4}\.(?:avif|jpg|png)|-og\.jpg|\.pdf|\.svg)$/;

/** Returns `name-960.jpg` for the variant '960.jpg', and `name.pdf` for '.pdf'. */
export const getMediaFileName = (name: string, variant: string): string =>
  variant.startsWith('.') ? name + variant : `${name}-${variant}`;

export interface MediaFile {
  file: string;
  sha256: string;
}

/** Returns the SHA-256 of each file by its variant. */
export const parseFileHashes = ({ files }: Pick<SiteMedia, 'files'>): Record<string, string> =>
  JSON.parse(files) as Record<string, string>;

/** Returns the files of all variants. Throws for an invalid name: a restored database may contain any text, even a path. */
export function parseMediaFiles(media: Pick<SiteMedia, 'name' | 'files'>): MediaFile[] {
  return Object.entries(parseFileHashes(media)).map(([variant, sha256]) => {
    const file = getMediaFileName(media.name, variant);
    if (!MEDIA_FILE.test(file))
      throw new Error(`media ${media.name} has a file with a name that this site would not use`);
    return { file, sha256 };
  });
}

export function listMedia(db: Db): Promise<SiteMedia[]> {
  return db.selectFrom('site_media').selectAll().execute();
}

export function listMediaByName(db: Db, names: readonly string[]): Promise<SiteMedia[]> {
  return db.selectFrom('site_media').selectAll().where('name', 'in', names).execute();
}

/** Sets the time of last use of all media in an entry, a draft or the bin. */
export async function markUsedMedia(tx: Db, usedAt: string): Promise<void> {
  // json_tree yields every string in a content as `atom`: some are names of media.
  await sql`
    UPDATE site_media SET last_used_at = ${usedAt} WHERE name IN (
      SELECT atom FROM site_entries, json_tree(draft) UNION
      SELECT atom FROM site_entries, json_tree(published)
    )`.execute(tx);
}
