import { CutAnchor, CutLink, PostalAddress } from '#app/components/page.tsx';
import { getEmailHref, getPhoneHref, isOpenAt } from '#app/content/messages/company.ts';
import { readPostedForm, type UploadedForm } from '#app/http/uploads.server.ts';
import './contact.css';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  data,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { UploadCancelled } from '#app/components/post-form.ts';
import { Toasts, useToastMessages } from '#app/components/toast.tsx';
import { getLanguage } from '#app/content/language.ts';
import type { Place } from '#app/content/messages/company.server.ts';
import { submitEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { canOfferHeic } from '#app/routes/attachments.tsx';
import { runServerAction } from '#app/routes/request-failure.ts';
import {
  createVisitorCookie,
  getSuccessPath,
  loadContactPage,
  readVisitor,
  respondToError,
  respondToRefusal,
} from '#app/routes/site/contact/contact.server.ts';
import type { Route } from './+types/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { buildContactResult, uploadForm } from './upload.ts';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

/** Retry-After of a refused enquiry must reach the document response. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders;
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const page = loadContactPage(url);
  if (page.turnstile && isDataRequest(request)) throw redirectDocument(url.pathname + url.search);
  const cookie = (await readVisitor(request))
    ? undefined
    : { 'Set-Cookie': await createVisitorCookie() };
  const heic = canOfferHeic(request);
  return data({ ...page, heic }, { headers: { 'Cache-Control': 'no-store', ...cookie } });
}

/** Only this page's document has a CSP that allows the Turnstile widget (ledger CF-12). */
function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const language = getLanguage(url.pathname);
  const { form: read, ...requester } = context.get(requestContext);
  const sender = { ...requester, visitor: await readVisitor(request), language };
  let form: UploadedForm = { fields: new FormData(), files: undefined };
  try {
    form = await (read ?? readPostedForm(request));
    const result = await submitEnquiry(form.fields, sender, Date.now(), form.files);
    if (result.kind === 'stored') return redirect(getSuccessPath(result, language), 303);
    return respondToRefusal(form, result, language);
  } catch (error) {
    return respondToError(form, error, language);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const failed = () => buildContactResult(null, { toast: 'unsent' });
  const form = await request.clone().formData();
  if (!form.getAll('files').some((file) => file instanceof File && file.size > 0)) {
    return runServerAction(serverAction, failed);
  }
  return runServerAction(() => upload(new URL(request.url).pathname, form), failed);
}

async function upload(path: string, form: FormData) {
  try {
    const uploaded = await uploadForm(path, form);
    if ('path' in uploaded) throw redirect(uploaded.path);
    const { result, status } = uploaded;
    return data({ ...result, values: null, mustChooseFilesAgain: false }, { status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    return buildContactResult(null, { toast: 'cancelled' });
  }
}

/** Keeps the token of a refused form, so that sending it again counts as the same form (CF-8). */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: RevalidateArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, success, receipt, files, filesLeftOut } = loaderData;
  const isSent = receipt !== null && !actionData;
  // Each answer that did not come is shown anew, in the words that came with the page.
  const failure = useMemo(() => {
    const toast = actionData?.toast;
    if (toast === 'cancelled') return files && { ...files.cancelled };
    return toast === 'unsent' ? { ...messages.unsent } : toast;
  }, [actionData, messages, files]);
  const message = failure ?? (isSent ? success : null);
  const toast = useToastMessages(isSent ? 'success' : 'error', message);
  return (
    <>
      <ContactHead {...loaderData} />
      <Toasts messages={toast} silent={isSent} />
      <section className="fence sheet gap-y-stack pb-section">
        <p className="measure-27 text-lead font-lead md:col-6/end lg:col-5/13">
          {messages.intro}{' '}
          {messages.howWeWork && (
            <CutLink to="/page/how-we-work" block>
              {messages.howWeWork}
            </CutLink>
          )}
        </p>
        <CallUs {...loaderData} />
        {/* A stored enquiry empties the form: its next page load is another form. */}
        <ContactForm
          key={receipt ?? 'empty'}
          page={loaderData}
          answer={actionData}
          sent={isSent && { filesLeftOut }}
        />
        {/* Last, in the order of phones, so that nothing painted moves while the page streams in. */}
        <ContactAddresses {...loaderData} />
      </section>
    </>
  );
}

function ContactHead({ messages, sketch }: Loaded) {
  const source = (width: number) => `/drawings/${sketch.name}-${width}.png`;
  return (
    <section className="sheet gap-y-stack pt-page-top pb-page-end lg:mb-page-end lg:items-end lg:pt-[calc(var(--spacing-header)+1rem)] lg:pb-0 print:pt-0 print:pb-8mm">
      {/* Before the heading, which is placed at its foot and must not move when it loads. */}
      <img
        className="col-8/full-end row-1 aspect-[16/9.6] w-full object-cover object-[40%_60%] max-lg:hidden print:hidden"
        src={source(720)}
        srcSet={`${source(720)} 720w, ${source(1440)} 1440w`}
        sizes="(min-width: 64rem) 50vw, 0px"
        width={sketch.width}
        height={sketch.height}
        alt=""
        decoding="async"
        loading="lazy"
      />
      <h1 className="text-display lg:relative lg:col-start/9 lg:row-1 lg:pb-[0.35em]">
        {messages.heading}
      </h1>
    </section>
  );
}

function CallUs({ company: { phone, hours, openStatus, open: openingHours }, holidays }: Loaded) {
  // Computed in the browser: the page is cached, but the answer depends on the time of the visit.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const look = () => setOpen(isOpenAt(new Date(), openingHours, holidays));
    look();
    const timer = setInterval(look, 30_000);
    return () => clearInterval(timer);
  }, [openingHours, holidays]);
  return (
    <div className="text-note text-ink-2 md:col-6/end lg:col-5/13 print:hidden">
      <p className="text-large text-ink">
        <CutAnchor href={getPhoneHref(phone)} block>
          {phone}
        </CutAnchor>
      </p>
      <HoursLines lines={hours.lines} />
      {/* Its place is kept: nothing moves when the words come. */}
      <p className="min-h-lh noscript:hidden">
        {open !== undefined && (open ? openStatus.now : openStatus.notNow)}
      </p>
    </div>
  );
}

function ContactAddresses({ company, messages: { map } }: Loaded) {
  const { factory, offices, hours } = company;
  return (
    <div className="grid content-start gap-9 wrap-anywhere md:col-start/6 md:row-1/4 md:pe-[calc(var(--spacing-gutter)*2)] lg:col-label print:col-span-full print:row-1 print:grid-cols-3 print:gap-gutter print:[&_a]:min-h-0">
      <Part heading={factory.label}>
        <PostalAddress lines={factory.lines} />
        <a className="tap quiet" href={getPhoneHref(company.phone)}>
          {company.phone}
        </a>
        <br />
        <a className="tap quiet" href={getEmailHref(company.email)}>
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
