import { data, href, redirect, type ActionFunctionArgs } from 'react-router';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { buildSlug, isKind, kindFacts } from '#app/content/kinds.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { deskFaults } from '#app/content/messages/enquiry.server.ts';
import { refusals } from '#app/content/messages/failures.server.ts';
import { siteDesk } from '#app/content/messages/site-desk.server.ts';
import { formatAthensTime } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import {
  changeEntry,
  countUses,
  saveEntry,
  type Author,
  type Entry,
} from '#app/domain/site/entries.server.ts';
import { getSlugField, type EntryErrors } from '#app/domain/site/entry-form.server.ts';
import { takePictures } from '#app/domain/site/pictures.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import { readPostedForm, type UploadedForm } from '#app/http/uploads.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import { presentError } from '#app/routes/desk/presenter.server.ts';
import {
  addUploads,
  parsePostedEntry,
  toTypedForm,
  type PostedEntry,
} from '#app/routes/desk/site/posted-entry.server.ts';
import {
  describeStored,
  getErrorTexts,
  toFormData,
} from '#app/routes/desk/site/shown-entry.server.ts';

type Args = Pick<ActionFunctionArgs, 'request' | 'context' | 'params'>;

export async function saveEntryForm({ request, context, params }: Args) {
  const admin = requireAdmin(context);
  const { kind = '', id } = params;
  if (!isKind(kind)) throw data(null, { status: 404 });
  const { form: upload, ...requester } = context.get(requestContext);
  const author = { admin, requester };
  let form: UploadedForm | undefined;
  try {
    form = await (upload ?? readPostedForm(request));
    const { files, fields } = form;
    const takenPictures = await takePictures(files, author);
    // Fields that follow the files are complete only after the last file is read.
    const posted = await addUploads(
      parsePostedEntry(kind, id, fields),
      takenPictures,
      siteDesk[admin.language],
    );
    return await saveAndRespond(posted, author);
  } catch (error) {
    // After an interrupted upload or on a full disk, the response keeps the typed values.
    return toFailure(error, form && parsePostedEntry(kind, id, form.fields), admin.language);
  }
}

async function saveAndRespond(posted: PostedEntry, author: Author) {
  const { target, button, parsed, refusedFiles } = posted;
  const { language } = author.admin;
  if (Object.keys(parsed.errors).length > 0) {
    return refuseFields(posted, parsed.errors, language);
  }
  const { id } = target;
  const isWithdrawing = id !== null && (button === 'delete' || button === 'offline');
  const count = isWithdrawing ? await countUses(target.kind, id) : 0;
  if (count > 0) return refuseSave(posted, { kind: 'in-use', count }, language);
  const result =
    button === 'delete' && id !== null
      ? await changeEntry(author, { ...target, id }, 'delete')
      : await saveEntry(author, target, parsed, button === 'publish' && refusedFiles.length === 0);
  if (result.kind !== 'saved' && result.kind !== 'incomplete') {
    return refuseSave(posted, result, language);
  }
  const { entry } = result;
  const { faults: texts } = siteDesk[language];
  // The entry is stored, so `saved` tells the browser to delete its draft.
  const saved = { form: await toEntryForm(entry, posted, language), saved: true };
  if (result.kind === 'incomplete') {
    return refuseFields(posted, result.errors, language, { ...saved, heading: texts.heading });
  }
  if (refusedFiles.length > 0) {
    return refuseFields(posted, {}, language, { ...saved, heading: texts.refused });
  }
  return redirectAfterSave(author, posted, entry);
}

async function refuseFields(
  posted: PostedEntry,
  errors: EntryErrors,
  language: Language,
  changes: object = {},
) {
  const faults = getErrorTexts(posted.kind, posted.parsed.content, errors, siteDesk[language]);
  return data<object>(
    { ...(await toTypedForm(posted, language)), faults, ...changes },
    { status: 422 },
  );
}

type SaveRefusal = Exclude<Awaited<ReturnType<typeof saveEntry>>, { kind: 'saved' | 'incomplete' }>;

async function refuseSave(posted: PostedEntry, refusal: SaveRefusal, language: Language) {
  const { kind, target, parsed } = posted;
  const messages = siteDesk[language];
  const { unsaved, unchanged } = messages.faults;
  const respond = async (status: number, title: string, text: string, changes: object = {}) => {
    const toast = { tone: 'error', title, text };
    return data<object>(
      { ...(await toTypedForm(posted, language)), toast, ...changes },
      { status },
    );
  };
  switch (refusal.kind) {
    case 'untitled':
      return refuseFields(posted, { [getSlugField(kind)]: 'missing' }, language);
    case 'in-use':
      return respond(409, unchanged, pluralize(messages.used, refusal.count));
    case 'disk-nearly-full':
      return respond(503, unsaved, messages.noRoom);
    case 'not-found': {
      const newTarget = { id: null, version: 0, key: target.formKey };
      const form = await toFormData(kind, parsed.content, language, newTarget);
      return respond(409, unsaved, messages.entryDeleted, { form });
    }
    case 'media-missing': {
      const { id, expectedVersion: version } = target;
      const newTarget = { id, version, key: createRandomToken(16) };
      const form = await toFormData(kind, refusal.content, language, newTarget);
      return respond(422, unsaved, messages.missingPicture, { form });
    }
    case 'conflict': {
      const { entry } = refusal;
      const form = await toEntryForm({ ...entry, content: parsed.content }, posted, language);
      const storedEntry = await describeStored(entry, language);
      return respond(409, unsaved, formatConflict(entry, language), { form, storedEntry });
    }
  }
}

function formatConflict({ changedBy, changedAt }: Entry, language: Language): string {
  const { stale, seeded } = siteDesk[language];
  return interpolate(stale, { by: changedBy || seeded, at: formatAthensTime(changedAt, language) });
}

const toEntryForm = (
  { kind, id, version, content }: Entry,
  { target }: PostedEntry,
  language: Language,
) => toFormData(kind, content, language, { id, version, key: target.formKey });

async function toFailure(error: unknown, posted: PostedEntry | undefined, language: Language) {
  const { status, text } =
    error instanceof Refusal
      ? { status: error.status, text: interpolate(refusals[language][error.reason], error.values) }
      : presentError('site-not-saved', error, language);
  const toast = { tone: 'error', title: deskFaults[language].site, text };
  return data<object>({ ...(posted && (await toTypedForm(posted, language))), toast }, { status });
}

async function redirectAfterSave(
  author: Author,
  { kind, button, target, pictureNumber }: PostedEntry,
  entry: Entry,
): Promise<Response> {
  const { id, version } = entry;
  const listPath = href('/admin/dashboard/site/:kind', { kind });
  const entryPath = `${listPath}/${id}`;
  switch (button) {
    case 'preview':
      return redirect(getPreviewPath(entry, author.admin.language), 303);
    case 'delete':
      return redirectWithFlash(listPath, 'entry-deleted');
    case 'publish':
      return redirectWithFlash(entryPath, 'entry-published');
    case 'offline': {
      const savedTarget = { ...target, id, expectedVersion: version };
      const { kind: result } = await changeEntry(author, savedTarget, 'offline');
      return redirectWithFlash(entryPath, result === 'saved' ? 'entry-offline' : 'entry-saved');
    }
    default: {
      // Without JavaScript the new page scrolls to the moved or added picture.
      const anchor = pictureNumber === null ? '' : `#picture-${pictureNumber}`;
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
