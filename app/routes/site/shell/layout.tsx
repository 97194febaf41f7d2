import { Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { Joint, LanguagePrefixProvider, SkipLink } from '#app/components/page.tsx';
import { getPathLanguage } from '#app/content/language.ts';
import { getSiteFrame } from '#app/content/pages.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { useLoadImagesNearView } from '#app/routes/site/images.ts';
import { useRepeatClicksDuringPageChange, useRevealOnScroll } from '#app/routes/site/motion.ts';
import { SiteHeader, SiteMenu } from '#app/routes/site/shell/site-header.tsx';
import siteStyles from '#app/styles/site.css?url';
import { ENDS_IN_INK } from '../page.ts';
import type { Route } from './+types/layout.ts';
import { SiteFooter } from './site-footer.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: siteStyles }];

export function loader({ url }: Route.LoaderArgs) {
  return getSiteFrame(getPathLanguage(url.pathname));
}

/** The data depends on the language alone, and a change of language loads a new document. */
export function shouldRevalidate() {
  return false;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const endsInInk = useMatches().some(({ handle }) => handle === ENDS_IN_INK);
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const { pathname } = useLocation();
  useRevealOnScroll();
  useLoadImagesNearView();
  useRepeatClicksDuringPageChange();
  return (
    <LanguagePrefixProvider value={loaderData.prefix}>
      <SkipLink />
      <SiteHeader />
      <SiteMenu />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Joint to={endsInInk ? 'night' : 'last'} />
      <SiteFooter
        year={root?.year ?? new Date().getFullYear()}
        pageUrl={`${root?.origin ?? ''}${pathname}`}
      />
    </LanguagePrefixProvider>
  );
}
