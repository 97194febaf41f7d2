import { useEffect, useState, type ReactNode } from 'react';
import { CutAnchor, PostalAddress } from '#app/components/page.tsx';
import { PeopleList } from '#app/components/people-list.tsx';
import type { Place } from '#app/content/texts/company.server.ts';
import type { ContactPage } from '#app/routes/site/contact/contact.server.ts';
import { isOpenAt } from './opening-hours.ts';

export function ContactHead({ texts }: ContactPage) {
  return (
    <section className="sheet gap-y-stack pt-[calc(var(--spacing-header)+1rem)] pb-6 lg:items-end print:pt-0 print:pb-8mm">
      {/* Before the heading, which is placed at its foot and must not move when it loads. */}
      <img
        className="col-8/full-end row-1 h-44 w-full drawing overflow-clip bg-paper object-cover object-[40%_60%] max-lg:hidden print:hidden"
        src="/drawings/facility-1-1440.png"
        width={2000}
        height={1333}
        alt=""
        loading="lazy"
      />
      <h1 className="text-display lg:col-start/8 lg:row-1 lg:pb-[0.35em]">{texts.heading}</h1>
    </section>
  );
}

/** The phone number and the opening hours, and whether the factory is open now, which needs JavaScript. */
export function CallUs({ company, holidays }: ContactPage) {
  const { phone, phoneHref, hours, openStatus, openingHours } = company;
  // Undefined on the server, because the page may stay open for hours, and without opening hours.
  const [isOpen, setOpen] = useState<boolean>();

  useEffect(() => {
    const updateOpen = () => setOpen(isOpenAt(new Date(), openingHours, holidays));
    updateOpen();
    const timer = setInterval(updateOpen, 30_000);
    return () => clearInterval(timer);
  }, [openingHours, holidays]);

  return (
    <div className="flex flex-wrap items-center gap-x-6 text-note text-ink-2 md:col-6/end lg:col-5/13 print:hidden">
      <p className="text-large text-ink">
        <CutAnchor href={phoneHref} block>
          {phone}
        </CutAnchor>
      </p>
      {hours.lines.map(({ days, time }) => (
        <p key={days}>{`${days}, ${time}`}</p>
      ))}
      {/* Its space is reserved, so that the text shifts no layout. */}
      <p className="min-h-lh max-md:basis-full noscript:hidden">
        {isOpen !== undefined && (isOpen ? openStatus.now : openStatus.notNow)}
      </p>
    </div>
  );
}

/** The factory with its phone and email; who answers, the offices and the opening hours only if they are published. */
export function ContactAddresses({ company, whoAnswers, texts: { map } }: ContactPage) {
  const { factory, offices, hours } = company;
  return (
    <div className="grid content-start gap-9 wrap-anywhere md:col-start/6 md:row-1/4 md:pe-gutter lg:col-label print:col-bleed print:row-1 print:grid-cols-3 print:gap-gutter print:[&_a]:min-h-0">
      {whoAnswers && (
        <Part heading={whoAnswers.heading} id="who-answers">
          <PeopleList people={whoAnswers.people} className="gap-4 pt-2" />
        </Part>
      )}
      <Part heading={factory.label}>
        <PostalAddress lines={factory.lines} />
        <a className="tap quiet" href={company.phoneHref}>
          {company.phone}
        </a>
        <br />
        <a className="tap quiet" href={`mailto:${company.email}`}>
          {company.email}
        </a>
        <br />
        <MapLink place={factory} text={map} />
      </Part>
      {offices && (
        <Part heading={offices.label}>
          <PostalAddress lines={offices.lines} />
          <MapLink place={offices} text={map} />
        </Part>
      )}
      {hours.lines.length > 0 && (
        <Part heading={hours.label}>
          {hours.lines.map(({ days, time }) => (
            <p key={days}>
              {days}
              <br />
              {time}
            </p>
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ heading, id, children }: { heading: string; id?: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-3.5">
      <h2 className="text-large/list font-book" id={id}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

function MapLink({ place, text }: { place: Place; text: string }) {
  if (!place.map) return null;
  return (
    <CutAnchor href={place.map} target="_blank" rel="noopener" block>
      {`${text} `}
      <span className="sr-only">{`(${place.label})`}</span>
    </CutAnchor>
  );
}
