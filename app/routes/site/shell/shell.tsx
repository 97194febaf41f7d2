import type { ReactNode } from 'react';
import { useLocation, useMatches, useRouteLoaderData } from 'react-router';
import {
  company,
  emailHref,
  legalIdentity,
  navigation,
  phoneHref,
} from '#app/content/texts/company.ts';
import { Joint } from '#app/ui/joint.tsx';
import { SiteFooter } from '#app/routes/site/shell/site-footer.tsx';
import { SiteHeader } from '#app/routes/site/shell/site-header.tsx';
import { SiteMenu } from '#app/routes/site/shell/site-menu.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import type { loader as rootLoader } from '#app/root.tsx';
import { siteHandle } from './site-handle.ts';
import { useClickThrough } from '#app/routes/site/motion/use-click-through.ts';
import { useHeaderState } from '#app/routes/site/motion/use-header-state.ts';
import { useNearImages } from '#app/routes/site/motion/use-near-images.ts';
import { useReveal } from '#app/routes/site/motion/use-reveal.ts';

const phone = { text: company.phone, href: phoneHref };
const email = { text: company.email, href: emailHref };
const menu = {
  id: 'menu',
  brand: company.name,
  navigation,
  contact: [phone, email, { text: company.factory.lines.slice(0, 2).join(', ') }],
};
const footerLinks = [
  { label: 'Insights', to: '/insights' },
  { label: 'Financial Data', to: '/financial-data' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
  { label: 'Sitemap', to: '/sitemap' },
];

/** Header, content, footer (ledger SH-1). */
export function Shell({ children }: { children: ReactNode }) {
  const { header, endsIn } = siteHandle(useMatches());
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const { pathname } = useLocation();
  const headerRef = useHeaderState();
  useReveal();
  useNearImages();
  useClickThrough();
  return (
    <>
      <SkipLink />
      {header !== false && (
        <>
          <SiteHeader
            ref={headerRef}
            brand={company.name}
            navigation={navigation}
            menuId={menu.id}
          />
          <SiteMenu {...menu} />
        </>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Joint to={endsIn === 'ink' ? 'night' : 'last'} />
      <SiteFooter
        company={{ ...company, phone, email, legal: legalIdentity() }}
        links={footerLinks}
        year={root?.year ?? new Date().getFullYear()}
        page={`${root?.origin ?? ''}${pathname}`}
      />
    </>
  );
}
