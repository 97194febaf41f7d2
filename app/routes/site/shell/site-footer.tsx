import type { ComponentProps, ReactNode } from 'react';
import { Wordmark } from '#app/components/drawing.tsx';
import { PageLink, PostalAddress, SlidingText } from '#app/components/page.tsx';
import type { SiteFrame } from '#app/content/navigation.server.ts';
import { useSiteFrame } from '#app/routes/site/page.ts';
import { LanguageLinks } from '#app/routes/site/shell/site-header.tsx';

/** The end of every page. Only printed pages show their URL. */
export function SiteFooter({ year, pageUrl }: { year: number; pageUrl: string }) {
  const { company, shell } = useSiteFrame();
  return (
    <footer className="overflow-clip ink bg-night">
      <div className="sheet gap-y-4 pt-[clamp(1.5rem,4vw,4rem)] md:gap-y-10">
        <Part className="lg:col-label lg:pe-gutter">
          <p className="text-large md:measure-24">{company.tagline}</p>
        </Part>
        <Part className="col-start/4 md:col-start/6 lg:col-5/8" printed address>
          <Heading>{company.factory.label}</Heading>
          <PostalAddress lines={company.factory.lines} />
          <FooterLink href={company.phoneHref}>{company.phone}</FooterLink>
          <br />
          <FooterLink href={`mailto:${company.email}`}>{company.email}</FooterLink>
        </Part>
        {company.offices && (
          <Part className="col-4/end md:col-6/10 lg:col-8/11" address>
            <Heading>{company.offices.label}</Heading>
            <PostalAddress lines={company.offices.lines} />
          </Part>
        )}
        <Social heading={shell.follow} items={company.social} />
        <div className="hidden" data-printed>
          <Heading>{shell.thisPage}</Heading>
          <FooterLink href={pageUrl}>{pageUrl}</FooterLink>
        </div>
        <div
          className="hidden self-end text-line-ink lg:col-label lg:block lg:pe-gutter forced-colors:hidden"
          aria-hidden="true"
        >
          <Wordmark brand={company.brand} className="h-auto w-full" />
        </div>
        <LegalIdentity items={company.legal} />
        <FooterBase year={year} />
      </div>
    </footer>
  );
}

interface PartProps {
  className: string;
  printed?: boolean;
  /** The contact page has the addresses itself, and hides them here (contact.css). */
  address?: boolean;
  children: ReactNode;
}

function Part({ className, printed, address, children }: PartProps) {
  return (
    <div
      className={className}
      data-footer-part
      data-printed={printed}
      data-footer-address={address}
    >
      {children}
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return <h2 className="mb-2 text-note/body font-strong text-on-ink-2 no-flare">{children}</h2>;
}

function FooterLink(props: Omit<ComponentProps<'a'>, 'className'>) {
  return <a className="tap no-underline" {...props} />;
}

function Social({ heading, items }: { heading: string; items: SiteFrame['company']['social'] }) {
  if (items.length === 0) return null;
  return (
    <Part className="md:col-10/end lg:col-11/end">
      <Heading>{heading}</Heading>
      <ul className="flex list-none flex-wrap gap-x-6 p-0 md:block">
        {items.map(({ name, href }) => (
          <li key={name}>
            {/* In a tab of its own: Back from another site would find the contact form empty (CF-15). */}
            <FooterLink href={href} rel="me noopener" target="_blank">
              <SlidingText>{name}</SlidingText>
            </FooterLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function LegalIdentity({ items }: { items: SiteFrame['company']['legal'] }) {
  return (
    <dl className="gap-x-gutter self-end leading-text text-on-ink-2 md:columns-2 lg:col-main">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className="inline">{label}</dt> <dd className="inline text-on-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function FooterBase({ year }: { year: number }) {
  const { company, contentPages, footerLinks } = useSiteFrame();
  const look = 'tap min-w-target no-underline';

  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line-ink py-3 text-on-ink-2"
      data-footer-base
    >
      <span>
        © {year} {company.name}
      </span>
      <ul className="flex flex-wrap gap-x-7 text-on-ink">
        {[...contentPages, ...footerLinks].map(({ label, to }) => (
          <li key={to}>
            <PageLink className={look} to={to}>
              {label}
            </PageLink>
          </li>
        ))}
        <li>
          <LanguageLinks className={look} />
        </li>
      </ul>
      {company.sample && <p className="w-full py-2">{company.sample}</p>}
    </div>
  );
}
