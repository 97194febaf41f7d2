import { findNewestClientProject } from '#app/content/catalogue/projects.server.ts';
import { memoizeByContentAndLanguage } from '#app/content/company.server.ts';
import { formatDay, formatYearSpan, isIsoDay } from '#app/content/formats.ts';
import { getEntryTitle, type DocumentList } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { getSiteContent, isInPreview, memoizeByContent } from '#app/content/site-content.server.ts';
import { getAboutTexts } from '#app/content/texts/about.server.ts';
import { financialTexts } from '#app/content/texts/site.server.ts';
import { percentEncodePath } from '#app/unicode.ts';

const publicPaths: Readonly<Record<KindWithFile, (slug: string) => string>> = {
  // The slug of a document ends with its year.
  documents: (slug) => `/financial-data/${slug.slice(-4)}/${slug}.pdf`,
  certificates: (slug) => `/certificates/${slug}.pdf`,
  clients: (slug) => `/clients/${slug}.svg`,
};

const fileExtensions = { documents: 'pdf', certificates: 'pdf', clients: 'svg' } as const;
type KindWithFile = keyof typeof fileExtensions;

/** Returns null without a file. In a preview the file may be unpublished, so the path is the desk's. */
function getFileHref(kind: KindWithFile, slug: string, file: string | null): string | null {
  if (file === null) return null;
  if (isInPreview()) return `/media-files/${file}.${fileExtensions[kind]}`;
  return percentEncodePath(publicPaths[kind](slug));
}

/** Returns year, title and path of the documents of a list that have a file: newest year first, then as at the desk. */
export function listDocumentsWithFile(list: DocumentList, language: Language) {
  return getSiteContent()
    .documents.filter(({ content }) => content.list === list)
    .flatMap(({ slug, content }) => {
      const href = getFileHref('documents', slug, content.file);
      if (href === null) return [];
      return [{ year: content.year, title: getEntryTitle('documents', content)[language], href }];
    })
    .sort((one, other) => other.year.localeCompare(one.year));
}

/** Returns the published certificates in the desk's order. `text` says until when; `href` is null without a file. */
export function listCertificates(language: Language) {
  const { validUntil } = getAboutTexts(language).certificates;
  return getSiteContent().certificates.map((entry) => {
    const { title, says, until: lastDay, file } = entry.content;
    const description = says[language];
    // In a preview this may be a draft, and the day of a draft is not validated.
    const validity = isIsoDay(lastDay)
      ? validUntil.replace('{day}', formatDay(lastDay, language))
      : '';
    const separator = description.endsWith('.') ? ' ' : '. ';

    return {
      title: title[language],
      text: [description, validity].filter(Boolean).join(separator),
      href: getFileHref('certificates', entry.slug, file),
    };
  });
}

/**
 * Returns the published clients in the order of the desk, with the paths of their word-mark and of the newest project
 * with the client (without prefix); null without one.
 */
export function listClients(language: Language) {
  return getSiteContent().clients.map(({ slug, content: { title, mark } }) => {
    const project = findNewestClientProject(title.en);
    return {
      name: title[language],
      mark: getFileHref('clients', slug, mark),
      project: project ? `/projects/${project.slug}` : null,
    };
  });
}

export type ShownClient = ReturnType<typeof listClients>[number];

/** Returns the texts of the financial data with the years of the published documents. */
export const getFinancialTexts = memoizeByContentAndLanguage((language) => {
  const years = getSiteContent().documents.map(({ content }) => content.year);
  const texts = financialTexts[language];
  return {
    ...texts,
    description: formatYearSpan(texts.description, years),
    range: formatYearSpan(texts.range, years),
    years: formatYearSpan(texts.years, years),
  };
});

/** A stored file, or the path of the file after a redirect. */
type PublicFile = { name: string; extension: 'pdf' | 'svg' } | { to: string };

/** Returns a map by decoded path: the files of published entries, and redirects from the paths of former slugs. */
export const getEntryFiles = memoizeByContent((content): ReadonlyMap<string, PublicFile> => {
  const files = new Map<string, PublicFile>();

  for (const kind of Object.keys(fileExtensions) as KindWithFile[]) {
    const getPath = publicPaths[kind];
    const extension = fileExtensions[kind];
    const entriesWithFile = content[kind].flatMap(({ slug, formerSlugs, content: fields }) => {
      const name = 'mark' in fields ? fields.mark : fields.file;
      return name === null ? [] : [{ slug, formerSlugs, name }];
    });

    for (const { slug, formerSlugs } of entriesWithFile) {
      for (const formerSlug of formerSlugs) files.set(getPath(formerSlug), { to: getPath(slug) });
    }
    // A current path takes precedence over another entry's former one.
    for (const { slug, name } of entriesWithFile) files.set(getPath(slug), { name, extension });
  }

  return files;
});
