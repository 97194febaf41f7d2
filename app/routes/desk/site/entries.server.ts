import { redirect } from 'react-router';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { isIsoDay } from '#app/content/formats.ts';
import { isKind, kindFacts, type KindName } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { entryListTexts, entryMessages } from '#app/content/texts/site-desk.server.ts';
import { siteKinds } from '#app/content/texts/site-kinds.server.ts';
import { readAdminNames, type NameAdmin } from '#app/domain/accounts/admin-names.server.ts';
import {
  addDays,
  formatAthensDateTime,
  formatShortDay,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { deleteOrRestoreEntries } from '#app/domain/site/bin.server.ts';
import { findEntry, readEntryList, type Entry } from '#app/domain/site/entries.server.ts';
import { reorderEntry } from '#app/domain/site/entry-changes.server.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import {
  parsePageNumber,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/desk-request.server.ts';
import { getDisplayTitle } from '#app/routes/desk/site/shown-entry.server.ts';
import type { Route } from './+types/entries.ts';
import { getEntryListPath, getFileUrl, getThumbnailUrl } from './site-urls.ts';

/**
 * Loads one page of the list of a kind, or with `?bin` of its bin. Throws a 404 for an unknown kind, a redirect from a
 * page that is empty to the first page and, for a kind with only one entry, a redirect to that entry or to its empty
 * form.
 */
export async function loadEntryList({ context, params, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const kind = requireKind(params);
  const { isSingleton, dayField } = kindFacts[kind];
  if (isSingleton) {
    const [onlyEntry] = (await readEntryList(kind)).entries;
    throw redirect(`${url.pathname}/${onlyEntry?.id ?? 'new'}`, 303);
  }

  const isInBin = url.searchParams.has('bin');
  const page = parsePageNumber(url, 'page');
  const { entries, hasMore } = await readEntryList(kind, { isInBin, page });
  // The entries of this page were moved or deleted.
  if (entries.length === 0 && page > 1) throw redirect(getEntryListPath(kind, { isInBin }), 303);

  const texts = entryListTexts[language];
  const { name, intro, add } = siteKinds[language][kind];
  const nameAdmin = await readAdminNames();

  return {
    title: isInBin ? `${texts.bin}: ${name}` : name,
    intro: isInBin ? interpolate(texts.binIntro, { days: SITE.binDays }) : intro,
    texts: { ...texts, add, list: interpolate(texts.list, { kind: name }) },
    rows: entries.map((entry) => presentRow(entry, nameAdmin, language)),
    kind,
    isInBin,
    canReorder: !isInBin && !dayField,
    page,
    firstPosition: (page - 1) * SITE.entriesAPage,
    hasMore,
    isAllSelected: url.searchParams.has('select'),
  };
}

/** Throws a 404 for an unknown kind. */
export function requireKind({ kind = '' }: { kind?: string | undefined }): KindName {
  if (!isKind(kind)) throw new Response(null, { status: 404 });
  return kind;
}

export type ListedEntry = ReturnType<typeof presentRow>;

function presentRow(entry: Entry, nameAdmin: NameAdmin, language: Language) {
  const texts = entryListTexts[language];
  const { id, kind, content, state, isChanged, changedAt, changedBy, deletedAt } = entry;
  const [firstPicture] = (content['pictures'] ?? []) as { name: string }[];
  const changedTime = formatAthensDateTime(changedAt, language);
  const editor = nameAdmin(changedBy) || entryMessages[language].seeded;
  const deletedTime = deletedAt && formatAthensDateTime(deletedAt, language);

  return {
    id,
    kind,
    title: getDisplayTitle(entry, language),
    picture: firstPicture ? getThumbnailUrl(firstPicture.name) : null,
    mark: typeof content['mark'] === 'string' ? getFileUrl('mark', content['mark']) : null,
    state,
    isChanged: isChanged && state === 'published',
    changedText: `${changedTime}, ${editor}`,
    endText: formatEnd(String(content['until'] ?? ''), language),
    deletedText: deletedTime && interpolate(texts.deletedAt, { at: deletedTime }),
  };
}

/** Returns null for an entry without a last day, and while that day is far. */
function formatEnd(endDay: string, language: Language): string | null {
  const today = toAthensDay(new Date());
  if (!isIsoDay(endDay) || endDay > addDays(today, SITE.endsWithinDays)) return null;
  const { expiredOn, expiresOn } = entryListTexts[language];
  const text = endDay < today ? expiredOn : expiresOn;
  return interpolate(text, { day: formatShortDay(endDay, language) });
}

export const submitEntryList = createDeskActions({ site: changeList });

async function changeList(posted: PostedForm) {
  const kind = requireKind(posted.params);
  if (posted.form.has('select')) return deleteOrRestoreSelected(kind, posted);
  if (posted.form.get('do') === 'undelete') return restoreEntry(kind, posted);
  return moveEntry(kind, posted);
}

async function deleteOrRestoreSelected(kind: KindName, { author, form, refuse }: PostedForm) {
  const texts = entryMessages[author.admin.language];
  const change = form.get('select') === 'undelete' ? 'undelete' : 'delete';
  const ids = form.getAll('ids').map(Number);
  if (ids.length === 0) return refuse(texts.noneSelected, 422);

  const result = await deleteOrRestoreEntries(author, kind, ids, change);
  if (result.kind === 'in-use') {
    return refuse(pluralize(texts.categoriesUsed, result.count), 409);
  }

  return change === 'undelete'
    ? redirectWithFlash(getEntryListPath(kind, { isInBin: true }), 'entries-back')
    : redirectWithFlash(getEntryListPath(kind), 'entries-deleted');
}

/** Leads to the entry also if it was restored before, as after a second click. */
async function restoreEntry(kind: KindName, { author, form, refuse }: PostedForm) {
  const id = Number(form.get('id'));
  await deleteOrRestoreEntries(author, kind, [id], 'undelete');
  const entry = await findEntry(kind, id);
  const isRestored = entry !== null && entry.deletedAt === null;
  if (!isRestored) return refuse(entryMessages[author.admin.language].entryUnavailable, 409);
  return redirectWithFlash(`${getEntryListPath(kind)}/${id}`, 'entry-back');
}

/** Leads to the page of the list on which the entry now is. */
async function moveEntry(kind: KindName, { author, form, refuse }: PostedForm) {
  const position = Number(form.get('to')) || 0;
  const result = await reorderEntry(author, kind, Number(form.get('id')), position);
  if (result === 'not-found') {
    return refuse(entryMessages[author.admin.language].entryUnavailable, 404);
  }

  const page = Math.floor(Math.max(0, position) / SITE.entriesAPage) + 1;
  const listPath = getEntryListPath(kind, { page });
  return result === 'moved' ? redirectWithFlash(listPath, 'entry-moved') : redirect(listPath, 303);
}
