import type { ReactNode } from 'react';
import type { companyWords } from '#app/content/texts/company-words.server.ts';
import { emailHref, phoneHref } from '#app/content/texts/company.ts';
import { CutAnchor } from '#app/ui/cut-link.tsx';

interface ContactAddressesProps {
  company: Pick<(typeof companyWords)['en'], 'factory' | 'offices' | 'hours' | 'phone' | 'email'>;
  /** What the links to maps say. */
  map: string;
}

/** Where the company is and when somebody answers (ledger CF-1). */
export function ContactAddresses({ company, map }: ContactAddressesProps) {
  const { factory, offices, hours } = company;
  return (
    <div className="grid content-start gap-9 wrap-anywhere md:col-[start/6] md:row-[1/span_2] md:pe-[calc(var(--spacing-gutter)*2)] lg:col-label print:col-[1/-1] print:row-1 print:grid-cols-3 print:gap-gutter print:[&_a]:min-h-0">
      <Part heading={factory.label}>
        <Address lines={factory.lines} />
        <a className="tap quiet" href={phoneHref}>
          {company.phone}
        </a>
        <br />
        <a className="tap quiet" href={emailHref}>
          {company.email}
        </a>
        <br />
        <MapLink place={factory} text={map} />
      </Part>
      <Part heading={offices.label}>
        <Address lines={offices.lines} />
        <MapLink place={offices} text={map} />
      </Part>
      <Part heading={hours.label}>
        <p>
          {hours.days}
          <br />
          {hours.time}
        </p>
      </Part>
    </div>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-3.5">
      <h2 className="mb-1.5 text-large/list font-book">{heading}</h2>
      {children}
    </section>
  );
}

function Address({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}

function MapLink({ place, text }: { place: { label: string; map: string }; text: string }) {
  return (
    <CutAnchor href={place.map} block>
      {text} <span className="sr-only">({place.label})</span>
    </CutAnchor>
  );
}
