import { isDeepStrictEqual } from 'node:util';
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
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { inTransaction, type Db } from '#db/database.server.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import { deleteRows, findRow, insertRow, replaceRow } from '#db/rows.ts';
import {
  findEntryOutsideBinBySlug,
  findFrontPosition,
  incrementContentRevision,
  insertEntry,
  listEntriesOutsideBin,
  updateEntry,
  type SiteEntry,
} from '#db/site-content.ts';
import { getEntryState, toEntry, type Entry } from './entries.server.ts';
import { changeRowState, countCategoryUses } from './entry-changes.server.ts';
import {
  getEmptyContent,
  getPublishingErrors,
  getSlugControlName,
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

export interface PostedForm {
  target: FormTarget;
  parsed: ParsedEntry;
}

export type EntryIntent = 'save' | 'publish' | 'offline' | 'delete';

export type SaveResult =
  | { kind: 'saved'; entry: Entry }
  /** The draft was stored, but it cannot be published. */
  | { kind: 'incomplete'; entry: Entry; errors: EntryErrors }
  | SaveRefusal;

/** Nothing was stored. */
export type SaveRefusal =
  | { kind: 'invalid'; errors: EntryErrors }
  /** The form lacks its key, without which a new entry could replace another one. */
  | { kind: 'no-form-key' }
  | { kind: 'conflict'; entry: Entry }
  /** `content` lacks the pictures and files that are no longer stored. */
  | { kind: 'media-missing'; content: EntryContent }
  /** `count` projects are in this category and would be left without one. */
  | { kind: 'in-use'; count: number }
  /** The only entry of its kind cannot be taken from the site. */
  | { kind: 'always-public' }
  /** The remaining disk space is reserved for enquiries. */
  | { kind: 'disk-nearly-full' }
  | { kind: 'not-found' };

/**
 * Stores a form as the draft of its entry, or as a new entry, with the new category that it names (PB-8). Then
 * publishes the draft and its category, or takes the entry offline, in the same transaction. 'delete' stores nothing
 * of the form and moves the entry to the bin. Audits each change. Refreshes the published content, except after 'save'.
 */
export async function saveEntry(
  author: Author,
  { target, parsed }: PostedForm,
  intent: EntryIntent,
): Promise<SaveResult> {
  if (intent !== 'delete' && isDiskNearlyFull()) return { kind: 'disk-nearly-full' };

  const result = await inTransaction(async (tx): Promise<SaveResult> => {
    const storedEntry = await findTarget(tx, target);
    const refusal = await findRefusal(tx, target, storedEntry, parsed, intent);
    if (refusal) return refusal;

    if (intent === 'delete') {
      // It is there: findRefusal has refused to delete a missing entry.
      return removeFromSite(tx, author, target, storedEntry!, 'delete');
    }

    const newCategory = await storeNewCategory(tx, author, parsed);
    const content = newCategory ? { ...parsed.content, category: newCategory } : parsed.content;
    const { row, isChanged } = await storeDraft(tx, author, target, storedEntry, content);
    const facts = { kind: row.kind, entry: row.id };
    if (isChanged) await recordAuditByAdmin(tx, author, 'site.saved', facts);

    if (intent === 'publish') return publishEntry(tx, author, target, row, content);
    if (intent === 'offline') return removeFromSite(tx, author, target, row, 'offline');
    return { kind: 'saved', entry: toEntry(row) };
  });

  if (result.kind === 'saved' && intent !== 'save') await refreshPublishedContent();
  return result;
}

const isDiskNearlyFull = () => readFreeDiskBytes() < MIN_FREE_BYTES;

async function removeFromSite(
  tx: Db,
  author: Author,
  { formKey }: FormTarget,
  row: SiteEntry,
  change: 'offline' | 'delete',
): Promise<SaveResult> {
  const changed = await changeRowState(tx, author, row, change, formKey);
  await incrementContentRevision(tx);
  return { kind: 'saved', entry: toEntry(changed) };
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
  const category = await checkCategory(tx, kind, content);
  if (category.kind === 'unpublishable') errors['category'] = 'missing';
  if (Object.keys(errors).length > 0) return { kind: 'incomplete', entry: toEntry(row), errors };

  if (category.kind === 'unpublished') {
    await publishDraft(tx, author, category.row, category.row.slug!, formKey);
  }
  const published = await publishDraft(tx, author, row, slug, formKey);
  return { kind: 'saved', entry: toEntry(published) };
}

/** Returns the entry that a form changes; null for a new entry, and for an unknown id. */
async function findTarget(tx: Db, { kind, id, formKey }: FormTarget): Promise<SiteEntry | null> {
  if (id !== null) return (await findRow(tx, 'site_entries', { id, kind })) ?? null;

  // A form for a new entry that was sent before has created it.
  const createdEntry = await findRow(tx, 'site_entries', { kind, changed_form: formKey });
  if (createdEntry || !kindFacts[kind].isSingleton) return createdEntry ?? null;

  const [singleton] = await listEntriesOutsideBin(tx, kind);
  return singleton ?? null;
}

async function findRefusal(
  tx: Db,
  target: FormTarget,
  storedEntry: SiteEntry | null,
  { content, newCategory }: ParsedEntry,
  intent: EntryIntent,
): Promise<SaveRefusal | null> {
  const { kind, id, formKey } = target;
  if (formKey === '') return { kind: 'no-form-key' };

  const isMissing = storedEntry === null && id !== null;
  const isInBin = storedEntry !== null && storedEntry.deleted_at !== null;
  if (isMissing || (isInBin && intent !== 'delete')) return { kind: 'not-found' };
  // A form does not conflict with its own saves.
  const isChangedSince = storedEntry !== null && storedEntry.version !== target.expectedVersion;
  if (isChangedSince && storedEntry.changed_form !== formKey) {
    return { kind: 'conflict', entry: toEntry(storedEntry) };
  }

  if (intent === 'offline' || intent === 'delete') {
    if (storedEntry === null) return { kind: 'not-found' };
    if (kindFacts[kind].isSingleton) return { kind: 'always-public' };
    const count = await countCategoryUses(tx, storedEntry);
    if (count > 0) return { kind: 'in-use', count };
  }
  if (intent === 'delete') return null;

  const errors = await findStoringErrors(tx, kind, content, newCategory);
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
  const remaining = await dropMissingMedia(kind, content, tx);
  return remaining === content ? null : { kind: 'media-missing', content: remaining };
}

/** Returns the errors that prevent a draft, other than those that the form shows without the database. */
async function findStoringErrors(
  tx: Db,
  kind: KindName,
  { title }: EntryContent,
  newCategory: ParsedEntry['newCategory'],
): Promise<EntryErrors> {
  const errors: EntryErrors = {};
  const isUntitled = title.en === '' && title.el === '';
  if (isUntitled && !kindFacts[kind].defaultTitle) errors[getSlugControlName(kind)] = 'missing';

  const namesake = newCategory && (await findCategory(tx, toSlug(newCategory.en)));
  if (namesake && getEntryState(namesake) === 'offline') {
    errors['new_category_en'] = 'offlineCategory';
  } else if (namesake && toEntry(namesake).content.title.el !== newCategory.el) {
    errors['new_category_el'] = 'otherCategory';
  }
  return errors;
}

const findCategory = (tx: Db, slug: string) => findEntryOutsideBinBySlug(tx, ['categories'], slug);

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
    errors[getSlugControlName(kind)] ??= kindFacts[kind].customSlug ? 'duplicate' : 'address';
  }
  if (await hasDrawingRatioMismatch(content, tx)) errors['drawing'] = 'measures';
  return errors;
}

