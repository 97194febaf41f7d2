import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { countRows, deleteRows, insertRowIfNew } from '#db/rows.ts';
import type { Schema } from '#db/schema.ts';

// The content of the site. An entry has published content (JSON), a draft with unpublished changes, or both; a
// deleted entry is in the bin until it is deleted for good. The publications of an entry are its history.

export type SiteEntry = Selectable<Schema['site_entries']>;
type SitePublication = Selectable<Schema['site_publications']>;
export type SiteMedia = Selectable<Schema['site_media']>;

type Change = Omit<Updateable<Schema['site_entries']>, 'id' | 'version' | 'kind'>;

/** The revision increases with each change of the content. Returns null before the first import. */
export async function findContentRevision(db: Db): Promise<number | null> {
  const row = await db.selectFrom('site_revision').select('revision').executeTakeFirst();
  return row?.revision ?? null;
}

/** Other processes compare the revision to notice that the content has changed. */
export async function incrementContentRevision(tx: Db): Promise<void> {
  await tx
    .insertInto('site_revision')
    .values({ id: 1, revision: 1 })
    .onConflict((row) => row.column('id').doUpdateSet({ revision: sql`revision + 1` }))
    .execute();
}

export async function listSeededKinds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('seeded_kinds').select('kind').execute();
  return rows.map(({ kind }) => kind);
}

/** Marks kinds that have got their sample, so that no start brings it again. */
export async function markKindsSeeded(tx: Db, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) await insertRowIfNew(tx, 'seeded_kinds', { kind });
}

interface OffsetRange {
  /** -1 for no limit, as in SQLite. */
  limit?: number;
  offset?: number;
}

const selectEntries = (db: Db, kind: string) =>
  db.selectFrom('site_entries').selectAll().where('kind', '=', kind);

/**
 * Returns the entries outside the bin by position or, if the kind has a `dayField`, the latest day first: the day of
 * the draft or, without one, of the published content, as the desk shows it.
 */
export function listEntriesOutsideBin(
  db: Db,
  kind: string,
  { limit = -1, offset = 0, dayField }: OffsetRange & { dayField?: string | undefined } = {},
): Promise<SiteEntry[]> {
  let query = selectEntries(db, kind).where('deleted_at', 'is', null);
  if (dayField !== undefined)
    query = query.orderBy(sql`coalesce(draft, published) ->> ${dayField}`, 'desc');
  return query.orderBy('position').orderBy('id').limit(limit).offset(offset).execute();
}

/** Returns the last deleted entry first. */
export function listBinnedEntries(
  db: Db,
  kind: string,
  { limit = -1, offset = 0 }: OffsetRange = {},
): Promise<SiteEntry[]> {
  const query = selectEntries(db, kind).where('deleted_at', 'is not', null);
  const newestFirst = query.orderBy('deleted_at', 'desc').orderBy('id');
  return newestFirst.limit(limit).offset(offset).execute();
}

/** Counts the entries outside the bin, and those of them that have a draft, published or not. */
export function countEntriesOutsideBin(
  db: Db,
  kind: string,
): Promise<{ count: number; draftCount: number }> {
  return db
    .selectFrom('site_entries')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('draft').as('draftCount'),
    ])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Counts the projects outside the bin with this category or work (`made`) in their published content or draft. */
export function countProjectsThatName(
  db: Db,
  field: 'category' | 'made',
  slug: string,
): Promise<number> {
  const projects = db
    .selectFrom('site_entries')
    .select('id')
    .where('kind', '=', 'projects')
    .where('deleted_at', 'is', null)
    .where(
      // json_tree yields the one slug of `category`, and each slug of the list `made`.
      sql<boolean>`${slug} IN (
        SELECT atom FROM json_tree(draft, ${`$.${field}`})
        UNION ALL SELECT atom FROM json_tree(published, ${`$.${field}`})
      )`,
    );
  return countRows(db, projects);
}

/** Returns the entries of all kinds outside the bin, each kind in its order. */
export function listAllEntriesOutsideBin(db: Db): Promise<SiteEntry[]> {
  const query = db.selectFrom('site_entries').selectAll().where('deleted_at', 'is', null);
  return query.orderBy('kind').orderBy('position').orderBy('id').execute();
}

