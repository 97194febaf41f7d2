import type { LoaderFunctionArgs } from 'react-router';
import { interpolate } from '#app/components/messages.ts';
import { isKind, kindFacts, type KindName } from '#app/content/kinds.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { siteDesk } from '#app/content/messages/site-desk.server.ts';
import { openPostedForm, UNSENT_FILES } from '#app/domain/accounts/posted-forms.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { formatAthensTime } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { findEntry, type Entry } from '#app/domain/site/entries.server.ts';
import { getEmptyContent } from '#app/domain/site/entry-form.server.ts';
import { dropMissingMedia } from '#app/domain/site/entry-media.server.ts';
import { findPublication, listPublications } from '#app/domain/site/publications.server.ts';
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { parsePostedEntry, toTypedForm } from '#app/routes/desk/site/posted-entry.server.ts';
import {
  describePublication,
  getTitle,
  toFormData,
} from '#app/routes/desk/site/shown-entry.server.ts';

type Args = Pick<LoaderFunctionArgs, 'context' | 'params'> & { url: URL };

/**
 * Loads the page of one entry. Returns null when the kind or entry does not exist. An entry in the bin is
 * shown with status 404, because typed changes may be waiting for it (DK-6).
 */
export async function readEntryPage({ context, params, url }: Args) {
  const admin = requireAdmin(context);
  const kind = params['kind'] ?? '';
  if (!isKind(kind)) return null;
  const isNew = params['id'] === 'new';
  const entry = isNew ? null : await findEntry(kind, Number(params['id']) || 0);
  if (!entry && !isNew) return null;

  const { language } = admin;
  const messages = siteDesk[language];
  const { isSingleton = false } = kindFacts[kind];
  const title =
    entry && !isSingleton ? getTitle(entry, language, messages) : messages.kinds[kind].add;
  const restored = await findRestoredForm(admin, kind, entry);
  const { content, ...publication } = await readShownContent(kind, entry, url, language);
  const target = {
    id: entry?.id ?? null,
    version: entry?.version ?? 0,
    key: createRandomToken(16),
  };
  return {
    head: { title, description: messages.intro, path: url.pathname },
    messages,
    kind,
    isSingleton,
    isDeleted: entry !== null && entry.deletedAt !== null,
    unsent: restored?.unsent ?? [],
    ...publication,
    entry: entry && { id: entry.id, state: entry.state, path: getPublicPath(entry, language) },
    form: restored?.form ?? (await toFormData(kind, content, language, target)),
    history: await readHistory(kind, entry, url, language),
  };
}

/** Returns the publication that `?publication` names, or else the stored content (PB-8). */
async function readShownContent(
  kind: KindName,
  entry: Entry | null,
  { searchParams }: URL,
  language: Language,
) {
  const id = Number(searchParams.get('publication') ?? 0);
  const publication = entry && id > 0 ? await findPublication(kind, entry.id, id) : null;
  const storedContent = publication?.content ?? entry?.content ?? getEmptyContent(kind);
  const content = await dropMissingMedia(kind, storedContent);
  if (!publication) return { content, publication: 0, looking: null };
  const { looking, missingPicture } = siteDesk[language];
  const text = interpolate(looking, { at: formatAthensTime(publication.publishedAt, language) });
  return {
    content,
    publication: id,
    looking: content === storedContent ? text : `${text} ${missingPicture}`,
  };
}

async function readHistory(
  kind: KindName,
  entry: Entry | null,
  { searchParams }: URL,
  language: Language,
) {
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(searchParams.get('history') ?? '1')));
  const { publications, hasMore } = entry
    ? await listPublications(entry.id, page)
    : { publications: [], hasMore: false };
  return {
    page,
    hasMore,
    publications: publications.map((publication) => {
      return { id: publication.id, text: describePublication(kind, publication, language) };
    }),
  };
}

/** Returns the form that was posted before the session ended (DK-6). Its version may be outdated. */
async function findRestoredForm(
  { id: adminId, draft: sealed, language }: SignedInAdmin,
  kind: KindName,
  entry: Entry | null,
) {
  const draft = openPostedForm(sealed, adminId);
  if (draft?.form !== `site-${kind} ${entry?.id ?? ''}`) return null;
  const fields = new FormData();
  for (const [name, value] of Object.entries(draft.fields)) fields.set(name, value);
  const unsent = (draft.fields[UNSENT_FILES] ?? '').split('\n').filter(Boolean);
  const { picture } = siteDesk[language];
  const posted = parsePostedEntry(kind, String(entry?.id ?? 'new'), fields);
  const { form } = await toTypedForm(posted, language);
  return {
    form,
    unsent: unsent.map((name) => interpolate(picture.refused.unsent, { name })),
  };
}

function getPublicPath({ kind, slug, state }: Entry, language: Language): string | null {
  if (state !== 'published' || slug === null) return null;
  return getLocalizedPath(language, kindFacts[kind].path(slug));
}
