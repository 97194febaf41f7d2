import { company, emailHref, phoneHref } from '#app/content/texts/company.ts';
import { contact } from '#app/content/texts/contact.ts';

/** Where the company is and when somebody answers (ledger CF-1). */
export function ContactAddresses() {
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
        <MapLink place={factory} />
      </section>
      <section>
        <h2>{offices.label}</h2>
        <Address lines={offices.lines} />
        <MapLink place={offices} />
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

function MapLink({ place }: { place: { label: string; map: string } }) {
  return (
    <a className="cut cut--block" href={place.map}>
      {contact.map} <span className="vh">({place.label})</span>
    </a>
  );
}
