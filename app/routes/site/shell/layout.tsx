import { href, Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { Joint, LanguagePrefixProvider, SkipLink } from '#app/components/page.tsx';
import { kindFacts, KINDS } from '#app/content/kinds.server.ts';
import { getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { getSiteFrame, type SiteFrame } from '#app/content/navigation.server.ts';
import { getSiteContent, isInPreview } from '#app/content/site-content.server.ts';
import { siteTexts } from '#app/content/texts/site.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { useLoadImagesNearView } from '#app/routes/site/images.ts';
import { useRepeatClicksDuringPageChange, useRevealOnScroll } from '#app/routes/site/motion.ts';
import { SiteHeader, SiteMenu } from '#app/routes/site/shell/site-header.tsx';
import siteStyles from '#app/styles/site.css?url';
import type { Route } from './+types/layout.ts';
import { SiteFooter } from './site-footer.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: siteStyles }];

/** Loads what all public pages share; in a preview also the bar with a link to the editor. */
export function loader({ url }: Route.LoaderArgs): SiteFrame & { preview?: PreviewBarProps } {
  const language = getPathLanguage(url.pathname);
  const frame = getSiteFrame(language);
  if (!isInPreview()) return frame;

  const to = getEditingPath(toPlainPath(url.pathname));
  return { ...frame, preview: { ...siteTexts[language].preview, to } };
}

/** Returns the path of the form of the entry that a page shows, or of the list of several. */
function getEditingPath(path: string): string {
  for (const kind of KINDS) {
    const { path: toPath } = kindFacts[kind];
    const [entry, ...otherEntries] = getSiteContent()[kind].filter(
      ({ slug }) => toPath(encodeURIComponent(slug)).split(/[?#]/)[0] === path,
    );
    if (!entry) continue;

    if (otherEntries.length > 0) return href('/admin/dashboard/site/:kind', { kind });
    return href('/admin/dashboard/site/:kind/:id', { kind, id: String(entry.id) });
  }

  return href('/admin/dashboard/site');
}

export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return getPathLanguage(currentUrl.pathname) !== getPathLanguage(nextUrl.pathname);
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { year, origin } = useRouteLoaderData<typeof rootLoader>('root')!;
  const { pathname, search } = useLocation();
  useRevealOnScroll();
  useLoadImagesNearView();
  useRepeatClicksDuringPageChange();

  return (
    <LanguagePrefixProvider value={loaderData.prefix}>
      <SkipLink />
      <SiteHeader />
      <SiteMenu />
      <main id="main" tabIndex={-1}>
        {/* In another language each page is another page: no state of the first one stays. */}
        <Outlet key={loaderData.language} />
      </main>
      {/* The edge of the footer. Only the home page ends with a section in ink. */}
      <Joint to={toPlainPath(pathname) === '/' ? 'night' : 'last'} />
      <SiteFooter year={year} pageUrl={origin + pathname} />
      {/* A link out of a preview does not load this layout again: the URL says whether the page is a preview. */}
      {loaderData.preview && new URLSearchParams(search).has('preview') && (
        <PreviewBar {...loaderData.preview} />
      )}
    </LanguagePrefixProvider>
  );
}

interface PreviewBarProps {
  text: string;
  edit: string;
  to: string;
}

/** Stays in view, and at the end of the page covers nothing. */
function PreviewBar({ text, edit, to }: PreviewBarProps) {
  return (
    <aside
      className="sticky bottom-0 z-header flex flex-wrap items-center justify-between gap-x-6 border-t border-line-ink ink px-margin py-2 print:hidden"
      aria-label={text}
    >
      <p className="font-medium">{text}</p>
      <a className="tap" href={to}>
        {edit}
      </a>
    </aside>
  );
}
