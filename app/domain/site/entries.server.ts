import {
  buildSlug,
  isKind,
  kindFacts,
  listFields,
  listKindsWithPath,
  parseContent,
  type EntryContent,
  type KindName,
} from '#app/content/kinds.server.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { getFreeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import {
  countEntries,
  countInCategory,
  deleteFormerSlug,
  findEntryBySlug,
  findEntryOfForm,
  findEntry as findEntryRow,
  findFirstPosition,
  incrementRevision,
  insertEntry,
  insertPublication,
  listEntries,
  listEntryIds,
  replaceFormerSlug,
  updateEntry,
  updateEntryOrder,
  type SiteEntry,
} from '#db/site-content.ts';
import {
  getPublishingErrors,
  getSlugField,
  type EntryErrors,
  type ParsedEntry,
} from './entry-form.server.ts';
import { dropMissingMedia, hasMainPictureRatio } from './entry-media.server.ts';
import { showPublished } from './published.server.ts';

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
  /** Whether the entry has a draft that differs from its publication. */
  isChanged: boolean;
  content: EntryContent;
  version: number;
  changedAt: string;
  changedBy: string;
  deletedAt: string | null;
}

/** The entry that a form was rendered from. */
export interface FormTarget {
  kind: KindName;
  id: number | null;
  expectedVersion: number;
  /** Identifies one rendered form: it does not conflict with its own saves, and creates at most one entry. */
  formKey: string;
}

type SaveResult =
  | { kind: 'saved'; entry: Entry }
  | { kind: 'incomplete'; entry: Entry; errors: EntryErrors }
  | { kind: 'untitled' }
  | { kind: 'conflict'; entry: Entry }
  /** `content` is what remains without the pictures and files that are no longer stored. */
  | { kind: 'media-missing'; content: EntryContent }
  /** `count` projects are in this category and would be left without one. */
  | { kind: 'in-use'; count: number }
  /** The remaining disk space is reserved for enquiries. */
  | { kind: 'disk-nearly-full' }
  | { kind: 'not-found' };

export async function readEntries(kind: KindName, inBin = false, page = 1) {
  const limit = SITE.entriesAPage;
  const { dayField } = kindFacts[kind];
  const range = { limit: limit + 1, offset: (page - 1) * limit, byDay: dayField };
  const rows = await listEntries(database(), kind, inBin, range);
  const entries = rows.slice(0, limit).flatMap((row) => parseReadable(row, toEntry));
  return { entries, hasMore: rows.length > limit };
}

export const countKind = (kind: KindName) => countEntries(database(), kind);

export async function findEntry(kind: KindName, id: number): Promise<Entry | null> {
  const row = await findEntryRow(database(), kind, id);
  return (row && parseReadable(row, toEntry)[0]) ?? null;
}

/** Returns an empty list for a row that cannot be parsed, so that one damaged row breaks no list. */
export function parseReadable<Row extends { id: number }, Value>(
  row: Row,
  parse: (row: Row) => Value,
): Value[] {
  try {
    return [parse(row)];
  } catch (error) {
    logError('entry-not-read', { row: row.id, reason: (error as Error).message });
    return [];
  }
}

function toEntry(row: SiteEntry): Entry {
  if (!isKind(row.kind)) throw new Error(`An entry has an unknown kind: ${row.kind}`);
  const { id, kind, slug, version, published } = row;
  return {
    id,
    kind,
    slug,
    state: row.live === 1 ? 'published' : published === null ? 'draft' : 'offline',
    isChanged: row.draft !== null,
    content: parseContent(kind, row.draft ?? published!),
    version,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    deletedAt: row.deleted_at,
  };
}

/** Stores a draft even when it cannot be published. Stores nothing on a conflict (PB-8). */
export async function saveEntry(
  author: Author,
  target: FormTarget,
  parsed: ParsedEntry,
  shouldPublish: boolean,
): Promise<SaveResult> {
  if (getFreeBytes() < MIN_FREE_BYTES) return { kind: 'disk-nearly-full' };
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const storedEntry = await findTarget(tx, target);
    const refusal = await checkSave(tx, target, storedEntry, parsed.content);
    if (refusal) return refusal;
    const content = await addNewCategory(tx, author, parsed);
    const row = await storeDraft(tx, author, target, storedEntry!, content);
    if (row !== storedEntry) await audit(tx, author, 'site.saved', row);
    if (!shouldPublish) return { kind: 'saved', entry: toEntry(row) };
    const slug = chooseSlug(target.kind, row, content);
    const category = await findCategory(tx, target.kind, content);
    const errors = await findPublishingErrors(tx, target.kind, row.id, slug, content);
    if (category === 'unpublishable') errors['category'] = 'missing';
    if (Object.keys(errors).length > 0) return { kind: 'incomplete', entry: toEntry(row), errors };
    if (typeof category === 'object' && category?.live === 0) {
      await publishDraft(tx, author, category, category.slug!, target.formKey);
    }
    const published = await publishDraft(tx, author, row, slug, target.formKey);
    return { kind: 'saved', entry: toEntry(published) };
  });
  if (shouldPublish && result.kind === 'saved') await showPublished();
  return result;
}

