import { picture } from '#app/content/catalogue/pictures.server.ts';
import {
  type EntryContent,
  type KindName,
  addressOf,
  contentOf,
  fieldsOf,
  isKind,
  kindFacts,
  kindsAt,
} from '#app/content/kinds.server.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { OPERATOR, type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { DAY, athensDay } from '#app/domain/clock.server.ts';
import { logError } from '#app/log.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  type SiteEntry,
  countEntries,
  countInCategory,
  findEntry,
  findEntryAt,
  findEntryOfForm,
  findAllMedia,
  firstPosition,
  freeAddress,
  insertEntry,
  insertPublication,
  keepAddress,
  deleteEntries,
  entryIds,
  listEntries,
  listPublications,
  orderEntries,
  raiseRevision,
  updateEntry,
} from '#db/site-content.ts';
import {
  type EntryFaults,
  type WrittenEntry,
  addressField,
  publishingFaults,
} from './entry-form.server.ts';
import {
  type Shown,
  isSample,
  keptAmong,
  showPublished,
  withKeptMedia,
} from './published.server.ts';

export interface Author {
  admin: SignedInAdmin;
  requester: Requester;
}

type EntryState = 'draft' | 'published' | 'offline';

export interface Entry {
  id: number;
  kind: KindName;
  slug: string | null;
  state: EntryState;
  /** Whether what the form shows differs from what the public sees. */
  isChanged: boolean;
  content: EntryContent;
  version: number;
  changedAt: string;
  changedBy: string;
  deletedAt: string | null;
}

export interface SeenEntry {
  kind: KindName;
  id: number | null;
  version: number;
  /** Of the form: what it saved itself is not stale, and a new entry sent twice is one. */
  formKey: string;
}

type SaveResult =
  | { kind: 'saved'; entry: Entry }
  | { kind: 'incomplete'; entry: Entry; faults: EntryFaults }
  | { kind: 'untitled' }
  | { kind: 'stale'; entry: Entry }
  /** Pictures that it shows are not kept any more: what is left of it. */
  | { kind: 'bare'; content: EntryContent }
  /** A category that so many projects have: without it they would be in none. */
  | { kind: 'used'; count: number }
  | { kind: 'gone' };

export async function readEntries(kind: KindName, inBin = false, page = 1) {
  const limit = SITE.entriesAPage;
  const { byDay } = kindFacts[kind];
  const range = { limit: limit + 1, offset: (page - 1) * limit, byDay };
  const rows = await listEntries(database(), kind, inBin, range);
  const entries = rows.slice(0, limit).flatMap((row) => readable(row, entryOf));
  return { entries, hasMore: rows.length > limit };
}

export const countKind = (kind: KindName) => countEntries(database(), kind);

export async function readEntry(kind: KindName, id: number): Promise<Entry | null> {
  const row = await findEntry(database(), kind, id);
  return (row && readable(row, entryOf)[0]) ?? null;
}

/** Nothing of what is damaged, or of another version: the others are at work as ever. */
function readable<Row extends { id: number }, Value>(row: Row, read: (row: Row) => Value): Value[] {
  try {
    return [read(row)];
  } catch (error) {
    logError('entry-not-read', { row: row.id, reason: (error as Error).message });
    return [];
  }
}

function entryOf(row: SiteEntry): Entry {
  if (!isKind(row.kind)) throw new Error(`An entry of a kind that is not known: ${row.kind}`);
  const { id, kind, slug, version, published } = row;
  return {
    id,
    kind,
    slug,
    state: row.live === 1 ? 'published' : published === null ? 'draft' : 'offline',
    isChanged: row.draft !== null,
    content: contentOf(kind, row.draft ?? published!),
    version,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    deletedAt: row.deleted_at,
  };
}

/** A draft is stored even where it cannot be published; what is stale stores nothing (PB-8). */
export async function saveEntry(
  author: Author,
  seen: SeenEntry,
  written: WrittenEntry,
  publish: boolean,
): Promise<SaveResult> {
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const { kind, id, formKey } = seen;
    const stored =
      id === null
        ? ((await findEntryOfForm(tx, kind, formKey)) ?? (await onlyEntry(tx, kind)))
        : await findEntry(tx, kind, id);
    if (stored === undefined || stored?.deleted_at) return { kind: 'gone' };
    if (stored && isStale(stored, seen)) return { kind: 'stale', entry: entryOf(stored) };
    const { title } = written.content;
    const isUntitled = title.en === '' && title.el === '' && !kindFacts[kind].title;
    if (isUntitled) return { kind: 'untitled' };
    const kept = await withStoredMedia(kind, written.content, tx);
    if (kept !== written.content) return { kind: 'bare', content: kept };
    const content = await withCategory(tx, author, written);
    const row = await storeDraft(tx, author, seen, stored, content);
    if (row !== stored) await audit(tx, author, 'site.saved', row);
    if (!publish) return { kind: 'saved', entry: entryOf(row) };
    const faults = publishingFaults(seen.kind, content);
    const slug = getStoredSlug(kind, row, content) ?? addressOf(kind, content);
    const namesake = slug === '' ? undefined : await findEntryAt(tx, kindsAt(kind), slug, row.id);
    if (namesake) faults[addressField(kind)] ??= kindFacts[kind].address ? 'twin' : 'address';
    const category = await findCategory(tx, kind, content);
    if (category === 'unpublishable') faults['category'] = 'missing';
    if (!(await drawingFits(content, tx))) faults['drawing'] = 'measures';
    if (Object.keys(faults).length > 0) return { kind: 'incomplete', entry: entryOf(row), faults };
    if (typeof category === 'object' && category?.live === 0) {
      await publishDraft(tx, author, category, category.slug!, formKey);
    }
    return { kind: 'saved', entry: entryOf(await publishDraft(tx, author, row, slug, formKey)) };
  });
  if (publish && result.kind === 'saved') await showPublished();
  return result;
}

