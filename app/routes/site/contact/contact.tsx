import { emailHref, isOpenAt, phoneHref } from '#app/content/words/company.ts';
import { Address, CutAnchor, CutLink } from '#app/components/page.tsx';
import { type UploadedForm, readUploadedForm } from '#app/http/uploads.server.ts';
import './contact.css';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
  data,
  redirect,
  redirectDocument,
} from 'react-router';
import type { Route } from './+types/contact.ts';
import { languageOf } from '#app/content/language.ts';
import type { Place } from '#app/content/words/company.server.ts';
import { receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { newVisitorCookie, readVisitor } from '#app/http/cookies.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/components/toast.tsx';
import {
  brokenOff,
  contactPage,
  refusal,
  sentAddress,
} from '#app/routes/site/contact/contact.server.ts';
import { answerTo, UploadCancelled, uploadForm } from './upload.ts';
import { ContactForm } from './contact-form.tsx';
import { offersHeic } from '#app/routes/attachments.tsx';

export { metaOf as meta } from '#app/routes/site/shell/error-pages.tsx';

export const handle = { takesFiles: true };

/** Retry-After of a refused enquiry must reach the document response. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders;
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const page = contactPage(url);
  if (page.turnstile && isDataRequest(request)) throw redirectDocument(url.pathname + url.search);
  const cookie = (await readVisitor(request))
    ? undefined
    : { 'Set-Cookie': await newVisitorCookie() };
  const heic = offersHeic(request);
  return data({ ...page, heic }, { headers: { 'Cache-Control': 'no-store', ...cookie } });
}

/** The asking page's document does not allow the widget: only this page's does (ledger CF-12). */
function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const { form: read, ...known } = context.get(requestContext);
  const sender = { ...known, visitor: await readVisitor(request), language };
  let form: UploadedForm = { fields: new FormData(), files: undefined };
  try {
    form = await (read ?? readUploadedForm(request));
    const received = await receiveEnquiry(form.fields, sender, Date.now(), form.files);
    if (received.kind === 'stored') return redirect(sentAddress(received, language), 303);
    return refusal(form, received, language);
  } catch (error) {
    return brokenOff(form, error, language);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const failed = () => answerTo(null, { toast: 'unsent' });
  const form = await request.clone().formData();
  if (!form.getAll('files').some((file) => file instanceof File && file.size > 0)) {
    return answerOr(serverAction, failed);
  }
  return answerOr(() => upload(new URL(request.url).pathname, form), failed);
}

async function upload(address: string, form: FormData) {
  try {
    const uploaded = await uploadForm(address, form);
    if ('address' in uploaded) throw redirect(uploaded.address);
    return data({ ...uploaded.answer, values: null, again: false }, { status: uploaded.status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    return answerTo(null, { toast: 'cancelled' });
  }
}

/** A refused form stays the form it was: its token names what was tried (CF-8). */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: RevalidateArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { words, success, receipt, files, filesLeftOut } = loaderData;
  const sent = receipt !== null && !actionData;
  // Each answer that did not come is shown anew, in the words that came with the page.
  const failure = useMemo(() => {
    const toast = actionData?.toast;
    if (toast === 'cancelled') return files && { ...files.cancelled };
    return toast === 'unsent' ? { ...words.unsent } : toast;
  }, [actionData, words, files]);
  const message = failure ?? (sent ? success : null);
  const toast = useToast(sent ? 'success' : 'error', message);
  return (
    <>
      <ContactHead {...loaderData} />
      <Toasts messages={toast} silent={sent} />
      <section className="fence sheet gap-y-stack pb-section">
        <p className="max-w-[27em] text-lead font-lead md:col-[6/end] lg:col-[5/13]">
          {words.intro}{' '}
          {words.howWeWork && (
            <CutLink to="/page/how-we-work" block>
              {words.howWeWork}
            </CutLink>
          )}
        </p>
        <CallUs {...loaderData} />
        {/* A stored enquiry empties the form: its next page load is another form. */}
        <ContactForm
          key={receipt ?? 'empty'}
          page={loaderData}
          answer={actionData}
          sent={sent && { filesLeftOut }}
        />
        {/* Last, as phones show it: what is painted while the page arrives stays where it is. */}
        <ContactAddresses {...loaderData} />
      </section>
    </>
  );
}

function ContactHead({ words, sketch }: Loaded) {
  const source = (width: number) => `/drawings/${sketch.name}-${width}.png`;
  return (
    <section className="sheet gap-y-stack pt-[calc(var(--spacing-header)+clamp(2.5rem,7vw,7.5rem))] pb-[clamp(2rem,4.5vw,4.5rem)] lg:mb-[clamp(2rem,4.5vw,4.5rem)] lg:items-end lg:pt-[calc(var(--spacing-header)+1rem)] lg:pb-0 print:pt-0 print:pb-[8mm]">
      {/* First: the heading stands at its foot, and must not move when it comes. */}
      <img
        className="col-[8/full-end] row-1 aspect-[16/9.6] w-full object-cover object-[40%_60%] max-lg:hidden print:hidden"
        src={source(720)}
        srcSet={`${source(720)} 720w, ${source(1440)} 1440w`}
        sizes="(min-width: 64rem) 50vw, 0px"
        width={sketch.width}
        height={sketch.height}
        alt=""
        decoding="async"
        loading="lazy"
      />
      <h1 className="text-display lg:relative lg:col-[start/9] lg:row-1 lg:pb-[0.35em]">
        {words.heading}
      </h1>
    </section>
  );
}

function CallUs({ company: { phone, hours, there, open: openingHours }, holidays }: Loaded) {
  // Whether somebody is there depends on when it is looked at.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const look = () => setOpen(isOpenAt(new Date(), openingHours, holidays));
    look();
    const timer = setInterval(look, 30_000);
    return () => clearInterval(timer);
  }, [openingHours, holidays]);
  return (
    <div className="text-note text-ink-2 md:col-[6/end] lg:col-[5/13] print:hidden">
      <p className="text-large text-ink">
        <CutAnchor href={phoneHref(phone)} block>
          {phone}
        </CutAnchor>
      </p>
      <HoursLines lines={hours.lines} />
      {/* Its place is kept: nothing moves when the words come. */}
      <p className="min-h-lh noscript:hidden">
        {open !== undefined && (open ? there.now : there.notNow)}
      </p>
    </div>
  );
}

