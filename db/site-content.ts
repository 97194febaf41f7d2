import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Schema } from '#db/schema.ts';

export type SiteEntry = Selectable<Schema['site_entries']>;
type SitePublication = Selectable<Schema['site_publications']>;
export type SiteMedia = Selectable<Schema['site_media']>;

type Change = Omit<Updateable<Schema['site_entries']>, 'id' | 'version' | 'kind'>;

/** Returns null before the first import. */
export async function readRevision(db: Db): Promise<number | null> {
  const row = await db.selectFrom('site_revision').select('revision').executeTakeFirst();
  return row?.revision ?? null;
}

export async function incrementRevision(tx: Db): Promise<void> {
  await tx
    .insertInto('site_revision')
    .values({ id: 1, revision: 1 })
    .onConflict((row) => row.column('id').doUpdateSet({ revision: sql`revision + 1` }))
    .execute();
}

/** Returns the kinds that have been imported, from the sample or another folder. */
export async function listSeededKinds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('site_filled').select('kind').execute();
  return rows.map(({ kind }) => kind);
}

export async function markKindsSeeded(tx: Db, kinds: readonly string[]): Promise<void> {
  const rows = kinds.map((kind) => ({ kind }));
  await tx
    .insertInto('site_filled')
    .values(rows)
    .onConflict((row) => row.doNothing())
    .execute();
}

interface EntryRange {
  limit: number;
  offset: number;
  byDay?: string | undefined;
}

/** Returns entries in their order, and those in the bin by deletion time, newest first. */
export function listEntries(
  db: Db,
  kind: string,
  inBin = false,
  { limit, offset, byDay }: EntryRange = { limit: -1, offset: 0 },
): Promise<SiteEntry[]> {
  const entries = db.selectFrom('site_entries').selectAll().where('kind', '=', kind);
  const query = inBin
    ? entries.where('deleted_at', 'is not', null).orderBy('deleted_at', 'desc').orderBy('id')
    : entries
        .where('deleted_at', 'is', null)
        .$if(byDay !== undefined, (builder) =>
          builder.orderBy(sql`coalesce(draft, published) ->> ${byDay}`, 'desc'),
        )
        .orderBy('position')
        .orderBy('id');
  return query.limit(limit).offset(offset).execute();
}

/** Returns the ids in their order, without the entries in the bin. */
export async function listEntryIds(db: Db, kind: string): Promise<number[]> {
  const query = db.selectFrom('site_entries').select('id').where('kind', '=', kind);
  const rows = await query
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function countEntries(db: Db, kind: string): Promise<{ count: number; waiting: number }> {
  return db
    .selectFrom('site_entries')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('draft').as('waiting'),
    ])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Counts the entries outside the bin with this category in their published content or draft. */
