import type { SiteFrame } from '#app/content/texts/site-frame.server.ts';
import { emailHref, phoneHref } from '#app/content/texts/company.ts';
import { CutAnchor } from '#app/ui/cut-link.tsx';

interface ContactAddressesProps {
  company: SiteFrame['company'];
  /** What the links to maps say. */
  map: string;
}

/** Where the company is and when somebody answers (ledger CF-1). */
export function ContactAddresses({ company, map }: ContactAddressesProps) {
  const { factory, offices, hours } = company;
  return (
    <div className="contact__side">
      <section>
        <h2>{factory.label}</h2>
        <Address lines={factory.lines} />
        <a className="quiet" href={phoneHref}>
          {company.phone}
        </a>
        <br />
        <a className="quiet" href={emailHref}>
          {company.email}
        </a>
        <br />
        <MapLink place={factory} text={map} />
      </section>
      <section>
        <h2>{offices.label}</h2>
        <Address lines={offices.lines} />
        <MapLink place={offices} text={map} />
      </section>
      <section>
        <h2>{hours.label}</h2>
        <p>
          {hours.days}
          <br />
          {hours.time}
        </p>
      </section>
    </div>
  );
}

function Address({ lines }: { lines: readonly string[] }) {
  return (
    <address>
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
