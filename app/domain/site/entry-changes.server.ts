import {
  buildSlug,
  isKind,
  kindFacts,
  listFields,
  listKindsSharingPath,
  parseContent,
  type EntryContent,
  type KindName,
} from '#app/content/kinds.server.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import {
  countEntriesInCategory,
  deleteFormerSlug,
  findEntryLastSavedByForm,
  findEntryOutsideBinBySlug,
  findEntryRow,
  findFrontPosition,
  incrementContentRevision,
  insertEntry,
  insertPublication,
  listEntriesOutsideBin,
  listEntryIdsOutsideBin,
  saveFormerSlug,
  updateEntry,
  updateEntryOrder,
  type SiteEntry,
} from '#db/site-content.ts';
import { toEntry, type Entry } from './entries.server.ts';
import {
  getPublishingErrors,
  getSlugField,
  type EntryErrors,
  type ParsedEntry,
} from './entry-form.server.ts';
import { dropMissingMedia, hasDrawingRatioMismatch } from './entry-media.server.ts';
import { refreshPublishedContent } from './published.server.ts';

export interface FormTarget {
  kind: KindName;
  id: number | null;
  expectedVersion: number;
  /** Identifies one rendered form: it does not conflict with its own saves, and creates at most one entry. */
  formKey: string;
}

export type SaveResult =
  | { kind: 'saved'; entry: Entry }
  | { kind: 'incomplete'; entry: Entry; errors: EntryErrors }
  | SaveRefusal;

/** Nothing was stored. */
export type SaveRefusal =
  | { kind: 'untitled' }
  | { kind: 'conflict'; entry: Entry }
  /** `content` lacks the pictures and files that are no longer stored. */
  | { kind: 'media-missing'; content: EntryContent }
  /** `count` projects are in this category and would be left without one. */
  | { kind: 'in-use'; count: number }
  /** The remaining disk space is reserved for enquiries. */
  | { kind: 'disk-nearly-full' }
  | { kind: 'not-found' };

/** Stores a form as the draft of its entry, or as a new entry, and the new category that it names (PB-8). */
export async function saveDraft(
  author: Author,
  target: FormTarget,
  parsed: ParsedEntry,
): Promise<SaveResult> {
  if (isDiskNearlyFull()) return { kind: 'disk-nearly-full' };
  return inTransaction(async (tx): Promise<SaveResult> => {
    const result = await storeForm(tx, author, target, parsed);
    return result.kind === 'stored' ? { kind: 'saved', entry: toEntry(result.row) } : result;
  });
}

/**
 * Like saveDraft, but also publishes the draft and its category, unless they have errors ('incomplete'), and
 * then refreshes the published content.
 */
export async function saveAndPublishEntry(
  author: Author,
  target: FormTarget,
  parsed: ParsedEntry,
): Promise<SaveResult> {
  if (isDiskNearlyFull()) return { kind: 'disk-nearly-full' };
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const draft = await storeForm(tx, author, target, parsed);
    if (draft.kind !== 'stored') return draft;
    return publishEntry(tx, author, target, draft.row, draft.content);
  });
  if (result.kind === 'saved') await refreshPublishedContent();
  return result;
}

const isDiskNearlyFull = () => readFreeDiskBytes() < MIN_FREE_BYTES;

async function storeForm(
  tx: Db,
  author: Author,
  target: FormTarget,
  parsed: ParsedEntry,
): Promise<{ kind: 'stored'; row: SiteEntry; content: EntryContent } | SaveRefusal> {
  const storedEntry = await findTarget(tx, target);
  const refusal = await findRefusal(tx, target, storedEntry, parsed.content);
  if (refusal) return refusal;
  const content = await storeNewCategory(tx, author, parsed);
  const row = await storeDraft(tx, author, target, storedEntry, content);
  if (row !== storedEntry) await audit(tx, author, 'site.saved', row);
  return { kind: 'stored', row, content };
}

