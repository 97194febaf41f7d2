import { type ActionFunctionArgs, data, href, redirect } from 'react-router';
import {
  type EntryContent,
  type KindName,
  type ShownPicture,
  addressOf,
  fieldsOf,
  isKind,
  kindFacts,
} from '#app/content/kinds.server.ts';
import { type Language, pathIn } from '#app/content/language.ts';
import { type SiteDeskWords, siteDesk } from '#app/content/words/site-desk.server.ts';
import { refusals } from '#app/content/words/failures.server.ts';
import { deskFaults } from '#app/content/words/enquiry.server.ts';
import { pluralize, interpolate } from '#app/components/words.ts';
import { athensText } from '#app/domain/clock.server.ts';
import { UNSENT_FILES, openPostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { presentError } from '#app/routes/desk/presenter.server.ts';
import {
  type Author,
  type Entry,
  type SeenEntry,
  changeEntry,
  countUsesOf,
  drawingFits,
  readEntry,
  readPublications,
  saveEntry,
  withStoredMedia,
} from '#app/domain/site/entries.server.ts';
import {
  type EntryFaults,
  type WrittenEntry,
  addressField,
  emptyContent,
  readEntryForm,
} from '#app/domain/site/entry-form.server.ts';
import { typeOf } from '#app/domain/site/field-types.server.ts';
import {
  type PictureRefusal,
  type TakenPictures,
  takePictures,
} from '#app/domain/site/pictures.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { type UploadedForm, readUploadedForm, uploadBounds } from '#app/http/uploads.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import { Refusal, storeErrorStatus } from '#app/http/responses.server.ts';
import type { SentPictures } from './picture-upload.tsx';
import {
  faultTexts,
  formOf,
  storedTexts,
  titleText,
} from '#app/routes/desk/site/shown-entry.server.ts';

type Args = Pick<ActionFunctionArgs, 'request' | 'context' | 'params'> & { url: URL };

export async function entryPage({ context, params, url }: Args) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const words = siteDesk[language];
  const kind = params['kind'] ?? '';
  if (!isKind(kind)) return null;
  const id = Number(params['id']);
  const isNew = params['id'] === 'new';
  const entry = isNew ? null : await readEntry(kind, id || 0);
  if (!entry && !isNew) return null;
  const publications = entry ? await readPublications(kind, entry.id) : [];
  const publication = Number(url.searchParams.get('publication') ?? 0);
  const old = publications.find((one) => one.id === publication);
  const shown = old?.content ?? entry?.content ?? emptyContent(kind);
  const content = await withStoredMedia(kind, shown);
  const looking = old && interpolate(words.looking, { at: athensText(old.at, language) });
  const { isOne = false } = kindFacts[kind];
  const isLost = entry !== null && entry.deletedAt !== null;
  const title = entry && !isOne ? titleText(entry, language, words) : words.kinds[kind].add;
  const shownSince = (at: string, by: string) => {
    return interpolate(words.shown, { at: athensText(at, language), by: by || words.seeded });
  };
  const seen = { id: entry?.id ?? null, version: entry?.version ?? 0, key: randomToken(16) };
  const restored = await restoredIn(admin, kind, entry);
  return {
    head: { title, description: words.intro, path: url.pathname },
    words,
    kind,
    isOne,
    isLost,
    unsent: restored?.unsent ?? [],
    publication: old?.id ?? 0,
    looking: looking && `${looking}${content === shown ? '' : ` ${words.missingPicture}`}`,
    entry: entry && { id: entry.id, state: entry.state, path: publicPath(entry, language) },
    form: restored?.form ?? (await formOf(kind, content, language, seen)),
    history: publications.map(({ id: one, at, by }) => ({ id: one, text: shownSince(at, by) })),
  };
}

/** What waited behind the login (DK-6), as it was sent: it may be stale by now. */
async function restoredIn(
  { id: adminId, draft, language }: SignedInAdmin,
  kind: KindName,
  entry: Entry | null,
) {
  const waiting = openPostedForm(draft, adminId);
  if (waiting?.form !== `site-${kind} ${entry?.id ?? ''}`) return null;
  const fields = new FormData();
  for (const [name, value] of Object.entries(waiting.fields)) fields.set(name, value);
  const unsent = (waiting.fields[UNSENT_FILES] ?? '').split('\n').filter(Boolean);
  return {
    form: (await typedIn(readPosted(kind, String(entry?.id ?? 'new'), fields), language)).form,
    unsent: unsent.map((name) => interpolate(siteDesk[language].picture.refused.unsent, { name })),
  };
}

function publicPath({ kind, slug, state }: Entry, language: Language): string | null {
  if (state !== 'published' || slug === null) return null;
  return pathIn(language, kindFacts[kind].path(slug));
}

