import { useMemo } from 'react';
import {
  data,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import type { Route } from './+types/contact.ts';
import { type Config, config } from '#app/config.server.ts';
import { type Language, languageOf, pathIn } from '#app/content/language.ts';
import { contact, contactErrors } from '#app/content/texts/contact.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject, projectTypes } from '#app/content/catalogue/projects.server.ts';
import {
  type EnquiryField,
  cleanFields,
  fieldAttributes,
} from '#app/domain/enquiries/enquiry-schema.server.ts';
import { type Received, receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { randomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { storeErrorStatus } from '#app/http/response/store-error-status.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { newVisitorCookie, readVisitor } from '#app/http/cookies/visitor-cookie.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import '#app/styles/contact.css';
import { ContactAddresses } from './contact-addresses.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactHead } from './contact-head.tsx';
import { useSiteWords } from '#app/routes/site/shell/use-site-words.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { words, preview } = loaderData;
  const { title, description } = words;
  return pageMeta(matches, { title, description, path: '/contact', preview });
}

/** Retry-After of a refused enquiry must reach the document response. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders;
}

export function loader({ request, url }: Route.LoaderArgs) {
  const turnstile = widgetOf(config());
  if (turnstile && isDataRequest(request)) throw redirectDocument(url.pathname + url.search);
  const language = languageOf(url.pathname);
  const project = findProject(url.searchParams.get('about') ?? '', language);
  const receipt = unsign('receipt', url.searchParams.get('sent') ?? '');
  const { success, about, ...words } = contact[language];
  const page = {
    words,
    /** What is said once the enquiry is stored. */
    success: receipt === null ? null : success,
    preview: previewOf('/contact', language),
    formToken: randomToken(CONTACT.formTokenBytes, 'hex'),
    attributes: fieldAttributes,
    turnstile,
    about: project
      ? { slug: project.slug, title: project.title, type: projectTypes[project.kind], said: about }
      : null,
    sketch: picture('facility-1', language),
    receipt,
  };
  const cookie = readVisitor(request) ? undefined : { 'Set-Cookie': newVisitorCookie() };
  return data(page, { headers: { 'Cache-Control': 'no-store', ...cookie } });
}

function widgetOf({ turnstile }: Config) {
  return turnstile && { siteKey: turnstile.siteKey, origin: turnstile.origin };
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
  const form = await request.formData();
  try {
    const received = await receiveEnquiry(form, {
      ...context.get(requestContext),
      visitor: readVisitor(request),
      language,
    });
    if (received.kind === 'stored') {
      const path = pathIn(language, '/contact');
      return redirect(`${path}?sent=${sign('receipt', received.receipt)}#sent`, 303);
    }
    return refusal(form, received, language);
  } catch (error) {
    const status = storeErrorStatus('enquiry-not-stored', error);
    return data(
      { values: cleanFields(form), errors: [], toast: contact[language].unsent },
      { status },
    );
  }
}

function refusal(
  form: FormData,
  received: Exclude<Received, { kind: 'stored' }>,
  language: Language,
) {
  const said = contactErrors[language];
  const errorAt = (field: EnquiryField | 'verification') => {
    return { field, title: said[field].title, text: said[field].message };
  };
  const values = cleanFields(form);
  switch (received.kind) {
    case 'refused':
      return data({ values, errors: received.fields.map(errorAt), toast: null }, { status: 422 });
    case 'not-human':
      return data({ values, errors: [errorAt('verification')], toast: null }, { status: 422 });
    case 'throttled': {
      const headers = { 'Retry-After': String(received.retryAfterSeconds) };
      return data({ values, errors: [], toast: said[received.reason] }, { status: 429, headers });
    }
  }
}

/** A network that fails, or an answer that is no page, keeps the form and says so (CF-11). */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, () => ({
    values: null,
    errors: [],
    toast: 'unsent' as const,
  }));
}

/** A refused form stays the form it was: its token names what was tried (CF-8). */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: RevalidateArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { words, success, receipt, sketch } = loaderData;
  const { company } = useSiteWords();
  const sent = receipt !== null && !actionData;
  // Each answer that did not come is told anew, in the words that came with the page.
  const told = useMemo(() => {
    const toast = actionData?.toast;
    return toast === 'unsent' ? { ...words.unsent } : toast;
  }, [actionData, words]);
  const said = told ?? (sent ? success : null);
  const toast = useToast(sent ? 'success' : 'error', said);
  return (
    <>
      <ContactHead heading={words.heading} sketch={sketch} />
      <Toasts messages={toast} />
      <section className="sheet contact fence">
        <p className="lead contact__form">{words.intro}</p>
        {/* A stored enquiry empties the form: its next page load is another form. */}
        <ContactForm key={receipt ?? 'empty'} page={loaderData} answer={actionData} sent={sent} />
        {/* Last, as phones show it: what is painted while the page arrives stays where it is. */}
        <ContactAddresses company={company} map={words.map} />
      </section>
    </>
  );
}
