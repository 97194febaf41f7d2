import { Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/layout.ts';
import { languageOf } from '#app/content/language.ts';
import { type SiteFrame, siteFrame } from '#app/content/words/site.server.ts';
import siteStyles from '#app/styles/site.css?url';
import { AddressPrefix } from '#app/components/address.ts';
import type { ReactNode } from 'react';
import { emailHref, phoneHref } from '#app/content/words/company.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { useClickThrough, useReveal } from '#app/routes/site/motion.ts';
import { SiteHeader, SiteMenu, useHeaderState } from '#app/routes/site/shell/site-header.tsx';
import { useNearImages } from '#app/routes/site/images.ts';
import { Joint } from '#app/components/shapes.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { siteHandle } from './use-site-words.ts';
import { SiteFooter } from './site-footer.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: siteStyles }];

export function loader({ url }: Route.LoaderArgs) {
  return siteFrame(languageOf(url.pathname));
}

/** A document has one language: a link to the other one loads another document. */
export function shouldRevalidate() {
  return false;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AddressPrefix value={loaderData.prefix}>
      <Shell words={loaderData}>
        <Outlet />
      </Shell>
    </AddressPrefix>
  );
}

const MENU_ID = 'menu';

function Shell({ words, children }: { words: SiteFrame; children: ReactNode }) {
  const { company, navigation, shell } = words;
  const { header, endsIn } = siteHandle(useMatches());
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const { pathname } = useLocation();
  const headerRef = useHeaderState();
  useReveal();
  useNearImages();
  useClickThrough();
  const phone = { text: company.phone, href: phoneHref };
  const email = { text: company.email, href: emailHref };
  const address = { text: company.factory.lines.slice(0, 2).join(', ') };
  const top = { brand: company.name, navigation, words: shell };
  return (
    <>
      <SkipLink />
      {header !== false && (
        <>
          <SiteHeader {...top} ref={headerRef} menuId={MENU_ID} />
          <SiteMenu {...top} id={MENU_ID} contact={[phone, email, address]} />
        </>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Joint to={endsIn === 'ink' ? 'night' : 'last'} />
      <SiteFooter
        company={{ ...company, phone, email }}
        links={words.footerLinks}
        words={shell}
        year={root?.year ?? new Date().getFullYear()}
        page={`${root?.origin ?? ''}${pathname}`}
      />
    </>
  );
}
