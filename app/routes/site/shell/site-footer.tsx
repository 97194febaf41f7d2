import type { ReactNode } from 'react';
import { Drawer } from '#app/components/shapes.tsx';
import { Wordmark } from '#app/components/wordmark.tsx';
import { type NavigationItem, LanguageLink } from './site-header.tsx';
import { PageLink } from '#app/components/links.tsx';

interface Place {
  label: string;
  lines: readonly string[];
}

interface FooterCompany {
  name: string;
  tagline: string;
  factory: Place;
  offices: Place;
  phone: { text: string; href: string };
  email: { text: string; href: string };
  social: readonly { name: string; href: string }[];
  /** Company, legal form, seat, register number (ledger P-14). */
  legal: readonly { label: string; value: string }[];
}

interface SiteFooterProps {
  company: FooterCompany;
  links: readonly NavigationItem[];
  words: { follow: string; thisPage: string };
  year: number;
  /** The address of the page: on paper, where no browser shows it. */
  page: string;
}

/**
 * The footer of the public pages (ledger SH-6, P-14). What is `printed` is all of it on paper.
 */
export function SiteFooter({ company, links, words, year, page }: SiteFooterProps) {
  const { name, tagline, factory, offices, phone, email } = company;
  return (
    <footer className="overflow-clip ink bg-night">
      <div className="sheet gap-y-10 pt-[clamp(3rem,6vw,6rem)]">
        <Part className="sm:col-[start/span_2] md:col-[start/end] lg:col-label lg:pe-gutter">
          <p className="text-large md:max-w-[24em]">{tagline}</p>
        </Part>
        <Part className="sm:col-[span_2/end] md:col-[start/span_4] lg:col-[5/8]" printed>
          <Address place={factory} />
          <FooterLink href={phone.href}>{phone.text}</FooterLink>
          <br />
          <FooterLink href={email.href}>{email.text}</FooterLink>
        </Part>
        <Part className="sm:col-[start/span_2] md:col-[6/span_4] lg:col-[8/11]">
          <Address place={offices} />
        </Part>
        <Social heading={words.follow} items={company.social} />
        <LegalIdentity items={company.legal} />
        <div className="hidden" data-printed>
          <Heading>{words.thisPage}</Heading>
          <FooterLink href={page}>{page}</FooterLink>
        </div>
        <div
          className="mt-[clamp(1rem,3vw,3rem)] text-[#1d222b] forced-colors:hidden"
          aria-hidden="true"
        >
          <Wordmark className="-mb-[7.5%] h-auto w-full" />
        </div>
        <FooterBase name={name} links={links} year={year} />
      </div>
    </footer>
  );
}

interface PartProps {
  className: string;
  printed?: boolean;
  children: ReactNode;
}

function Part({ className, printed, children }: PartProps) {
  return (
    <div className={className} data-footer-part data-printed={printed}>
      {children}
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return <h2 className="mb-2 text-note/body font-strong text-on-ink-2 no-flare">{children}</h2>;
}

function FooterLink({ href, rel, children }: { href: string; rel?: string; children: ReactNode }) {
  return (
    <a className="tap no-underline" href={href} rel={rel}>
      {children}
    </a>
  );
}

function Address({ place }: { place: Place }) {
  return (
    <>
      <Heading>{place.label}</Heading>
      <address className="not-italic">
        {place.lines.map((line, index) => (
          <span key={line}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </address>
    </>
  );
}

function Social({ heading, items }: { heading: string; items: FooterCompany['social'] }) {
  return (
    <Part className="sm:col-[span_2/end] md:col-[span_4/end] lg:col-[11/end]">
      <Heading>{heading}</Heading>
      <ul className="list-none p-0">
        {items.map(({ name, href }) => (
          <li key={name}>
            <FooterLink href={href} rel="me noopener">
              <Drawer>{name}</Drawer>
            </FooterLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function LegalIdentity({ items }: { items: FooterCompany['legal'] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 leading-text text-on-ink-2">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className="inline">{label}</dt> <dd className="inline text-on-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FooterBaseProps {
  name: string;
  links: readonly NavigationItem[];
  year: number;
}

/** The last line of a page: whose it is, what the law asks for, the other language. */
function FooterBase({ name, links, year }: FooterBaseProps) {
  const look = 'tap no-underline';
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line-ink py-3 text-on-ink-2"
      data-footer-base
    >
      <span>
        © {year} {name}
      </span>
      <ul className="flex flex-wrap gap-x-7 text-on-ink">
        {links.map(({ label, to }) => (
          <li key={to}>
            <PageLink className={look} to={to}>
              {label}
            </PageLink>
          </li>
        ))}
        <li>
          <LanguageLink className={look} />
        </li>
      </ul>
    </div>
  );
}