type CategoryState =
  /** The entry has no category, or a public one. */
  | { kind: 'ready' }
  /** It must be published with its entry (PB-2). */
  | { kind: 'unpublished'; row: SiteEntry }
  /** It does not exist, or has errors. */
  | { kind: 'unpublishable' };

async function checkCategory(
  tx: Db,
  kind: KindName,
  { category: slug }: EntryContent,
): Promise<CategoryState> {
  const hasCategory = listFields(kind).some(({ type }) => type === 'category');
  if (!hasCategory || slug === '') return { kind: 'ready' };

  const row = await findCategory(tx, String(slug));
  if (!row) return { kind: 'unpublishable' };
  if (row.live === 1) return { kind: 'ready' };

  const content = parseContent('categories', row.draft ?? row.published!);
  const isComplete = Object.keys(getPublishingErrors('categories', content)).length === 0;
  return isComplete ? { kind: 'unpublished', row } : { kind: 'unpublishable' };
}

/** Inserts a draft, or updates that of the stored entry if it is another. */
async function storeDraft(
  tx: Db,
  { admin }: Author,
  { kind, formKey }: Pick<FormTarget, 'kind' | 'formKey'>,
  storedEntry: SiteEntry | null,
  content: EntryContent,
): Promise<{ row: SiteEntry; isChanged: boolean }> {
  const text = JSON.stringify(content);
  const change = {
    changed_at: new Date().toISOString(),
    changed_by: admin.email,
    changed_form: formKey,
  };

  if (!storedEntry) {
    const position = await findFrontPosition(tx, kind);
    const uid = `${toAthensDay(new Date())}/${createRandomToken(8, 'hex')}`;
    const row = await insertEntry(tx, { kind, uid, position, draft: text, ...change });
    return { row, isChanged: true };
  }

  // Content that was stored before its kind had a field lacks it.
  const published = { ...getEmptyContent(kind), ...JSON.parse(storedEntry.published ?? '{}') };
  const draft = isDeepStrictEqual(content, published) ? null : text;
  if (draft === storedEntry.draft) return { row: storedEntry, isChanged: false };

  const row = await updateEntry(tx, storedEntry.id, { draft, ...change });
  return { row, isChanged: true };
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

  const kindsWithPath = isKind(kind) ? listKindsSharingPath(kind) : [kind];
  await deleteRows(tx, 'former_slugs', { kind: kindsWithPath, slug });
  if (row.slug !== null && row.slug !== slug) {
    // A slug leads to the entry that had it last.
    await replaceRow(tx, 'former_slugs', { kind, slug: row.slug, entry_id: id });
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
    await insertRow(tx, 'site_publications', publication);
  }

  await incrementContentRevision(tx);
  await recordAuditByAdmin(tx, author, 'site.published', { kind, entry: id });
  return published;
}

/** Stores a new category as a draft, to be published with its first entry (PB-2). Returns its slug; null without one. */
async function storeNewCategory(
  tx: Db,
  author: Author,
  { newCategory }: ParsedEntry,
): Promise<string | null> {
  if (!newCategory) return null;

  const slug = toSlug(newCategory.en);
  if (await findCategory(tx, slug)) return slug;

  const target = { kind: 'categories', formKey: createRandomToken(16) } as const;
  const { row } = await storeDraft(tx, author, target, null, { title: newCategory });
  await updateEntry(tx, row.id, { slug });
  await recordAuditByAdmin(tx, author, 'site.saved', { kind: row.kind, entry: row.id });
  return slug;
}
