import { data, href, redirect, type ActionFunctionArgs } from 'react-router';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { buildSlug, isKind, kindFacts } from '#app/content/kinds.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { deskErrors } from '#app/content/messages/enquiry.server.ts';
import { siteDesk } from '#app/content/messages/site-desk.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { findEntry, type Entry } from '#app/domain/site/entries.server.ts';
import {
  changeEntryState,
  countCategoryUses,
  saveAndPublishEntry,
  saveDraft,
  type SaveRefusal,
} from '#app/domain/site/entry-changes.server.ts';
import { getSlugField, type EntryErrors } from '#app/domain/site/entry-form.server.ts';
import { storeMediaUploads } from '#app/domain/site/pictures.server.ts';
import {
  getFingerprints,
  mergeStaleForm,
  takeStoredPart,
} from '#app/domain/site/stale-form.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { readFormData, type UploadedForm } from '#app/http/uploads.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { presentRefusalOrLogError } from '#app/routes/desk/presenter.server.ts';
import {
  addUploads,
  buildTypedForm,
  parsePostedEntry,
  type PostedEntry,
} from '#app/routes/desk/site/posted-entry.server.ts';
import {
  buildEntryForm,
  describeConflicts,
  getControlErrorTexts,
  getPartLabel,
} from '#app/routes/desk/site/shown-entry.server.ts';

type Args = Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>;

/**
 * Saves, publishes, takes offline or deletes an entry, whichever button was pressed, and stores its files.
 * Redirects after a success; otherwise returns the form with its errors.
 */
export async function submitEntryForm({
  request,
  context,
  params,
}: Args): Promise<Response | ReturnType<typeof data<object>>> {
  const admin = requireAdmin(context);
  const { kind = '' } = params;
  if (!isKind(kind)) throw data(null, { status: 404 });
  // A new entry gets its id when it is saved; a form that then comes back has it in a field.
  const urlId = Number(params['id']) || null;
  const { form: upload, ...requester } = context.get(requestContext);
  const author = { admin, requester };
  let form: UploadedForm | undefined;
  try {
    form = await (upload ?? readFormData(request));
    const { files, fields } = form;
    const uploads = await storeMediaUploads(files, author);
    // Fields that follow the files are complete only after the last file is read.
    const posted = parsePostedEntry(kind, fields, urlId);
    const postedWithFiles = await addUploads(posted, uploads, siteDesk[admin.language]);
    return await changeEntryAndRespond(postedWithFiles, author);
  } catch (error) {
    // After an interrupted upload or on a full disk, the response keeps the typed values.
    const posted = form && parsePostedEntry(kind, form.fields, urlId);
    return refuseError(error, posted, admin.language);
  }
}

async function changeEntryAndRespond(posted: PostedEntry, author: Author) {
  const { button, parsed, refusedFiles } = posted;
  const { language } = author.admin;
  if (button.startsWith(TAKE_STORED)) return takeStoredValue(posted, language);
  if (Object.keys(parsed.errors).length > 0) {
    return refuseFields(posted, parsed.errors, language);
  }
  const result = await saveOrDeleteEntry(posted, author);
  const { heading, refused } = siteDesk[language].errors;
  switch (result.kind) {
    case 'saved':
      if (refusedFiles.length > 0)
        return returnSavedForm(posted, result.entry, {}, refused, language);
      if (button === 'offline') return takeOffline(posted, author, result.entry);
      return redirectAfterSave(posted, result.entry, language);
    case 'incomplete':
      return returnSavedForm(posted, result.entry, result.errors, heading, language);
    default:
      return refuseSave(posted, result, language);
  }
}

// The button's value ends with the name of the part: "theirs-title_en".
const TAKE_STORED = 'theirs-';

/** Returns the form with the stored value of one part, after a save conflict. Saves nothing. */
async function takeStoredValue(posted: PostedEntry, language: Language) {
  const { kind, target, button } = posted;
  const entry = target.id === null ? null : await findEntry(kind, target.id);
  if (!entry || entry.deletedAt) return refuseSave(posted, { kind: 'not-found' }, language);
  const parsed = takeStoredPart(posted.parsed, entry.content, button.slice(TAKE_STORED.length));
  return refuseSave({ ...posted, parsed }, { kind: 'conflict', entry }, language);
}

/** Returns the form of an entry that was stored as a draft. `saved` tells the browser to delete its own. */
async function returnSavedForm(
  posted: PostedEntry,
  entry: Entry,
  errors: EntryErrors,
  heading: string,
  language: Language,
) {
  const form = await toEntryForm(entry, posted, language);
  return refuseFields(posted, errors, language, { form, heading, saved: true });
}

/** Deletes or saves the entry. Publishes it only if all its files were stored. */
async function saveOrDeleteEntry(
  { target, button, parsed, refusedFiles }: PostedEntry,
  author: Author,
) {
  const { id } = target;
  const isWithdrawing = button === 'delete' || button === 'offline';
  const count = isWithdrawing && id !== null ? await countCategoryUses(target.kind, id) : 0;
  if (count > 0) return { kind: 'in-use' as const, count };
  if (button === 'delete' && id !== null) {
    return changeEntryState(author, { ...target, id }, 'delete');
  }
  const shouldPublish = button === 'publish' && refusedFiles.length === 0;
  return shouldPublish
    ? saveAndPublishEntry(author, target, parsed)
    : saveDraft(author, target, parsed);
}

