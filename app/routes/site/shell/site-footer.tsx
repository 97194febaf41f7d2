import type { ReactNode } from 'react';
import { Drawer } from '#app/ui/drawer.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import type { NavigationItem } from './site-header.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';

interface Place {
  label: string;
  lines: readonly string[];
}

export interface FooterCompany {
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
  /** The link to the page in the other language. */
  other: ReactNode;
  year: number;
  /** The address of the page: on paper, where no browser shows it. */
  page: string;
}

/** The footer of the public pages (ledger SH-6, P-14). */
export function SiteFooter({ company, links, words, other, year, page }: SiteFooterProps) {
  return (
    <footer className="footer ink">
      <div className="sheet">
        <div className="f-a f-2">
          <p className="large">{company.tagline}</p>
        </div>
        <div className="f-b f-2">
          <Address place={company.factory} />
          <a href={company.phone.href}>{company.phone.text}</a>
          <br />
          <a href={company.email.href}>{company.email.text}</a>
        </div>
        <div className="f-c f-2">
          <Address place={company.offices} />
        </div>
        <Social heading={words.follow} items={company.social} />
        <LegalIdentity items={company.legal} />
        <div className="f-page">
          <h2>{words.thisPage}</h2>
          <a href={page}>{page}</a>
        </div>
        <div className="footer__word" aria-hidden="true">
          <Wordmark />
        </div>
        <FooterBase name={company.name} links={links} other={other} year={year} />
      </div>
    </footer>
  );
}

function Address({ place }: { place: Place }) {
  return (
    <>
      <h2>{place.label}</h2>
      <address>
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
    <div className="f-d f-2">
      <h2>{heading}</h2>
      <ul className="plain">
        {items.map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel="me noopener">
              <Drawer>{name}</Drawer>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LegalIdentity({ items }: { items: FooterCompany['legal'] }) {
  return (
    <dl className="footer__legal">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function FooterBase({
  name,
  links,
  other,
  year,
}: { name: string } & Omit<SiteFooterProps, 'company' | 'words' | 'page'>) {
  return (
    <div className="footer__base">
      <span>
        © {year} {name}
      </span>
      <ul className="plain">
        {links.map(({ label, to }) => (
          <li key={to}>
            <PageLink to={to}>{label}</PageLink>
          </li>
        ))}
        <li>{other}</li>
      </ul>
    </div>
  );
}
