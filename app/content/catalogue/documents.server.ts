import { memoizeByLanguage } from '#app/content/company.server.ts';
import { formatDay, isDay } from '#app/content/formats.ts';
import { getEntryTitle, type DocumentList } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { getAboutMessages } from '#app/content/messages/about.server.ts';
import { financial } from '#app/content/messages/site.server.ts';
import { getSiteContent, isPreviewed, memoizeByContent } from '#app/content/site-content.server.ts';
import { escapePath } from '#app/unicode.ts';

const publicPaths: Readonly<Record<KindWithFile, (slug: string) => string>> = {
  // The slug of a document ends with its year.
  documents: (slug) => `/financial-data/${slug.slice(-4)}/${slug}.pdf`,
  certificates: (slug) => escapePath(`/certificates/${slug}.pdf`),
  clients: (slug) => escapePath(`/clients/${slug}.svg`),
};

const fileForms = { documents: 'pdf', certificates: 'pdf', clients: 'svg' } as const;
type KindWithFile = keyof typeof fileForms;

/** Returns null without a file. In a preview the file may be unpublished, so the path is the desk's. */
function getFileHref(kind: KindWithFile, slug: string, file: string | null): string | null {
  if (file === null) return null;
  return isPreviewed() ? `/media-files/${file}.${fileForms[kind]}` : publicPaths[kind](slug);
}

export function listDocuments(list: DocumentList, language: Language) {
  return getSiteContent()
    .documents.filter(({ content }) => content.list === list && content.file)
    .map((entry) => {
      const { year } = entry.content;
      const title = getEntryTitle('documents', entry.content)[language];
      return { year, title, href: getFileHref('documents', entry.slug, entry.content.file) ?? '' };
    })
    .sort((one, other) => other.year.localeCompare(one.year));
}

export function listCertificates(language: Language) {
  const { validUntil: untilDay } = getAboutMessages(language).certificates;
  return getSiteContent().certificates.map((entry) => {
    const { title, says: description, file } = entry.content;
    const lastDay = entry.content.until;
    // In a preview this may be a draft, and the day of a draft is not validated.
    const day = isDay(lastDay) && untilDay.replace('{day}', formatDay(lastDay, language));
    return {
      title: title[language],
      text: [description[language], day].filter(Boolean).join('. '),
      href: getFileHref('certificates', entry.slug, file),
    };
  });
}

export function listClients(language: Language) {
  return getSiteContent().clients.map(({ slug, content: { title, mark } }) => {
    return { name: title[language], mark: getFileHref('clients', slug, mark) };
  });
}

/** Returns the texts of the financial data with the years of the published documents. */
export const getFinancialMessages = memoizeByLanguage((language) => {
  const years = getSiteContent()
    .documents.map(({ content }) => content.year)
    .sort();
  const [first = '', last = ''] = [years[0], years.at(-1)];
  const plural = first === last ? (first === '' ? 'zero' : 'one') : 'other';
  const messages = financial[language];
  const fillYears = (plurals: Record<typeof plural, string>) =>
    plurals[plural].replace('{first}', first).replace('{last}', last);
  const { description, range, years: note } = messages;
  return {
    ...messages,
    description: fillYears(description),
    range: fillYears(range),
    years: fillYears(note),
  };
});

export type FinancialMessages = ReturnType<typeof getFinancialMessages>;

type EntryFile = { name: string; form: 'pdf' | 'svg' } | { to: string };

/** Returns the files of published entries by their path. */
export const getEntryFiles = memoizeByContent((content) => {
  const files = new Map<string, EntryFile>();
  for (const kind of Object.keys(fileForms) as KindWithFile[]) {
    const [path, form] = [publicPaths[kind], fileForms[kind]];
    const entries = content[kind].flatMap(({ slug, formerSlugs, content: fields }) => {
      const name = 'mark' in fields ? fields.mark : fields.file;
      return name === null ? [] : [{ slug, formerSlugs, name }];
    });
    for (const { slug, formerSlugs } of entries) {
      for (const formerSlug of formerSlugs) files.set(path(formerSlug), { to: path(slug) });
    }
    // A current path takes precedence over another entry's former one.
    for (const { slug, name } of entries) files.set(path(slug), { name, form });
  }
  return files;
});