export async function countInCategory(db: Db, category: string): Promise<number> {
  const { count } = await db
    .selectFrom('site_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${category} IN (draft ->> 'category', published ->> 'category')`)
    .executeTakeFirstOrThrow();
  return count;
}

export function listAllEntries(db: Db): Promise<SiteEntry[]> {
  const query = db.selectFrom('site_entries').selectAll().where('deleted_at', 'is', null);
  return query.orderBy('kind').orderBy('position').orderBy('id').execute();
}

export function findEntry(db: Db, kind: string, id: number): Promise<SiteEntry | undefined> {
  return db
    .selectFrom('site_entries')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findEntryOfForm(
  db: Db,
  kind: string,
  formKey: string,
): Promise<SiteEntry | undefined> {
  return db
    .selectFrom('site_entries')
    .selectAll()
    .where('kind', '=', kind)
    .where('changed_form', '=', formKey)
    .executeTakeFirst();
}

export function findEntryBySlug(
  db: Db,
  kinds: readonly string[],
  slug: string,
  except = -1,
): Promise<SiteEntry | undefined> {
  return db
    .selectFrom('site_entries')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('slug', '=', slug)
    .where('id', '!=', except)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findFirstPosition(tx: Db, kind: string): Promise<number> {
  const row = await tx
    .selectFrom('site_entries')
    .select((entry) => entry.fn.min('position').as('first'))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return (row?.first ?? 1) - 1;
}

export async function insertEntry(
  tx: Db,
  entry: Insertable<Schema['site_entries']>,
): Promise<SiteEntry> {
  return tx.insertInto('site_entries').values(entry).returningAll().executeTakeFirstOrThrow();
}

export function updateEntry(tx: Db, id: number, change: Change): Promise<SiteEntry> {
  return tx
    .updateTable('site_entries')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Does not increment the versions, so that reordering makes no open form stale. */
export async function updateEntryOrder(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE site_entries SET position = key FROM json_each(${JSON.stringify(ids)})
    WHERE site_entries.id = value`.execute(tx);
}

export type ImportedEntry = Pick<
  SiteEntry,
  'kind' | 'uid' | 'position' | 'slug' | 'live' | 'sample' | 'draft' | 'published' | 'published_at'
> & { formerAddresses: readonly string[] };

/**
 * Replaces all entries of these kinds and returns how many rows went to the bin. An imported entry
 * replaces the row with its slug, or the one in `draftIds` for its index; all other rows go to the bin.
 * The number of statements does not grow with the entries, because other writers wait.
 */
export async function replaceEntries(
  tx: Db,
  kinds: readonly string[],
  imported: readonly ImportedEntry[],
  draftIds: ReadonlyMap<number, number>,
): Promise<number> {
  const importedAt = new Date().toISOString();
  const query = tx
    .selectFrom('site_entries')
    .select(['id', 'kind', 'slug'])
    .where('kind', 'in', kinds);
  const storedRows = await query.where('deleted_at', 'is', null).execute();
  const key = ({ kind, slug }: Pick<SiteEntry, 'kind' | 'slug'>) => `${kind} ${slug}`;
  const ids = new Map(storedRows.flatMap((row) => (row.slug === null ? [] : [[key(row), row.id]])));
  const rows = imported.map((entry, index) => {
    return { ...entry, id: draftIds.get(index) ?? ids.get(key(entry)) };
  });
  const keptIds = new Set(rows.map(({ id }) => id));
  const binnedIds = storedRows.flatMap(({ id }) => (keptIds.has(id) ? [] : [id]));
  await sql`
    UPDATE site_entries SET live = 0, deleted_at = ${importedAt}, changed_at = ${importedAt}, changed_by = '',
      changed_form = NULL, version = version + 1
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(binnedIds)}))`.execute(tx);
  await sql`
    INSERT INTO site_entries (id, kind, uid, position, slug, live, sample, draft, published, published_at,
      changed_at, changed_by)
    SELECT value ->> 'id', value ->> 'kind', value ->> 'uid', value ->> 'position', value ->> 'slug', value ->> 'live',
      value ->> 'sample', value ->> 'draft', value ->> 'published', value ->> 'published_at', ${importedAt}, ''
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (id) DO UPDATE SET uid = coalesce(uid, excluded.uid), position = excluded.position, live = excluded.live, sample = excluded.sample,
      draft = excluded.draft, published = excluded.published, published_at = excluded.published_at,
      changed_at = excluded.changed_at, changed_by = '', changed_form = NULL,
      version = version + 1`.execute(tx);
  await publishImported(tx, importedAt);
  const addresses = imported.flatMap(({ kind, slug, formerAddresses }) =>
    formerAddresses.map((former) => ({ kind, slug, former })),
  );
  await tx.deleteFrom('site_addresses').where('kind', 'in', kinds).execute();
  await sql`
    INSERT OR REPLACE INTO site_addresses (kind, slug, entry_id)
    SELECT kind, value ->> 'former', site_entries.id
    FROM json_each(${JSON.stringify(addresses)}) JOIN site_entries
      ON kind = value ->> 'kind' AND slug = value ->> 'slug' AND deleted_at IS NULL`.execute(tx);
  return binnedIds.length;
}

/** Adds imported contents that differ from the last publication to the history, without an admin. */
async function publishImported(tx: Db, importedAt: string): Promise<void> {
  await sql`
    INSERT INTO site_publications (entry_id, at, admin_email, content)
    SELECT id, ${importedAt}, '', published FROM site_entries AS entry
    WHERE deleted_at IS NULL AND published IS NOT NULL AND published IS NOT (
      SELECT content FROM site_publications WHERE entry_id = entry.id ORDER BY id DESC LIMIT 1
    )`.execute(tx);
}

export async function deleteEntries(tx: Db, deletedBefore: string): Promise<number> {
  const deletion = tx.deleteFrom('site_entries').where('deleted_at', '<', deletedBefore);
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

/** Replaces a row of the same slug: a former slug leads to one entry only. */
export async function replaceFormerSlug(
  tx: Db,
  address: Insertable<Schema['site_addresses']>,
): Promise<void> {
  await tx.replaceInto('site_addresses').values(address).execute();
}

export async function deleteFormerSlug(
  tx: Db,
  kinds: readonly string[],
  slug: string,
): Promise<void> {
  const deletion = tx.deleteFrom('site_addresses').where('kind', 'in', kinds);
  await deletion.where('slug', '=', slug).execute();
}

export function listFormerSlugs(db: Db) {
  return db.selectFrom('site_addresses').selectAll().orderBy('slug').execute();
}

export async function insertPublication(
  tx: Db,
  publication: Insertable<Schema['site_publications']>,
): Promise<void> {
  await tx.insertInto('site_publications').values(publication).execute();
}

/** A publication without its content; `changed_fields` is a JSON array, null for the first one. */
export type PublicationRow = Omit<SitePublication, 'content' | 'entry_id'> & {
  changed_fields: string | null;
};

/** Returns the newest first. Compares the contents in SQLite: 400 of 1 MB each took 436 MB here. */
export async function listPublicationRows(
  db: Db,
  entryId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    SELECT one.id, one.at, one.admin_email, CASE WHEN before.id IS NOT NULL THEN (
      SELECT json_group_array(field.key)
      FROM json_each(one.content) AS field
        LEFT JOIN json_each(before.content) AS old ON old.key = field.key
      WHERE field.value IS NOT old.value
    ) END AS changed_fields
    FROM site_publications AS one LEFT JOIN site_publications AS before ON before.id = (
      SELECT max(id) FROM site_publications WHERE entry_id = one.entry_id AND id < one.id
    )
    WHERE one.entry_id = ${entryId}
    ORDER BY one.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export function findPublicationRow(
  db: Db,
  entryId: number,
  id: number,
): Promise<SitePublication | undefined> {
  return db
    .selectFrom('site_publications')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listPublishedBrands(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('site_publications')
    .innerJoin('site_entries', 'site_entries.id', 'entry_id')
    .select(sql<string>`json_extract(content, '$.brand')`.as('brand'))
    .distinct()
    .where('kind', '=', 'company')
    .execute();
  return rows.map(({ brand }) => brand);
}

export const MEDIA_FILE = /^([0-9a-f]{64})(-\d{3,4}\.(?:avif|jpg|png)|-og\.jpg|\.pdf|\.svg)$/;

export const getMediaFileName = (name: string, form: string) =>
  name + (form.startsWith('.') ? form : `-${form}`);

/** Throws for an invalid name: a restored database may contain any text, even a path. */
export function listMediaFiles({ name, files }: Pick<SiteMedia, 'name' | 'files'>) {
  return Object.entries(JSON.parse(files) as Record<string, string>).map(([form, sha256]) => {
    const file = getMediaFileName(name, form);
    if (!MEDIA_FILE.test(file))
      throw new Error(`the name of a file of picture ${name} is not ours`);
    return { file, sha256 };
  });
}

export function listMedia(db: Db): Promise<SiteMedia[]> {
  return db.selectFrom('site_media').selectAll().execute();
}

export async function insertMedia(tx: Db, picture: SiteMedia): Promise<void> {
  await tx.replaceInto('site_media').values(picture).execute();
}

export async function findMediaByName(db: Db, names: readonly string[]): Promise<SiteMedia[]> {
  if (names.length === 0) return [];
  return db.selectFrom('site_media').selectAll().where('name', 'in', names).execute();
}

export async function markUsedMedia(tx: Db, usedAt: string): Promise<void> {
  await sql`
    UPDATE site_media SET last_used_at = ${usedAt} WHERE name IN (
      SELECT atom FROM site_entries, json_tree(draft) UNION
      SELECT atom FROM site_entries, json_tree(published)
    )`.execute(tx);
}

export async function deleteUnusedMedia(tx: Db, unusedSince: string): Promise<void> {
  await tx.deleteFrom('site_media').where('last_used_at', '<', unusedSince).execute();
}

/** Replaces the JSON of all entries, of those in the bin and of the history. Returns how many rows changed. */
export async function rewriteContent(tx: Db, rewrite: (text: string) => string): Promise<number> {
  const rewriteOrNull = (text: string | null) => (text === null ? null : rewrite(text));
  let changedCount = 0;
  for (const row of await tx
    .selectFrom('site_entries')
    .select(['id', 'draft', 'published'])
    .execute()) {
    const texts = { draft: rewriteOrNull(row.draft), published: rewriteOrNull(row.published) };
    if (texts.draft === row.draft && texts.published === row.published) continue;
    await tx.updateTable('site_entries').set(texts).where('id', '=', row.id).execute();
    changedCount++;
  }
  for (const row of await tx.selectFrom('site_publications').select(['id', 'content']).execute()) {
    const content = rewrite(row.content);
    if (content === row.content) continue;
    await tx.updateTable('site_publications').set({ content }).where('id', '=', row.id).execute();
    changedCount++;
  }
  return changedCount;
}

export async function markSampleEntries(
  tx: Db,
  isSample: (row: SiteEntry) => boolean,
): Promise<void> {
  const rows = await tx.selectFrom('site_entries').selectAll().execute();
  const ids = rows.filter(isSample).map(({ id }) => id);
  await tx.updateTable('site_entries').set({ sample: 1 }).where('id', 'in', ids).execute();
}