async function publishEntry(
  tx: Db,
  author: Author,
  { kind, formKey }: FormTarget,
  row: SiteEntry,
  content: EntryContent,
): Promise<SaveResult> {
  const slug = getStoredSlug(kind, row, content) ?? buildSlug(kind, content);
  const errors = await findPublishingErrors(tx, kind, row.id, slug, content);
  const category = await findUnpublishedCategory(tx, kind, content);
  if (category === 'unpublishable') errors['category'] = 'missing';
  if (category === 'unpublishable' || Object.keys(errors).length > 0)
    return { kind: 'incomplete', entry: toEntry(row), errors };
  if (category) await publishDraft(tx, author, category, category.slug!, formKey);
  const published = await publishDraft(tx, author, row, slug, formKey);
  return { kind: 'saved', entry: toEntry(published) };
}

/** Returns the entry that a form changes; null for a new entry, and for an unknown id. */
async function findTarget(tx: Db, { kind, id, formKey }: FormTarget): Promise<SiteEntry | null> {
  if (id !== null) return (await findEntryRow(tx, kind, id)) ?? null;
  const [singleton = null] = kindFacts[kind].isSingleton
    ? await listEntriesOutsideBin(tx, kind)
    : [];
  return (await findEntryLastSavedByForm(tx, kind, formKey)) ?? singleton;
}

async function findRefusal(
  tx: Db,
  target: FormTarget,
  storedEntry: SiteEntry | null,
  content: EntryContent,
): Promise<SaveRefusal | null> {
  const { kind, id } = target;
  const isMissing = storedEntry === null && id !== null;
  if (isMissing || storedEntry?.deleted_at) return { kind: 'not-found' };
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
  const hasNamesake =
    slug !== '' && (await findEntryOutsideBinBySlug(tx, listKindsSharingPath(kind), slug, id));
  if (hasNamesake) {
    errors[getSlugField(kind)] ??= kindFacts[kind].customSlug ? 'duplicate' : 'address';
  }
  if (await hasDrawingRatioMismatch(content, tx)) errors['drawing'] = 'measures';
  return errors;
}

/**
 * Returns the category that must be published with its entry (PB-2); null if it is public or there is none,
 * and 'unpublishable' if it does not exist or has errors.
 */
async function findUnpublishedCategory(
  tx: Db,
  kind: KindName,
  { category: slug }: EntryContent,
): Promise<SiteEntry | 'unpublishable' | null> {
  const hasCategory = listFields(kind).some(({ type }) => type === 'category');
  if (!hasCategory || slug === '') return null;
  const row = await findEntryOutsideBinBySlug(tx, ['categories'], String(slug));
  if (!row) return 'unpublishable';
  if (row.live === 1) return null;
  const content = parseContent('categories', row.draft ?? row.published!);
  const isComplete = Object.keys(getPublishingErrors('categories', content)).length === 0;
  return isComplete ? row : 'unpublishable';
}

/** Inserts or updates a draft. Returns `storedEntry` itself if the draft is the same. */
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
    const position = await findFrontPosition(tx, kind);
    const uid = `${toAthensDay(new Date())}/${createRandomToken(8, 'hex')}`;
    const unpublished = { slug: null, published: null, published_at: null, deleted_at: null };
    return insertEntry(tx, { kind, uid, position, draft: text, ...unpublished, ...change });
  }
  const draft = text === storedEntry.published ? null : text;
  return draft === storedEntry.draft
    ? storedEntry
    : updateEntry(tx, storedEntry.id, { draft, ...change });
}