/** Returns the category of an entry, null where it has none, published or not. */
async function findCategory(
  tx: Db,
  kind: KindName,
  { category: slug }: EntryContent,
): Promise<SiteEntry | 'unpublishable' | null> {
  const hasCategory = fieldsOf(kind).some(({ as }) => as === 'category');
  if (!hasCategory || slug === '') return null;
  const row = await findEntryAt(tx, ['categories'], String(slug));
  if (!row) return 'unpublishable';
  const errors = publishingFaults(
    'categories',
    contentOf('categories', row.draft ?? row.published!),
  );
  return row.live === 1 || Object.keys(errors).length === 0 ? row : 'unpublishable';
}

/** Returns the slug that the entry keeps: its address changes only with what the address is made of. */
function getStoredSlug(kind: KindName, row: SiteEntry, content: EntryContent): string | null {
  if (kindFacts[kind].keepsAddress) return row.slug;
  if (row.published === null) return null;
  const isSame = addressOf(kind, contentOf(kind, row.published)) === addressOf(kind, content);
  return isSame ? row.slug : null;
}

/** Of which there is one, nobody makes another: whoever tries has not seen it. */
async function onlyEntry(tx: Db, kind: KindName): Promise<SiteEntry | null> {
  const [only = null] = kindFacts[kind].isOne ? await listEntries(tx, kind) : [];
  return only;
}

function isStale(stored: SiteEntry, { version, formKey }: Pick<SeenEntry, 'version' | 'formKey'>) {
  return stored.version !== version && stored.changed_form !== formKey;
}

async function storeDraft(
  tx: Db,
  { admin }: Author,
  { kind, formKey }: Pick<SeenEntry, 'kind' | 'formKey'>,
  stored: SiteEntry | null,
  content: EntryContent,
): Promise<SiteEntry> {
  const text = JSON.stringify(content);
  const change = {
    changed_at: new Date().toISOString(),
    changed_by: admin.email,
    changed_form: formKey,
  };
  if (!stored) {
    const position = await firstPosition(tx, kind);
    const uid = `${athensDay(new Date())}/${randomToken(8, 'hex')}`;
    return insertEntry(tx, { kind, uid, position, draft: text, slug: null, ...noneYet, ...change });
  }
  const draft = text === stored.published ? null : text;
  return draft === stored.draft ? stored : updateEntry(tx, stored.id, { draft, ...change });
}

const noneYet = { published: null, published_at: null, deleted_at: null };

async function publishDraft(tx: Db, author: Author, row: SiteEntry, slug: string, formKey: string) {
  const { id, kind, draft } = row;
  const now = new Date().toISOString();
  const content = draft ?? row.published!;
  await freeAddress(tx, isKind(kind) ? kindsAt(kind) : [kind], slug);
  if (row.slug !== null && row.slug !== slug) {
    await keepAddress(tx, { kind, slug: row.slug, entry_id: id });
  }
  const { email } = author.admin;
  const published = await updateEntry(tx, id, {
    slug,
    live: 1,
    draft: null,
    published: content,
    published_at: now,
    changed_at: now,
    changed_by: email,
    changed_form: formKey,
  });
  if (content !== row.published) {
    await insertPublication(tx, { entry_id: id, at: now, admin_email: email, content });
  }
  await raiseRevision(tx);
  await audit(tx, author, 'site.published', row);
  return published;
}

/** Stores a new category as a draft: it is published with the first entry in it (PB-2). */
async function withCategory(tx: Db, author: Author, { content, newCategory }: WrittenEntry) {
  if (!newCategory) return content;
  const kind = 'categories';
  const category = toSlug(newCategory.en);
  if (!(await findEntryAt(tx, [kind], category))) {
    const seen = { kind, formKey: randomToken(16) } as const;
    const row = await storeDraft(tx, author, seen, null, { title: newCategory });
    await updateEntry(tx, row.id, { slug: category });
    await audit(tx, author, 'site.saved', row);
  }
  return { ...content, category };
}