/** Finds an entry of these kinds, other than `exceptId`, by its current slug; also an offline entry. */
export function findEntryOutsideBinBySlug(
  db: Db,
  kinds: readonly string[],
  slug: string,
  exceptId?: number,
): Promise<SiteEntry | undefined> {
  let query = db
    .selectFrom('site_entries')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  return query.executeTakeFirst();
}

/** Returns the position that puts a new entry before all others of its kind. */
export async function findFrontPosition(tx: Db, kind: string): Promise<number> {
  const { firstPosition } = await tx
    .selectFrom('site_entries')
    .select((entry) => entry.fn.min<number | null>('position').as('firstPosition'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return firstPosition === null ? 0 : firstPosition - 1;
}

export async function insertEntry(
  tx: Db,
  entry: Insertable<Schema['site_entries']>,
): Promise<SiteEntry> {
  return tx.insertInto('site_entries').values(entry).returningAll().executeTakeFirstOrThrow();
}

/** Increments the version. Throws for an unknown id. */
export function updateEntry(tx: Db, id: number, change: Change): Promise<SiteEntry> {
  return tx
    .updateTable('site_entries')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the positions in the order of `ids`. The versions stay, so that no open form becomes stale. */
export async function updateEntryOrder(tx: Db, ids: readonly number[]): Promise<void> {
  // The `value` of json_each is the id, and its `key` the place.
  await sql`
    UPDATE site_entries SET position = key FROM json_each(${JSON.stringify(ids)})
    WHERE site_entries.id = value`.execute(tx);
}

export type ImportedEntry = Pick<
  SiteEntry,
  'kind' | 'uid' | 'position' | 'slug' | 'live' | 'sample' | 'draft' | 'published' | 'published_at'
> & { formerSlugs: readonly string[] };

/**
 * Replaces all entries of these kinds outside the bin, with their former slugs. An imported entry overwrites the row
 * with its slug; a draft without a slug overwrites the equal stored draft, whose id is in `idsOfEqualDrafts`. Rows
 * that are not overwritten go to the bin. Changed contents are added to the history. Other writers wait meanwhile, so
 * the number of statements does not grow with the entries.
 */
export async function importEntriesAndBinOthers(
  tx: Db,
  kinds: readonly string[],
  imported: readonly ImportedEntry[],
  idsOfEqualDrafts: ReadonlyMap<ImportedEntry, number>,
): Promise<{ binnedCount: number }> {
  const importedAt = new Date().toISOString();
  const storedRows = await tx
    .selectFrom('site_entries')
    .select(['id', 'kind', 'slug'])
    .where('kind', 'in', kinds)
    .where('deleted_at', 'is', null)
    .execute();

  const rowsWithSlug = storedRows.filter(({ slug }) => slug !== null);
  const storedIds = new Map(rowsWithSlug.map(({ id, kind, slug }) => [`${kind} ${slug}`, id]));
  const findOverwrittenId = (entry: ImportedEntry) =>
    entry.slug === null
      ? idsOfEqualDrafts.get(entry)
      : storedIds.get(`${entry.kind} ${entry.slug}`);

  const rows = imported.map((entry) => ({ ...entry, id: findOverwrittenId(entry) }));
  const overwrittenIds = new Set(rows.map(({ id }) => id));
  const binnedIds = storedRows.map(({ id }) => id).filter((id) => !overwrittenIds.has(id));

  await moveToBin(tx, binnedIds, importedAt);
  await upsertImported(tx, rows, importedAt);
  await addChangesToHistory(tx, importedAt);
  await replaceFormerSlugs(tx, kinds, imported);

  return { binnedCount: binnedIds.length };
}

async function moveToBin(tx: Db, ids: number[], binnedAt: string): Promise<void> {
  await sql`
    UPDATE site_entries SET live = 0, deleted_at = ${binnedAt}, changed_at = ${binnedAt}, changed_by = '',
      changed_form = NULL, version = version + 1
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`.execute(tx);
}

/** Inserts the rows without an id, and overwrites those with one. */
async function upsertImported(
  tx: Db,
  rows: readonly (ImportedEntry & { id: number | undefined })[],
  importedAt: string,
): Promise<void> {
  // Without `WHERE true`, SQLite would take ON CONFLICT for the condition of a join.
  await sql`
    INSERT INTO site_entries (id, kind, uid, position, slug, live, sample, draft, published, published_at,
      changed_at, changed_by)
    SELECT value ->> 'id', value ->> 'kind', value ->> 'uid', value ->> 'position', value ->> 'slug', value ->> 'live',
      value ->> 'sample', value ->> 'draft', value ->> 'published', value ->> 'published_at', ${importedAt}, ''
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (id) DO UPDATE SET uid = coalesce(uid, excluded.uid), position = excluded.position,
      live = excluded.live, sample = excluded.sample, draft = excluded.draft, published = excluded.published,
      published_at = excluded.published_at, changed_at = excluded.changed_at, changed_by = '',
      changed_form = NULL, version = version + 1`.execute(tx);
}

async function replaceFormerSlugs(
  tx: Db,
  kinds: readonly string[],
  imported: readonly ImportedEntry[],
): Promise<void> {
  const slugChanges = imported.flatMap(({ kind, slug, formerSlugs }) =>
    formerSlugs.map((former) => ({ kind, slug, former })),
  );
  await deleteRows(tx, 'former_slugs', { kind: kinds });
  await sql`
    INSERT OR REPLACE INTO former_slugs (kind, slug, entry_id)
    SELECT kind, value ->> 'former', site_entries.id
    FROM json_each(${JSON.stringify(slugChanges)}) JOIN site_entries
      ON kind = value ->> 'kind' AND slug = value ->> 'slug' AND deleted_at IS NULL`.execute(tx);
}

/** Adds published contents that differ from the last publication to the history, without an admin. */
async function addChangesToHistory(tx: Db, publishedAt: string): Promise<void> {
  await sql`
    INSERT INTO site_publications (entry_id, at, admin_email, content)
    SELECT id, ${publishedAt}, '', published FROM site_entries AS entry
    WHERE deleted_at IS NULL AND published IS NOT NULL AND published IS NOT (
      SELECT content FROM site_publications WHERE entry_id = entry.id ORDER BY id DESC LIMIT 1
    )`.execute(tx);
}

export function listFormerSlugs(db: Db): Promise<Selectable<Schema['former_slugs']>[]> {
  return db.selectFrom('former_slugs').selectAll().orderBy('slug').execute();
}

/** `changed_fields` is a JSON array, null for the first publication. */
type PublicationRow = Omit<SitePublication, 'content' | 'entry_id'> & {
  changed_fields: string | null;
};

/**
 * Returns the newest first. `changed_fields` compares each content with the one before. SQLite compares them,
 * because 400 contents of 1 MB each took 436 MB in JavaScript.
 */
export async function listPublicationRows(
  db: Db,
  entryId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    SELECT publication.id, publication.at, publication.admin_email,
      CASE WHEN previous.id IS NOT NULL THEN (
        SELECT json_group_array(field.key)
        FROM json_each(publication.content) AS field
          LEFT JOIN json_each(previous.content) AS previous_field ON previous_field.key = field.key
        WHERE iif(
          -- The site has added this field since the previous publication, so it was empty.
          previous_field.key IS NULL,
          field.value NOT IN ('', '[]', '{"en":"","el":""}', 0),
          field.value IS NOT previous_field.value
        )
      ) END AS changed_fields
    FROM site_publications AS publication LEFT JOIN site_publications AS previous ON previous.id = (
      SELECT max(id) FROM site_publications
      WHERE entry_id = publication.entry_id AND id < publication.id
    )
    WHERE publication.entry_id = ${entryId}
    ORDER BY publication.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Returns each brand that the published content of the company has, or has had, once. */
export async function listEverPublishedCompanyBrands(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('site_publications')
    .innerJoin('site_entries', 'site_entries.id', 'entry_id')
    .select(sql<string>`json_extract(content, '$.brand')`.as('brand'))
    .distinct()
    .where('kind', '=', 'company')
    .execute();
  return rows.map(({ brand }) => brand);
}