async function publishDraft(
  tx: Db,
  author: Author,
  row: SiteEntry,
  slug: string,
  formKey: string,
): Promise<SiteEntry> {
  const { id, kind, draft } = row;
  const publishedAt = new Date().toISOString();
  const content = draft ?? row.published!;
  await deleteFormerSlug(tx, isKind(kind) ? listKindsSharingPath(kind) : [kind], slug);
  if (row.slug !== null && row.slug !== slug) {
    await saveFormerSlug(tx, { kind, slug: row.slug, entry_id: id });
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
  await incrementContentRevision(tx);
  await audit(tx, author, 'site.published', row);
  return published;
}

/**
 * Stores a new category as a draft, which is published with its first entry (PB-2). Returns the content with
 * this category; unchanged without a new one.
 */
async function storeNewCategory(
  tx: Db,
  author: Author,
  { content, newCategory }: ParsedEntry,
): Promise<EntryContent> {
  if (!newCategory) return content;
  const kind = 'categories';
  const category = toSlug(newCategory.en);
  if (!(await findEntryOutsideBinBySlug(tx, [kind], category))) {
    const target = { kind, formKey: createRandomToken(16) } as const;
    const row = await storeDraft(tx, author, target, null, { title: newCategory });
    await updateEntry(tx, row.id, { slug: category });
    await audit(tx, author, 'site.saved', row);
  }
  return { ...content, category };
}

export type EntryStateChange = 'offline' | 'delete' | 'undelete';

/**
 * Takes an entry offline, moves it to the bin ('delete') or back ('undelete'). Refuses a category in use ('in-use')
 * and singletons ('not-found'), which are always public. Refreshes the published content, also after a refusal.
 */
export async function changeEntryState(
  author: Author,
  target: FormTarget & { id: number },
  change: EntryStateChange,
): Promise<SaveResult> {
  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const row = await findEntryRow(tx, target.kind, target.id);
    if (!row || kindFacts[target.kind].isSingleton) return { kind: 'not-found' };
    if (hasConflict(row, target)) return { kind: 'conflict', entry: toEntry(row) };
    const removesFromSite = change === 'offline' || change === 'delete';
    const count = removesFromSite ? await countCategoryRowUses(tx, row) : 0;
    if (count > 0) return { kind: 'in-use', count };
    const changed = await changeRowState(tx, author, row, change, target.formKey);
    await incrementContentRevision(tx);
    return { kind: 'saved', entry: toEntry(changed) };
  });
  await refreshPublishedContent();
  return result;
}

/**
 * Changes the state of an entry and audits it. The caller must call incrementContentRevision in the transaction
 * and refreshPublishedContent after it.
 */
export async function changeRowState(
  tx: Db,
  author: Author,
  row: SiteEntry,
  change: EntryStateChange,
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

async function getChangedColumns(
  tx: Db,
  row: SiteEntry,
  change: EntryStateChange,
  deletedAt: string,
): Promise<{ live?: 0; slug?: null; deleted_at?: string | null }> {
  if (change === 'offline') return { live: 0 };
  if (change === 'delete') return { live: 0, deleted_at: deletedAt };
  // Another entry may have taken the slug meanwhile; then publishing builds a new one.
  const kinds = isKind(row.kind) ? listKindsSharingPath(row.kind) : [row.kind];
  const hasNamesake = row.slug !== null && (await findEntryOutsideBinBySlug(tx, kinds, row.slug));
  return hasNamesake ? { deleted_at: null, slug: null } : { deleted_at: null };
}

/** Counts the entries in a category, drafts included, not the bin; 0 for an entry that is no category. */
export async function countCategoryUses(kind: KindName, id: number): Promise<number> {
  const row = await findEntryRow(getDatabase(), kind, id);
  return row ? countCategoryRowUses(getDatabase(), row) : 0;
}

/** Like countCategoryUses, for a row that has been read. */
export async function countCategoryRowUses(db: Db, { kind, slug }: SiteEntry): Promise<number> {
  return kind === 'categories' && slug !== null ? countEntriesInCategory(db, slug) : 0;
}

/**
 * Moves an entry to an index in its list and refreshes the published content. Entries that are ordered by day
 * cannot be moved ('not-found').
 */
export async function reorderEntry(
  author: Author,
  kind: KindName,
  id: number,
  newIndex: number,
): Promise<'moved' | 'not-found'> {
  if (kindFacts[kind].dayField) return 'not-found';
  const isMoved = await inTransaction(async (tx) => {
    const ids = await listEntryIdsOutsideBin(tx, kind);
    const oldIndex = ids.indexOf(id);
    if (oldIndex === -1) return false;
    const index = Math.min(Math.max(0, newIndex), ids.length - 1);
    ids.splice(index, 0, ...ids.splice(oldIndex, 1));
    await updateEntryOrder(tx, ids);
    await incrementContentRevision(tx);
    await audit(tx, author, 'site.moved', { kind, id });
    return true;
  });
  await refreshPublishedContent();
  return isMoved ? 'moved' : 'not-found';
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