function ContactAddresses({ company, words: { map } }: Loaded) {
  const { factory, offices, hours } = company;
  return (
    <div className="grid content-start gap-9 wrap-anywhere md:col-[start/6] md:row-[1/span_3] md:pe-[calc(var(--spacing-gutter)*2)] lg:col-label print:col-[1/-1] print:row-1 print:grid-cols-3 print:gap-gutter print:[&_a]:min-h-0">
      <Part heading={factory.label}>
        <Address lines={factory.lines} />
        <a className="tap quiet" href={phoneHref(company.phone)}>
          {company.phone}
        </a>
        <br />
        <a className="tap quiet" href={emailHref(company.email)}>
          {company.email}
        </a>
        <br />
        <MapLink place={factory} text={map} />
      </Part>
      {offices && (
        <Part heading={offices.label}>
          <Address lines={offices.lines} />
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

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-3.5">
      <h2 className="mb-1.5 text-large/list font-book">{heading}</h2>
      {children}
    </section>
  );
}

function HoursLines({ lines }: { lines: Loaded['company']['hours']['lines'] }) {
  return lines.map(({ days, time }) => (
    <p key={days}>
      {days}, {time}
    </p>
  ));
}

function MapLink({ place, text }: { place: Place; text: string }) {
  if (!place.map) return null;
  return (
    <CutAnchor href={place.map} block>
      {text} <span className="sr-only">({place.label})</span>
    </CutAnchor>
  );
}
