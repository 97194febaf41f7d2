import { useWasServerRendered } from '#app/components/hydrated.tsx';
import { CutAnchor, CutLink, PostalAddress } from '#app/components/page.tsx';
import { PeopleList } from '#app/components/people-list.tsx';
import { getEmailHref } from '#app/content/messages/company.ts';
import { readForm, type ReceivedForm } from '#app/http/forms.server.ts';
import './contact.css';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  data,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { focusInView } from '#app/components/in-page-link.tsx';
import { UploadCancelled } from '#app/components/post-form.ts';
import { preventBreaksInRanges } from '#app/components/ranges.tsx';
import { ToastRegion, useToastMessage } from '#app/components/toast.tsx';
import { getPathLanguage } from '#app/content/language.ts';
import type { Place } from '#app/content/messages/company.server.ts';
import { submitEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { isFromApplePhone } from '#app/routes/attachments.tsx';
import { runServerAction } from '#app/routes/request-failure.ts';
import {
  getSuccessPath,
  loadContactPage,
  readVisitorCookie,
  respondToError,
  respondToRefusal,
  serializeNewVisitorCookie,
} from '#app/routes/site/contact/contact.server.ts';
import { forgetInterruption, uploadForm, wasUploadInterrupted } from '#app/routes/upload.ts';
import type { Route } from './+types/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { EMPTY_CONTACT_RESULT, parseUploadResult, type ContactResult } from './contact-result.ts';
import { isOpenAt } from './opening-hours.ts';
import { forgetTypedForm, keepSentToken } from './typed-form.ts';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

/** The document of a refused enquiry needs the Retry-After of the action. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders;
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const page = loadContactPage(url);
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (!(await readVisitorCookie(request))) {
    headers.set('Set-Cookie', await serializeNewVisitorCookie());
  }
  return data({ ...page, acceptsHeic: !isFromApplePhone(request) }, { headers });
}

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args;
  const language = getPathLanguage(url.pathname);
  const requester = context.get(requestContext);
  const sender = { ...requester, visitor: await readVisitorCookie(request), language };

  let form: ReceivedForm = { fields: new FormData(), files: undefined };
  try {
    form = await readForm(args);
    const result = await submitEnquiry(form.fields, sender, form.files);
    if (result.kind === 'stored') return redirect(getSuccessPath(result, language), 303);
    return respondToRefusal(form, result, language);
  } catch (error) {
    return respondToError(form, error, language);
  }
}

// Only this page's document has a CSP that allows the Turnstile widget (CF-12).
let isContactDocument = false;

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const page = await serverLoader();
  if (page.turnstile && !isContactDocument) throw redirectDocument(url.pathname + url.search);
  return page;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  forgetInterruption();
  const buildFailure = (): ContactResult => ({ ...EMPTY_CONTACT_RESULT, toast: 'unsent' });

  const form = await request.clone().formData();
  keepSentToken(String(form.get('form_token')));
  const hasFiles = form.getAll('files').some((file) => file instanceof File && file.size > 0);
  const path = new URL(request.url).pathname;

  try {
    // Only files take so long that the form needs an upload with progress.
    if (!hasFiles) return await runServerAction(serverAction, buildFailure);
    return await runServerAction(() => upload(path, form, request.signal), buildFailure);
  } catch (redirection) {
    // Only a stored enquiry is redirected: its page, and Back from there, have an empty form (CF-15).
    forgetTypedForm();
    throw redirection;
  }
}

/** Posts the form with XMLHttpRequest, and then behaves like the server action. */
async function upload(path: string, form: FormData, signal: AbortSignal) {
  try {
    const uploaded = parseUploadResult(await uploadForm(path, form, signal));
    if ('path' in uploaded) throw redirect(uploaded.path);

    const { result, status } = uploaded;
    // The fields of the page still have the typed text and the chosen files.
    return data({ ...result, values: null, mustChooseFilesAgain: false }, { status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    return { ...EMPTY_CONTACT_RESULT, toast: 'cancelled' as const };
  }
}

/** Keeps the token of a refused form, so that sending it again counts as the same form (CF-8). */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: RevalidateArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, success, receipt, files } = loaderData;
  const wasServerRendered = useWasServerRendered();
  useEffect(() => {
    if (wasServerRendered) isContactDocument = true;
  }, [wasServerRendered]);

  const isSent = receipt !== null && !actionData;

  // A new object for each failed submission, so that its toast is shown again.
  const failure = useMemo(() => {
    const interruption = wasUploadInterrupted() ? 'cancelled' : null;
    const toast = actionData ? actionData.toast : interruption;
    if (toast === 'cancelled') return files && { ...files.cancelled };
    return toast === 'unsent' ? { ...messages.unsent } : toast;
  }, [actionData, messages, files]);

  const sent = useMemo(
    () => success && { ...success, text: preventBreaksInRanges(success.text) },
    [success],
  );

  const message = failure ?? (isSent ? sent : null);
  const toast = useToastMessage(isSent ? 'success' : 'error', message);

  return (
    <>
      <ContactHead {...loaderData} />
      <ToastRegion toast={toast} silent={isSent} />
      <section
        className="fence sheet gap-y-6 pb-section md:grid-rows-[auto_auto_1fr]"
        data-with-addresses=""
      >
        <p className="measure-27 text-large *:-my-2.5 md:col-6/end lg:col-5/13">
          {messages.intro}{' '}
          {messages.howWeWork && (
            <CutLink block to="/page/how-we-work">
              {messages.howWeWork}
            </CutLink>
          )}
        </p>
        <CallUs {...loaderData} />
        {isSent && success ? (
          <SentPanel {...success} />
        ) : (
          <ContactForm page={loaderData} result={actionData} />
        )}
        {/* Last, in the order of phones, so that nothing painted moves while the page streams in. */}
        <ContactAddresses {...loaderData} />
      </section>
    </>
  );
}

/** Takes the place of the form (VP-9). */
function SentPanel({ title, text, lines, another }: NonNullable<Loaded['success']>) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => focusInView(panel.current), []);

  return (
    <div
      className="grid justify-items-start gap-6 self-start md:col-6/end lg:col-5/13"
      id="sent"
      ref={panel}
      tabIndex={-1}
    >
      <div className="grid w-full gap-1 border-t-2 border-status-completed bg-status-completed-wash px-6 py-5">
        <h2 className="text-large/list font-medium">{title}</h2>
        <p>{preventBreaksInRanges(text)}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <CutLink block to="/contact">
        {another}
      </CutLink>
    </div>
  );
}

