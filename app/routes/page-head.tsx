import { useLocation, useRouteLoaderData } from 'react-router';
import { getLocalizedPath, LANGUAGES, listAlternates, locales } from '#app/content/language.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { FEED_TYPE, LAYOUT } from '#app/routes/site/page.ts';
import type { loader as siteLoader } from '#app/routes/site/shell/layout.tsx';
import { percentEncodePath } from '#app/unicode.ts';

interface PageHeadProps {
  title: string;
  description: string;
  /** Without the prefix of its language, e.g. "/projects/roche". */
  path: string;
  /** A picture of 1200 x 630 px; `src` is its path, without the origin. */
  preview?: { src: string; alt: string };
  type?: 'article';
  feed?: { title: string; href: string };
  /** For a page that search engines may not list. A missing page gets no canonical link either. */
  noindex?: 'with-canonical' | 'without-canonical';
  previous?: string | undefined;
  next?: string | undefined;
}

/**
 * The title, links and sharing tags of a page (R-1, SE-2), which React moves to the head of the document. A title without
 * the name of the company gets it. A page without a `preview` has that of the site.
 */
export function PageHead(props: PageHeadProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')!;
  const language = useRouteLoaderData<typeof siteLoader>(LAYOUT)?.language ?? LANGUAGES[0];
  const { company, origin } = root;
  const { title, description, path, noindex, feed, previous, next } = props;
  const { type = 'website', preview = root.preview } = props;

  const toUrl = (plainPath: string) =>
    origin + percentEncodePath(getLocalizedPath(language, plainPath));
  const hasCompanyName = title.includes(company.brand) || title.includes(company.name);
  const fullTitle = hasCompanyName ? title : `${title} | ${company.name}`;
  const isListed = noindex === undefined;

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!isListed && <meta name="robots" content="noindex" />}
      {noindex !== 'without-canonical' && <link rel="canonical" href={toUrl(path)} />}
      {isListed &&
        listAlternates(path).map((version) => (
          <link
            key={version.language}
            rel="alternate"
            hrefLang={version.language}
            href={origin + percentEncodePath(version.path)}
          />
        ))}
      {previous && <link rel="prev" href={toUrl(previous)} />}
      {next && <link rel="next" href={toUrl(next)} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={company.name} />
      {/* Without it, en_US is assumed (ogp.me). */}
      {language !== LANGUAGES[0] && (
        <meta property="og:locale" content={locales[language].replace('-', '_')} />
      )}
      <meta property="og:url" content={toUrl(path)} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      {/* A structured property belongs to the last og:image before it (ogp.me, "Structured Properties"). */}
      <meta property="og:image" content={origin + percentEncodePath(preview.src)} />
      <meta property="og:image:alt" content={preview.alt} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      {/* X reads the others from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={preview.alt} />
      {feed && <link rel="alternate" type={FEED_TYPE} title={feed.title} href={feed.href} />}
    </>
  );
}

/** The head of a page for staff, which no search engine may list: "Title | brand". */
export function StaffHead({ title, description }: Pick<PageHeadProps, 'title' | 'description'>) {
  const { brand } = useRouteLoaderData<typeof rootLoader>('root')!.company;
  return (
    <PageHead
      title={`${title} | ${brand}`}
      description={description}
      path={useLocation().pathname}
      noindex="with-canonical"
    />
  );
}
