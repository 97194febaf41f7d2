import type { ReactNode } from 'react';
import { useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { emailHref, phoneHref } from '#app/content/texts/company.ts';
import type { SiteFrame } from '#app/content/texts/site-frame.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { useClickThrough } from '#app/routes/site/motion/use-click-through.ts';
import { useHeaderState } from '#app/routes/site/motion/use-header-state.ts';
import { useNearImages } from '#app/routes/site/motion/use-near-images.ts';
import { useReveal } from '#app/routes/site/motion/use-reveal.ts';
import { Joint } from '#app/ui/joint.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { siteHandle } from './site-handle.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SiteMenu } from './site-menu.tsx';

const MENU_ID = 'menu';

/** Header, content, footer (ledger SH-1). */
export function Shell({ words, children }: { words: SiteFrame; children: ReactNode }) {
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