async function takeOffline(
  { target }: PostedEntry,
  author: Author,
  { kind, id, version }: Entry,
): Promise<Response> {
  const savedTarget = { ...target, id, expectedVersion: version };
  const result = await changeEntryState(author, savedTarget, 'offline');
  const path = href('/admin/dashboard/site/:kind/:id', { kind, id: String(id) });
  return redirectWithFlash(path, result.kind === 'saved' ? 'entry-offline' : 'entry-saved');
}

async function refuseFields(
  posted: PostedEntry,
  errors: EntryErrors,
  language: Language,
  changes: object = {},
) {
  const errorTexts = getControlErrorTexts(
    posted.kind,
    posted.parsed.content,
    errors,
    siteDesk[language],
  );
  return data<object>(
    { ...(await buildTypedForm(posted, language)), errors: errorTexts, ...changes },
    { status: 422 },
  );
}

async function refuseSave(posted: PostedEntry, refusal: SaveRefusal, language: Language) {
  const { kind, target, parsed } = posted;
  const messages = siteDesk[language];
  const { unsaved, unchanged } = messages.errors;
  const respond = async (status: number, title: string, text: string, typed = posted) => {
    const toast = { tone: 'error', title, text };
    return data<object>({ ...(await buildTypedForm(typed, language)), toast }, { status });
  };
  switch (refusal.kind) {
    case 'untitled':
      return refuseFields(posted, { [getSlugField(kind)]: 'missing' }, language);
    case 'in-use':
      return respond(409, unchanged, pluralize(messages.used, refusal.count));
    case 'disk-nearly-full':
      return respond(503, unsaved, messages.noRoom);
    case 'not-found': {
      const newTarget = { ...target, id: null, expectedVersion: 0 };
      return respond(409, unsaved, messages.entryDeleted, { ...posted, target: newTarget });
    }
    case 'media-missing': {
      const remaining = { ...parsed, content: refusal.content };
      const newTarget = { ...target, formKey: createRandomToken(16) };
      const typed = { ...posted, target: newTarget, parsed: remaining };
      return respond(422, unsaved, messages.missingPicture, typed);
    }
    case 'conflict':
      return refuseStaleForm(posted, refusal.entry, language);
  }
}

/** Returns the form merged with the stored entry, and the parts that the admin must decide (PB-8). */
async function refuseStaleForm(posted: PostedEntry, entry: Entry, language: Language) {
  const { kind, target, parsed } = posted;
  const { content, takenOver, conflicts, base } = mergeStaleForm(
    posted.base,
    entry.content,
    parsed,
  );
  const typed = {
    ...posted,
    target: { ...target, id: entry.id, expectedVersion: entry.version },
    base,
    parsed: { ...parsed, content },
  };
  const { stale, seeded, errors } = siteDesk[language];
  const text = interpolate(stale, {
    by: entry.changedBy || seeded,
    at: formatAthensDateTime(entry.changedAt, language),
  });
  const merge = {
    takenOver: takenOver.map((part) => getPartLabel(kind, part, language)),
    conflicts: await describeConflicts(entry, conflicts, language),
  };
  const toast = { tone: 'error', title: errors.unsaved, text };
  const form = await buildTypedForm(typed, language);
  return data<object>({ ...form, toast, merge }, { status: 409 });
}

const toEntryForm = (
  { kind, id, version, content }: Entry,
  { target }: PostedEntry,
  language: Language,
) => {
  const base = getFingerprints(content);
  return buildEntryForm(kind, content, language, { id, version, key: target.formKey, base });
};

async function refuseError(error: unknown, posted: PostedEntry | undefined, language: Language) {
  const { status, text } = presentRefusalOrLogError('site-not-saved', error, language);
  const toast = { tone: 'error', title: deskErrors[language].site, text };
  const typedForm = posted && (await buildTypedForm(posted, language));
  return data<object>({ ...typedForm, toast }, { status });
}

async function redirectAfterSave(
  { kind, button, changedItem }: PostedEntry,
  entry: Entry,
  language: Language,
): Promise<Response> {
  const listPath = href('/admin/dashboard/site/:kind', { kind });
  const entryPath = `${listPath}/${entry.id}`;
  switch (button) {
    case 'preview':
      return redirect(getPreviewPath(entry, language), 303);
    case 'delete':
      return redirectWithFlash(listPath, 'entry-deleted');
    case 'publish':
      return redirectWithFlash(entryPath, 'entry-published');
    default: {
      // Without JavaScript the new page scrolls to the moved or added picture or part.
      const anchor = changedItem && `#${changedItem}`;
      return redirectWithFlash(entryPath + anchor, 'entry-saved');
    }
  }
}

function getPreviewPath({ kind, id, content, slug, isChanged }: Entry, language: Language): string {
  const hasOwnSlug = slug !== null && (!isChanged || kindFacts[kind].keepsSlug);
  const previewSlug = hasOwnSlug ? slug : buildSlug(kind, content) || String(id);
  // A header value may contain Latin-1 only.
  const path = getLocalizedPath(language, kindFacts[kind].path(encodeURIComponent(previewSlug)));
  const [page, anchor = ''] = path.split(/(?=#)/);
  return `${page}${page!.includes('?') ? '&' : '?'}preview${anchor}`;
}