/** Returns null for a new entry and undefined for a deleted one. */
async function findTarget(
  tx: Db,
  { kind, id, formKey }: FormTarget,
): Promise<SiteEntry | null | undefined> {
  if (id !== null) return findEntryRow(tx, kind, id);
  const [singleton = null] = kindFacts[kind].isSingleton ? await listEntries(tx, kind) : [];
  return (await findEntryOfForm(tx, kind, formKey)) ?? singleton;
}

async function checkSave(
  tx: Db,
  target: FormTarget,
  storedEntry: SiteEntry | null | undefined,
  content: EntryContent,
): Promise<SaveResult | null> {
  const { kind } = target;
  if (storedEntry === undefined || storedEntry?.deleted_at) return { kind: 'not-found' };
  if (storedEntry && hasConflict(storedEntry, target))
    return { kind: 'conflict', entry: toEntry(storedEntry) };
  const { title } = content;
  if (title.en === '' && title.el === '' && !kindFacts[kind].defaultTitle)
    return { kind: 'untitled' };
  const remaining = await dropMissingMedia(kind, content, tx);
  return remaining === content ? null : { kind: 'media-missing', content: remaining };
}

function hasConflict(
  storedEntry: SiteEntry,
  { expectedVersion, formKey }: Pick<FormTarget, 'expectedVersion' | 'formKey'>,
): boolean {
  return storedEntry.version !== expectedVersion && storedEntry.changed_form !== formKey;
}

function chooseSlug(kind: KindName, row: SiteEntry, content: EntryContent): string {
  return getStoredSlug(kind, row, content) ?? buildSlug(kind, content);
}

/** Returns the stored slug, or null when the slug must be built anew from changed fields. */
function getStoredSlug(kind: KindName, row: SiteEntry, content: EntryContent): string | null {
  if (kindFacts[kind].keepsSlug) return row.slug;
  if (row.published === null) return null;
  const isSame = buildSlug(kind, parseContent(kind, row.published)) === buildSlug(kind, content);
  return isSame ? row.slug : null;
}

async function findPublishingErrors(
  tx: Db,
  kind: KindName,
  id: number,
  slug: string,
  content: EntryContent,
): Promise<EntryErrors> {
  const errors = getPublishingErrors(kind, content);
  const hasNamesake = slug !== '' && (await findEntryBySlug(tx, listKindsWithPath(kind), slug, id));
  if (hasNamesake) {
    errors[getSlugField(kind)] ??= kindFacts[kind].customSlug ? 'duplicate' : 'address';
  }
  if (!(await hasMainPictureRatio(content, tx))) errors['drawing'] = 'measures';
  return errors;
}

/** Returns the category of an entry, published or not, or null when it has none. */
async function findCategory(
  tx: Db,
  kind: KindName,
  { category: slug }: EntryContent,
): Promise<SiteEntry | 'unpublishable' | null> {
  const hasCategory = listFields(kind).some(({ type }) => type === 'category');
  if (!hasCategory || slug === '') return null;
  const row = await findEntryBySlug(tx, ['categories'], String(slug));
  if (!row) return 'unpublishable';
  const content = parseContent('categories', row.draft ?? row.published!);
  const isComplete = Object.keys(getPublishingErrors('categories', content)).length === 0;
  return row.live === 1 || isComplete ? row : 'unpublishable';
}

async function storeDraft(
  tx: Db,
  { admin }: Author,
  { kind, formKey }: Pick<FormTarget, 'kind' | 'formKey'>,
  storedEntry: SiteEntry | null,
  content: EntryContent,
): Promise<SiteEntry> {
  const text = JSON.stringify(content);
  const change = {
    changed_at: new Date().toISOString(),
    changed_by: admin.email,
    changed_form: formKey,
  };
  if (!storedEntry) {
    const position = await findFirstPosition(tx, kind);
    const uid = `${toAthensDay(new Date())}/${createRandomToken(8, 'hex')}`;
    const unpublished = { slug: null, published: null, published_at: null, deleted_at: null };
    return insertEntry(tx, { kind, uid, position, draft: text, ...unpublished, ...change });
  }
  const draft = text === storedEntry.published ? null : text;
  return draft === storedEntry.draft
    ? storedEntry
    : updateEntry(tx, storedEntry.id, { draft, ...change });
}