/** Returns the categories to choose from: the published, drafts, and `chosen` also when archived. */
export async function listCategories(chosen: unknown): Promise<Entry[]> {
  const rows = await listEntries(database(), 'categories');
  const entries = rows.flatMap((row) => readable(row, entryOf));
  return entries.filter(
    ({ slug, state }) => slug !== null && (state !== 'offline' || slug === chosen),
  );
}

type Change = 'offline' | 'delete' | 'undelete';

/** What is done already does no harm done twice. What there is one of is neither hidden nor deleted. */
export async function changeEntry(
  author: Author,
  seen: SeenEntry & { id: number },
  change: Change,
): Promise<SaveResult> {
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const row = await findEntry(tx, seen.kind, seen.id);
    if (!row || kindFacts[row.kind as KindName].isOne) return { kind: 'gone' };
    if (isStale(row, seen)) return { kind: 'stale', entry: entryOf(row) };
    const count = change === 'undelete' ? 0 : await countUsers(tx, row);
    if (count > 0) return { kind: 'used', count };
    const by = {
      changed_at: new Date().toISOString(),
      changed_by: author.admin.email,
      changed_form: seen.formKey,
    };
    const changed = await updateEntry(tx, row.id, { ...(await changesOf(tx, row, change)), ...by });
    await raiseRevision(tx);
    await audit(tx, author, `site.${change}`, row);
    return { kind: 'saved', entry: entryOf(changed) };
  });
  await showPublished();
  return result;
}

/** In how many entries, drafts too, this one is chosen; of those in the bin nobody asks. */
export async function countUsesOf(kind: KindName, id: number): Promise<number> {
  const row = await findEntry(database(), kind, id);
  return row ? countUsers(database(), row) : 0;
}

function countUsers(db: Db, { kind, slug }: SiteEntry): Promise<number> | number {
  return kind === 'categories' && slug !== null ? countInCategory(db, slug) : 0;
}

async function changesOf(tx: Db, row: SiteEntry, change: Change) {
  if (change === 'offline') return { live: 0 };
  if (change === 'delete') return { live: 0, deleted_at: new Date().toISOString() };
  // Its address may have been given to another meanwhile: then it gets one when it is published.
  const kinds = isKind(row.kind) ? kindsAt(row.kind) : [row.kind];
  const namesake = row.slug === null ? undefined : await findEntryAt(tx, kinds, row.slug);
  return { deleted_at: null, ...(namesake && { slug: null }) };
}

export async function moveEntry(
  author: Author,
  kind: KindName,
  id: number,
  to: number,
): Promise<boolean> {
  if (kindFacts[kind].byDay) return false;
  const isThere = await inTransaction(async (tx) => {
    const ids = await entryIds(tx, kind);
    const from = ids.indexOf(id);
    if (from === -1) return false;
    const place = Math.min(Math.max(0, to), ids.length - 1);
    ids.splice(place, 0, ...ids.splice(from, 1));
    await orderEntries(tx, ids);
    await raiseRevision(tx);
    await audit(tx, author, 'site.moved', { kind, id });
    return true;
  });
  await showPublished();
  return isThere;
}

export async function readPublications(kind: KindName, id: number) {
  const rows = await listPublications(database(), id);
  return rows.flatMap((row) =>
    readable(row, ({ id: publication, at, admin_email: by, content }) => {
      return { id: publication, at, by, content: contentOf(kind, content) };
    }),
  );
}

const UPLOADS = /\b[0-9a-f]{64}\b/g;

export async function withStoredMedia(
  kind: KindName,
  content: EntryContent,
  db: Db = database(),
): Promise<EntryContent> {
  const names = JSON.stringify(content).match(UPLOADS) ?? [];
  return withKeptMedia(kind, content, keptAmong(await findAllMedia(db, names)));
}

/** The sawn line lies upon the main picture: they have one shape (PB-5). */
export async function drawingFits(content: EntryContent, db: Db = database()): Promise<boolean> {
  const { pictures: [main] = [], drawing } = content as Shown;
  if (!drawing || !main) return true;
  const [lines, below] = [await measuresOf(db, drawing), await measuresOf(db, main.name)];
  if (!lines || !below) return true;
  // Each was rounded to whole pixels.
  return Math.abs((lines.width / below.width) * below.height - lines.height) <= 1;
}

/** Undefined too for what is no picture. */
async function measuresOf(db: Db, name: string) {
  if (isSample(name)) return picture(name, 'en');
  const [found] = await findAllMedia(db, [name]);
  return found && found.width > 0 ? found : undefined;
}

/** What has been in the bin for thirty days is gone, its history with it (PB-8). */
export function emptyBin(now = Date.now()): Promise<number> {
  const before = new Date(now - SITE.binDays * DAY).toISOString();
  return inTransaction(async (tx) => {
    const deleted = await deleteEntries(tx, before);
    if (deleted > 0) await recordAudit(tx, OPERATOR, 'site.emptied', { deleted });
    return deleted;
  });
}

function audit(
  tx: Db,
  { admin, requester }: Author,
  event: string,
  row: { kind: string; id: number },
) {
  const facts = { admin: admin.id, kind: row.kind, entry: row.id };
  return recordAudit(tx, requester, event, facts);
}
