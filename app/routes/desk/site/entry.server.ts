import { data, href, redirect } from 'react-router';
import type { ErrorLine, FieldError } from '#app/components/field.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { kindFacts } from '#app/content/kinds.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { failureTitles } from '#app/content/texts/enquiry.server.ts';
import { entryMessages } from '#app/content/texts/site-desk.server.ts';
import { entryPageTexts } from '#app/content/texts/site-fields.server.ts';
import { readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import type { Entry } from '#app/domain/site/entries.server.ts';
import { listDifferences, type EntryErrors } from '#app/domain/site/entry-form.server.ts';
import { storeMediaUploads } from '#app/domain/site/pictures.server.ts';
import { getShownSlug } from '#app/domain/site/published.server.ts';
import {
  saveEntry,
  type EntryIntent,
  type SaveRefusal,
  type SaveResult,
} from '#app/domain/site/save-entry.server.ts';
import type { PageActionData } from '#app/routes/desk/action-data.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash } from '#app/routes/desk/desk-request.server.ts';
import { presentRefusalOrLogError } from '#app/routes/desk/failures.server.ts';
import { requireKind } from '#app/routes/desk/site/entries.server.ts';
import {
  addUploads,
  buildTypedForm,
  parsePostedEntry,
  type PostedEntry,
} from '#app/routes/desk/site/posted-entry.server.ts';
import {
  buildEntryForm,
  getControlLabels,
  presentControlErrors,
  type EntryFormData,
} from '#app/routes/desk/site/shown-entry.server.ts';

/** The version that was saved after a refused form was opened (PB-8). */
export interface StoredVersion {
  form: EntryFormData;
  /** Who saved it, and when. */
  text: string;
  /** The labels of the fields that differ from the typed form. */
  differences: readonly ErrorLine[];
}

/** The action data of a form that was not saved as it was sent. */
export interface RefusedEntry extends Omit<PageActionData, 'kind'> {
  kind: 'invalid' | 'saved' | 'conflict' | 'unsaved';
  /** The form as it was typed or, if only a part was refused, as it was saved. */
  form: EntryFormData;
  heading?: string;
  errors?: Record<string, FieldError>;
  refusedFiles?: string[];
  /** The entry was saved after this form had been opened. */
  stored?: StoredVersion;
}

/**
 * Saves, publishes, takes offline or deletes an entry, as the pressed button says, and stores its files; every other
 * button, such as Preview, saves it. With a refused file the entry is only saved. Redirects after a success. Otherwise
 * returns the form: with its errors or refused files (422), where it may be saved as a draft all the same, with the
 * version that a colleague has stored, or for what cannot be done (409), on a full disk (503), or with the status of a
 * Refusal or an error, which is logged. Throws a 404 for an unknown kind.
 */
export const submitEntryForm = createDeskActions({ site: saveEntryForm });

async function saveEntryForm({ params, admin, author, form, files }: PostedForm) {
  const kind = requireKind(params);

  try {
    const uploads = await storeMediaUploads(files, author);

    // The parser fills `form` while it reads the files: it is complete only now.
    const postedFields = parsePostedEntry(kind, form);
    const posted = await addUploads(postedFields, uploads, admin.language);

    const { errors } = posted.parsed;
    const isInvalid = Object.keys(errors).length > 0;
    const result: SaveResult = isInvalid
      ? { kind: 'invalid', errors }
      : await saveEntry(author, posted, getAllowedIntent(posted));
    return await respond(result, posted, admin);
  } catch (error) {
    // After an interrupted upload or on a full disk, the response keeps the typed values.
    const { language } = admin;
    const { status, text } = presentRefusalOrLogError('site-failed', error, language);
    const toast = { tone: 'error' as const, title: failureTitles[language].site, text };
    const posted = parsePostedEntry(kind, form);
    return respondWithTypedForm(posted, language, status, { kind: 'unsaved', toast });
  }
}

/** An entry with a refused file is only saved, so that it is not published without the file. */
function getAllowedIntent({ button, refusedFiles }: PostedEntry): EntryIntent {
  if (button === 'delete') return 'delete';
  const changesSite = button === 'publish' || button === 'offline';
  return changesSite && refusedFiles.length === 0 ? button : 'save';
}

async function respond(result: SaveResult, posted: PostedEntry, admin: SignedInAdmin) {
  const { language } = admin;
  const texts = entryMessages[language].errors;

  switch (result.kind) {
    case 'saved':
      return posted.refusedFiles.length > 0
        ? respondWithSavedForm(result.entry, posted, {}, texts.refused, language)
        : redirectAfterSave(posted, result.entry, language);
    case 'incomplete':
      return respondWithSavedForm(result.entry, posted, result.errors, texts.heading, language);
    case 'invalid':
      return respondWithErrors(posted, result.errors, language);
    case 'conflict':
      return respondWithStoredVersion(result.entry, posted, admin);
    default:
      return respondToRefusal(result, posted, language);
  }
}

/**
 * Returns the form of an entry that was stored as a draft. `saved` tells the browser to delete its own, and without
 * `values` the form does not count as one with typed text.
 */
async function respondWithSavedForm(
  entry: Entry,
  posted: PostedEntry,
  errors: EntryErrors,
  heading: string,
  language: Language,
) {
  const { kind, id, version, content } = entry;
  const { formKey: key } = posted.target;
  const form = await buildEntryForm(kind, content, language, { id, version, key });
  const saved = { kind: 'saved' as const, form, heading, values: undefined };
  return respondWithErrors(posted, errors, language, saved);
}

async function respondWithErrors(
  posted: PostedEntry,
  errors: EntryErrors,
  language: Language,
  changes: Partial<RefusedEntry> = {},
) {
  const { kind, parsed } = posted;
  const shownErrors = presentControlErrors(kind, parsed.content, errors, language);
  const refused = { kind: 'invalid' as const, errors: shownErrors, ...changes };
  return respondWithTypedForm(posted, language, 422, refused);
}

async function respondWithTypedForm(
  posted: PostedEntry,
  language: Language,
  status: number,
  refused: Pick<RefusedEntry, 'kind'> & Partial<RefusedEntry>,
) {
  const typedForm = await buildTypedForm(posted, language);
  return data<RefusedEntry>({ ...typedForm, ...refused }, { status });
}

/** Returns the form as it was typed, and the stored version, which the next save replaces (PB-8). */
async function respondWithStoredVersion(
  { kind, id, version, content, changedAt, changedBy }: Entry,
  posted: PostedEntry,
  { email, language }: SignedInAdmin,
) {
  const { target, parsed } = posted;
  const texts = entryMessages[language];

  const nameAdmin = await readAdminNames();
  const text = interpolate(changedBy === email ? texts.staleOwn : texts.stale, {
    by: nameAdmin(changedBy) || texts.seeded,
    at: formatAthensDateTime(changedAt, language),
  });

  const labels = getControlLabels(kind, parsed.content, language);
  const differences = listDifferences(kind, parsed, content);
  const stored: StoredVersion = {
    form: await buildEntryForm(kind, content, language, { id, version, key: '' }),
    text,
    differences: differences.map((field) => ({ field, text: labels[field] ?? field })),
  };

  const typed = { ...posted, target: { ...target, id, expectedVersion: version } };
  const toast = { tone: 'error' as const, title: entryPageTexts[language].unsaved, text };
  return respondWithTypedForm(typed, language, 409, { kind: 'conflict', toast, stored });
}

type OtherRefusal = Exclude<SaveRefusal, { kind: 'invalid' | 'conflict' }>;

async function respondToRefusal(refusal: OtherRefusal, posted: PostedEntry, language: Language) {
  const { target, parsed } = posted;
  const texts = entryMessages[language];
  const { unchanged } = texts.errors;
  const { unsaved } = entryPageTexts[language];

  const respondWithToast = (status: number, title: string, text: string, typed = posted) => {
    const toast = { tone: 'error' as const, title, text };
    return respondWithTypedForm(typed, language, status, { kind: 'unsaved', toast });
  };

  switch (refusal.kind) {
    case 'in-use':
      return respondWithToast(409, unchanged, pluralize(texts.used, refusal.count));
    case 'always-public':
      return respondWithToast(409, unchanged, texts.alwaysPublic);
    case 'disk-nearly-full':
      return respondWithToast(503, unsaved, texts.noRoom);
    case 'not-found': {
      // The form can then be saved as a new entry. With its old key it could be the deleted one again.
      const formKey = createRandomToken(16);
      const typed = { ...posted, target: { ...target, id: null, expectedVersion: 0, formKey } };
      return respondWithToast(409, unsaved, texts.entryDeleted, typed);
    }
    case 'no-form-key': {
      // With a key, the form can be sent again.
      const typed = { ...posted, target: { ...target, formKey: createRandomToken(16) } };
      return respondWithToast(422, unsaved, texts.noFormKey, typed);
    }
    case 'media-missing': {
      // Without the missing media, the form can be sent again.
      const typed = {
        ...posted,
        target: { ...target, formKey: createRandomToken(16) },
        parsed: { ...parsed, content: refusal.content },
      };
      return respondWithToast(422, unsaved, texts.missingPicture, typed);
    }
  }
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
    case 'offline':
      return redirectWithFlash(entryPath, 'entry-offline');
    default: {
      // Without JavaScript the new page scrolls to the moved or added picture or part.
      const anchor = changedItem && `#${changedItem}`;
      return redirectWithFlash(entryPath + anchor, 'entry-saved');
    }
  }
}

function getPreviewPath({ kind, id, content, slug, isChanged }: Entry, language: Language): string {
  const previewSlug = getShownSlug(kind, content, { id, slug, isDraft: isChanged });

  // A header value may contain Latin-1 only.
  const path = getLocalizedPath(language, kindFacts[kind].path(encodeURIComponent(previewSlug)));

  // Some entries stand in a list with a query, or in a part of a page, which has a fragment.
  const [page = '', fragment] = path.split('#');
  const separator = page.includes('?') ? '&' : '?';
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  return `${page}${separator}preview${anchor}`;
}