async function publishDraft(tx: Db, author: Author, row: SiteEntry, slug: string, formKey: string) {
  const { id, kind, draft } = row;
  const publishedAt = new Date().toISOString();
  const content = draft ?? row.published!;
  await deleteFormerSlug(tx, isKind(kind) ? listKindsWithPath(kind) : [kind], slug);
  if (row.slug !== null && row.slug !== slug) {
    await replaceFormerSlug(tx, { kind, slug: row.slug, entry_id: id });
  }
  const { email } = author.admin;
  const published = await updateEntry(tx, id, {
    slug,
    live: 1,
    draft: null,
    published: content,
    sample: content === row.published ? row.sample : 0,
    published_at: publishedAt,
    changed_at: publishedAt,
    changed_by: email,
    changed_form: formKey,
  });
  // Publishing unchanged public content does not count as a publication.
  if (content !== row.published || row.live === 0) {
    const publication = { entry_id: id, at: publishedAt, admin_email: email, content };
    await insertPublication(tx, publication);
  }
  await incrementRevision(tx);
  await audit(tx, author, 'site.published', row);
  return published;
}

/** Stores a new category as a draft, which is published with its first entry (PB-2). */
async function addNewCategory(tx: Db, author: Author, { content, newCategory }: ParsedEntry) {
  if (!newCategory) return content;
  const kind = 'categories';
  const category = toSlug(newCategory.en);
  if (!(await findEntryBySlug(tx, [kind], category))) {
    const target = { kind, formKey: createRandomToken(16) } as const;
    const row = await storeDraft(tx, author, target, null, { title: newCategory });
    await updateEntry(tx, row.id, { slug: category });
    await audit(tx, author, 'site.saved', row);
  }
  return { ...content, category };
}

/** Returns published and draft categories to choose from, and the selected one even when it is offline. */
export async function listCategories(selectedSlug: unknown): Promise<Entry[]> {
  const rows = await listEntries(database(), 'categories');
  const entries = rows.flatMap((row) => parseReadable(row, toEntry));
  return entries.filter(
    ({ slug, state }) => slug !== null && (state !== 'offline' || slug === selectedSlug),
  );
}

export type EntryChange = 'offline' | 'delete' | 'undelete';

/** Takes an entry offline, deletes it or restores it. Refuses singletons, which are always public. */
export async function changeEntry(
  author: Author,
  target: FormTarget & { id: number },
  change: EntryChange,
): Promise<SaveResult> {
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const row = await findEntryRow(tx, target.kind, target.id);
    if (!row || kindFacts[target.kind].isSingleton) return { kind: 'not-found' };
    if (hasConflict(row, target)) return { kind: 'conflict', entry: toEntry(row) };
    const count = change === 'undelete' ? 0 : await countUsesOfRow(tx, row);
    if (count > 0) return { kind: 'in-use', count };
    const changed = await changeEntryRow(tx, author, row, change, target.formKey);
    await incrementRevision(tx);
    return { kind: 'saved', entry: toEntry(changed) };
  });
  await showPublished();
  return result;
}

/** Changes one row. The caller must call incrementRevision in the transaction and showPublished after it. */
export async function changeEntryRow(
  tx: Db,
  author: Author,
  row: SiteEntry,
  change: EntryChange,
  formKey: string | null = null,
): Promise<SiteEntry> {
  const changedAt = new Date().toISOString();
  const changed = await updateEntry(tx, row.id, {
    ...(await getChangedColumns(tx, row, change, changedAt)),
    changed_at: changedAt,
    changed_by: author.admin.email,
    changed_form: formKey,
  });
  await audit(tx, author, `site.${change}`, row);
  return changed;
}

async function getChangedColumns(tx: Db, row: SiteEntry, change: EntryChange, deletedAt: string) {
  if (change === 'offline') return { live: 0 };
  if (change === 'delete') return { live: 0, deleted_at: deletedAt };
  // Another entry may have taken the slug meanwhile; then publishing builds a new one.
  const kinds = isKind(row.kind) ? listKindsWithPath(row.kind) : [row.kind];
  const namesake = row.slug === null ? undefined : await findEntryBySlug(tx, kinds, row.slug);
  return { deleted_at: null, ...(namesake && { slug: null }) };
}

/** Returns how many projects outside the bin, drafts included, are in this category; 0 for other kinds. */
export async function countUses(kind: KindName, id: number): Promise<number> {
  const row = await findEntryRow(database(), kind, id);
  return row ? countUsesOfRow(database(), row) : 0;
}

export function countUsesOfRow(db: Db, { kind, slug }: SiteEntry): Promise<number> | number {
  return kind === 'categories' && slug !== null ? countInCategory(db, slug) : 0;
}

/** Returns false when the entry does not exist or its kind is ordered by day. */
export async function moveEntry(
  author: Author,
  kind: KindName,
  id: number,
  newIndex: number,
): Promise<boolean> {
  if (kindFacts[kind].dayField) return false;
  const isMoved = await inTransaction(async (tx) => {
    const ids = await listEntryIds(tx, kind);
    const oldIndex = ids.indexOf(id);
    if (oldIndex === -1) return false;
    const index = Math.min(Math.max(0, newIndex), ids.length - 1);
    ids.splice(index, 0, ...ids.splice(oldIndex, 1));
    await updateEntryOrder(tx, ids);
    await incrementRevision(tx);
    await audit(tx, author, 'site.moved', { kind, id });
    return true;
  });
  await showPublished();
  return isMoved;
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