function ContactHead({ messages }: Loaded) {
  return (
    <section className="sheet gap-y-stack pt-[calc(var(--spacing-header)+1rem)] pb-6 lg:items-end print:pt-0 print:pb-8mm">
      {/* Before the heading, which is placed at its foot and must not move when it loads. */}
      <img
        className="col-8/full-end row-1 h-44 w-full object-cover object-[40%_60%] max-lg:hidden print:hidden"
        src="/drawings/facility-1-1440.png"
        width={2000}
        height={1333}
        alt=""
        loading="lazy"
      />
      <h1 className="text-display lg:col-start/8 lg:row-1 lg:pb-[0.35em]">{messages.heading}</h1>
    </section>
  );
}

function CallUs({
  company: { phone, phoneHref, hours, openStatus, openingHours },
  holidays,
}: Loaded) {
  // Computed in the browser: the page may stay open, but the answer depends on the time. Undefined before that.
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
      <HoursLines lines={hours.lines} />
      {/* Its space is reserved, so that the text shifts no layout. */}
      <p className="min-h-lh max-md:basis-full noscript:hidden">
        {isOpen !== undefined && (isOpen ? openStatus.now : openStatus.notNow)}
      </p>
    </div>
  );
}

function ContactAddresses({ company, whoAnswers, messages: { map } }: Loaded) {
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

interface PartProps {
  heading: string;
  id?: string;
  children: ReactNode;
}

function Part({ heading, id, children }: PartProps) {
  return (
    <section className="border-t border-ink pt-3.5">
      <h2 className="text-large/list font-book" id={id}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

function HoursLines({ lines }: { lines: Loaded['company']['hours']['lines'] }) {
  return lines.map(({ days, time }) => <p key={days}>{`${days}, ${time}`}</p>);
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
