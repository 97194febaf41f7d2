import { useMemo } from 'react';
import {
  data,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import type { Route } from './+types/contact.ts';
import { languageOf } from '#app/content/language.ts';
import { companyWords } from '#app/content/texts/company-words.server.ts';
import { receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { readUploadedForm, type UploadedForm } from '#app/http/uploads/upload.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { newVisitorCookie, readVisitor } from '#app/http/cookies.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import './contact.css';
import {
  brokenOff,
  refusal,
  sentAddress,
} from '#app/routes/site/contact/enquiry-response.server.ts';
import { answerTo } from './contact-answer.ts';
import { UploadCancelled, uploadForm } from './attachments/upload.ts';
import { ContactAddresses } from './contact-addresses.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactHead } from './contact-head.tsx';
import { contactPage } from '#app/routes/site/contact/contact-page.server.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { words, preview } = loaderData;
  const { title, description } = words;
  return pageMeta(matches, { title, description, path: '/contact', preview });
}

/** The form may bring files: the front door lets it be large. */
export const handle = { takesFiles: true };

/** Retry-After of a refused enquiry must reach the document response. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders;
}

/** A phone whose photos are HEIC, and which sends JPEG where a field does not ask for HEIC (AT-1). */
const APPLE_PHONE = /iPhone|iPad|iPod/;

export async function loader({ request, url }: Route.LoaderArgs) {
  const page = contactPage(url);
  if (page.turnstile && isDataRequest(request)) throw redirectDocument(url.pathname + url.search);
  const cookie = (await readVisitor(request))
    ? undefined
    : { 'Set-Cookie': await newVisitorCookie() };
  const heic = !APPLE_PHONE.test(request.headers.get('User-Agent') ?? '');
  const { factory, offices, hours, phone, email } = companyWords[languageOf(url.pathname)];
  const company = { factory, offices, hours, phone, email };
  return data({ ...page, company, heic }, { headers: { 'Cache-Control': 'no-store', ...cookie } });
}

/**
 * Whether the page before asks for the form's data, to show it in its own document. That document
 * does not allow Turnstile's widget: only the policy of the contact page does (ledger CF-12).
 */
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

/** A network that fails, or an answer that is no page, keeps the form and says so (CF-11). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const failed = () => answerTo(null, { toast: 'unsent' });
  const form = await request.clone().formData();
  if (!form.getAll('files').some((file) => file instanceof File && file.size > 0)) {
    return answerOr(serverAction, failed);
  }
  return answerOr(() => upload(new URL(request.url).pathname, form), failed);
}

/** A form with files is sent in a way that tells how far it is (AT-2). */
async function upload(address: string, form: FormData) {
  try {
    const uploaded = await uploadForm(address, form);
    if ('address' in uploaded) throw redirect(uploaded.address);
    // The page still has what was typed and chosen.
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

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { words, company, success, receipt, sketch, files, filesLeftOut } = loaderData;
  const sent = receipt !== null && !actionData;
  // Each answer that did not come is told anew, in the words that came with the page.
  const told = useMemo(() => {
    const toast = actionData?.toast;
    if (toast === 'cancelled') return files && { ...files.cancelled };
    return toast === 'unsent' ? { ...words.unsent } : toast;
  }, [actionData, words, files]);
  const said = told ?? (sent ? success : null);
  const toast = useToast(sent ? 'success' : 'error', said);
  return (
    <>
      <ContactHead heading={words.heading} sketch={sketch} />
      <Toasts messages={toast} />
      <section className="fence sheet gap-y-stack pb-section">
        <p className="max-w-[27em] text-lead font-lead md:col-[6/end] lg:col-[5/13]">
          {words.intro}
        </p>
        {/* A stored enquiry empties the form: its next page load is another form. */}
        <ContactForm
          key={receipt ?? 'empty'}
          page={loaderData}
          answer={actionData}
          sent={sent && { filesLeftOut }}
        />
        {/* Last, as phones show it: what is painted while the page arrives stays where it is. */}
        <ContactAddresses company={company} map={words.map} />
      </section>
    </>
  );
}
