import type { LoaderFunctionArgs } from 'react-router';
import { interpolate } from '#app/components/texts.ts';
import { isKind, kindFacts, type KindName } from '#app/content/kinds.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import {
  entryListTexts,
  entryMessages,
  siteOverviewTexts,
} from '#app/content/texts/site-desk.server.ts';
import { entryPageTexts } from '#app/content/texts/site-fields.server.ts';
import { siteKinds } from '#app/content/texts/site-kinds.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { findEntry, type Entry } from '#app/domain/site/entries.server.ts';
import { getEmptyContent } from '#app/domain/site/entry-form.server.ts';
import { dropMissingMedia } from '#app/domain/site/entry-media.server.ts';
import { findPublication, listPublications } from '#app/domain/site/publications.server.ts';
import { parsePageNumber, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import {
  buildEntryForm,
  describePublication,
  getDisplayTitle,
} from '#app/routes/desk/site/shown-entry.server.ts';

type Args = Pick<LoaderFunctionArgs, 'context' | 'params'> & { url: URL };

/**
 * Loads the page of one entry; the id "new" stands for one that is not stored yet. Its form shows the draft, or the
 * publication that `?publication` names. Returns null when the kind or entry does not exist. For an entry in the bin,
 * `isDeleted` makes the route show it with status 404, because typed changes may be waiting for it (DK-6).
 */
export async function findEntryPage({ context, params, url }: Args) {
  const { language } = requireAdmin(context);
  const kind = params['kind'] ?? '';
  if (!isKind(kind)) return null;

  const isNew = params['id'] === 'new';
  const entry = isNew ? null : await findEntry(kind, Number(params['id']) || 0);
  if (!entry && !isNew) return null;

  const { isSingleton = false } = kindFacts[kind];
  const kindTexts = siteKinds[language][kind];
  const overview = siteOverviewTexts[language];
  const { list, states } = entryListTexts[language];
  const hasOwnTitle = entry !== null && !isSingleton;

  const shownContent = await readShownContent(kind, entry, url, language);
  const { publicationId, publicationNote } = shownContent;
  // A publication has a draft of its own: its form must not show text that was typed into the entry's draft.
  const draftForm = publicationId === null ? `site-${kind}` : `site-${kind}-${publicationId}`;
  const target = {
    id: entry?.id ?? null,
    version: entry?.version ?? 0,
    key: createRandomToken(16),
  };

  return {
    // The text for adding a singleton is its name.
    title: hasOwnTitle ? getDisplayTitle(entry, language) : kindTexts.add,
    intro: entry ? states[entry.state] : overview.intro,
    backText: isSingleton ? overview.title : interpolate(list, { kind: kindTexts.name }),
    texts: entryPageTexts[language],
    kind,
    isSingleton,
    isDeleted: entry !== null && entry.deletedAt !== null,
    draftForm,
    publicationId,
    publicationNote,
    entry: entry && { id: entry.id, state: entry.state, path: getPublicPath(entry, language) },
    form: await buildEntryForm(kind, shownContent.content, language, target),
    history: await readHistory(kind, entry, url, language),
  };
}

/** Returns the publication that `?publication` names, or else the stored content, with null for its id (PB-8). */
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

  // dropMissingMedia returns the same object if nothing is missing.
  const isComplete = content === storedContent;
  if (!publication) return { content, publicationId: null, publicationNote: null };

  const texts = entryMessages[language];
  const at = formatAthensDateTime(publication.publishedAt, language);
  const text = interpolate(texts.looking, { at });
  const publicationNote = isComplete ? text : `${text} ${texts.missingPicture}`;
  return { content, publicationId: id, publicationNote };
}

async function readHistory(kind: KindName, entry: Entry | null, url: URL, language: Language) {
  const page = parsePageNumber(url, 'history');
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

function getPublicPath({ kind, slug, state }: Entry, language: Language): string | null {
  if (state !== 'published' || slug === null) return null;
  return getLocalizedPath(language, kindFacts[kind].path(slug));
}