function previewPath({ kind, id, content, slug, isChanged }: Entry, language: Language): string {
  const isOwn = slug !== null && (!isChanged || kindFacts[kind].keepsAddress);
  const own = isOwn ? slug : addressOf(kind, content) || String(id);
  // A header takes no letters but Latin ones.
  const path = pathIn(language, kindFacts[kind].path(encodeURIComponent(own)));
  const [page, place = ''] = path.split(/(?=#)/);
  return `${page}${page!.includes('?') ? '&' : '?'}preview${place}`;
}

interface PostedEntry {
  kind: KindName;
  seen: SeenEntry;
  chosen: string;
  written: WrittenEntry;
  refused: string[];
  at: number | null;
}

const STEPS = { earlier: -1, later: 1, remove: 0 } as const;

function placeAfter(button: string): number | null {
  const [, step, number] = /^(earlier|later|remove)-(\d{1,2})$/.exec(button) ?? [];
  return step === undefined ? null : Number(number) + STEPS[step as keyof typeof STEPS];
}

export async function saveEntryForm({ request, context, params }: Omit<Args, 'url'>) {
  const admin = requireAdmin(context);
  const { kind = '' } = params;
  if (!isKind(kind)) throw data(null, { status: 404 });
  const { form: read, ...requester } = context.get(requestContext);
  let form: UploadedForm | undefined;
  const posted = () => readPosted(kind, params['id'], form!.fields);
  try {
    form = await (read ?? readUploadedForm(request, uploadBounds(true)));
    const { files } = form;
    const taken = await takePictures(files, { admin, requester });
    // What follows the files in the form has come with the last of them.
    const whole = await withPictures(posted(), taken, siteDesk[admin.language]);
    return await answerTo(whole, { admin, requester });
  } catch (error) {
    // A connection that breaks off, a full disk: what was typed stays.
    return notSaved(error, form && posted(), admin.language);
  }
}

function readPosted(kind: KindName, id: string | undefined, fields: FormData): PostedEntry {
  const chosen = String(fields.get('do') ?? 'save');
  const written = readEntryForm(kind, fields);
  const seen = {
    kind,
    id: Number(fields.get('id')) || Number(id) || null,
    version: Number(fields.get('version')),
    formKey: String(fields.get('form_key') ?? ''),
  };
  return { kind, seen, chosen, written, refused: [], at: placeAfter(chosen) };
}

async function withPictures(
  posted: PostedEntry,
  taken: TakenPictures,
  words: SiteDeskWords,
): Promise<PostedEntry> {
  const { content } = posted.written;
  const refused = taken.refused.map((refusal) => refusalText(refusal, words));
  for (const field of ['file', 'mark'] as const) {
    if (field in content) content[field] = taken.others[field]?.name ?? content[field];
  }
  const countPictures = () => ((content['pictures'] ?? []) as ShownPicture[]).length;
  const before = countPictures();
  for (const field of fieldsOf(posted.kind)) {
    const came = taken.pictures.filter((picture) => picture.field === field.name);
    const { take } = typeOf(field);
    if (!take || came.length === 0) continue;
    const names = came.map(({ name }) => name);
    content[field.name] = take(content[field.name], names, field.max);
  }
  const { drawing = null } = taken.others;
  const drawn = { ...content, drawing: drawing && drawing.name };
  if (drawing && (await drawingFits(drawn))) content['drawing'] = drawn.drawing;
  else if (drawing) {
    refused.push(interpolate(words.faults.measures, { field: words.fields.drawing }));
  }
  const at = countPictures() > before ? before + 1 : posted.at;
  return { ...posted, refused, at };
}

async function answerTo(posted: PostedEntry, author: Author) {
  const { kind, seen, chosen, written, refused } = posted;
  const { language } = author.admin;
  const words = siteDesk[language];
  const answer = async (status: number, title: string, text: string, more: object = {}) =>
    data<object>(
      { ...(await typedIn(posted, language)), toast: { tone: 'error', title, text }, ...more },
      { status },
    );
  const faulty = async (faults: EntryFaults, more: object = {}) => {
    const texts = faultTexts(kind, written.content, faults, words);
    const typed = await typedIn(posted, language);
    return data<object>({ ...typed, faults: texts, ...more }, { status: 422 });
  };
  if (Object.keys(written.faults).length > 0) return faulty(written.faults);
  const { id } = seen;
  const isGoing = id !== null && (chosen === 'delete' || chosen === 'offline');
  const uses = isGoing ? await countUsesOf(kind, id) : 0;
  if (uses > 0) return answer(409, words.faults.unchanged, pluralize(words.used, uses));
  const result =
    chosen === 'delete' && id !== null
      ? await changeEntry(author, { ...seen, id }, 'delete')
      : await saveEntry(author, seen, written, chosen === 'publish' && refused.length === 0);
  const { content } = written;
  switch (result.kind) {
    case 'untitled':
      return faulty({ [addressField(kind)]: 'missing' });
    case 'used':
      return answer(409, words.faults.unchanged, pluralize(words.used, result.count));
    case 'gone':
      return answer(409, words.faults.unsaved, words.gone, {
        form: await formOf(kind, content, language, { id: null, version: 0, key: seen.formKey }),
      });
    case 'bare':
      return answer(422, words.faults.unsaved, words.missingPicture, {
        form: await formOf(kind, result.content, language, { ...seen, key: randomToken(16) }),
      });
    case 'stale': {
      const { changedAt: at, changedBy: by } = result.entry;
      const text = interpolate(words.stale, {
        by: by || words.seeded,
        at: athensText(at, language),
      });
      return answer(409, words.faults.unsaved, text, {
        form: await formOfEntry(result.entry, content, seen, language),
        stored: storedTexts(result.entry, words),
      });
    }
  }
  const { entry } = result;
  // What was typed is the entry's own draft now: the browser need not keep it any more.
  const saved = { form: await formOfEntry(entry, entry.content, seen, language), saved: true };
  if (result.kind === 'incomplete') {
    return faulty(result.faults, { ...saved, heading: words.faults.heading });
  }
  if (refused.length > 0) return faulty({}, { ...saved, heading: words.faults.refused });
  return await leadOn(author, posted, entry);
}

const formOfEntry = (
  { kind, id, version }: Entry,
  content: EntryContent,
  { formKey: key }: SeenEntry,
  language: Language,
) => formOf(kind, content, language, { id, version, key });

async function typedIn({ kind, seen, written, refused }: PostedEntry, language: Language) {
  const form = await formOf(kind, written.content, language, { ...seen, key: seen.formKey });
  const created = Object.entries(written.newCategory ?? {});
  const values = created.map(([each, text]) => [`new_category_${each}`, text]);
  Object.assign(form.values, Object.fromEntries(values));
  return { form, refusedPictures: refused };
}

async function notSaved(error: unknown, posted: PostedEntry | undefined, language: Language) {
  const { status, text } =
    error instanceof Refusal
      ? { status: error.status, text: interpolate(refusals[language][error.reason], error.values) }
      : presentError('site-not-saved', error, language);
  const toast = { tone: 'error', title: deskFaults[language].site, text };
  return data<object>({ ...(posted && (await typedIn(posted, language))), toast }, { status });
}

async function leadOn(
  author: Author,
  { kind, chosen, seen, at }: PostedEntry,
  entry: Entry,
): Promise<Response> {
  const { id, version } = entry;
  const list = href('/admin/dashboard/site/:kind', { kind });
  const own = `${list}/${id}`;
  if (chosen === 'preview') return redirect(previewPath(entry, author.admin.language), 303);
  if (chosen === 'delete') return redirectWithFlash(list, 'entry-deleted');
  if (chosen === 'publish') return redirectWithFlash(own, 'entry-published');
  // Without a script the page begins anew: at the picture that was moved, or came.
  const place = at === null ? '' : `#picture-${at}`;
  if (chosen !== 'offline') return redirectWithFlash(own + place, 'entry-saved');
  const { kind: done } = await changeEntry(author, { ...seen, id, version }, 'offline');
  return redirectWithFlash(own, done === 'saved' ? 'entry-offline' : 'entry-saved');
}

export async function takeSentPictures({ request, context }: Pick<Args, 'request' | 'context'>) {
  const admin = requireAdmin(context);
  const words = siteDesk[admin.language];
  try {
    const { form: read, ...requester } = context.get(requestContext);
    const form = await (read ?? readUploadedForm(request, uploadBounds(true)));
    const { pictures, refused } = await takePictures(form.files, { admin, requester });
    const sent: SentPictures = {
      pictures: pictures.map(({ name }) => ({ name })),
      refused: refused.map((refusal) => refusalText(refusal, words)),
    };
    return Response.json(sent, { status: refused.length > 0 ? 422 : 200 });
  } catch (error) {
    if (error instanceof Refusal) throw data(null, { status: error.status });
    throw data(null, { status: storeErrorStatus('picture-not-taken', error) });
  }
}

function refusalText({ kind, name, as }: PictureRefusal, words: SiteDeskWords): string {
  const { pictureMb, markKb, pictureMinWidth: width, pictures: count } = SITE;
  const size = as === 'mark' ? `${markKb} KB` : `${pictureMb} MB`;
  return interpolate(words.picture.refused[kind], { name, size, width, count });
}
