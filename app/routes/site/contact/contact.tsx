import { useEffect, useMemo, useRef } from 'react';
import {
  redirectDocument,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { useWasServerRendered } from '#app/components/hydrated.tsx';
import { focusInView } from '#app/components/in-page-link.tsx';
import { CutLink } from '#app/components/page.tsx';
import { preventBreaksInRanges } from '#app/components/ranges.tsx';
import { ToastRegion, useToastMessage } from '#app/components/toast.tsx';
import { PageHead } from '#app/routes/page-head.tsx';
import { getRetryHeaders } from '#app/routes/request-failure.ts';
import { submitContactForm } from '#app/routes/site/contact/contact-submission.server.ts';
import { loadContactPage, type ContactPage } from '#app/routes/site/contact/contact.server.ts';
import type { Route } from './+types/contact.ts';
import { CallUs, ContactAddresses, ContactHead } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { sendContactForm } from './contact-submission.ts';
import { rememberedForm } from './remembered-form.ts';
import './contact.css';

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = loadContactPage;

export const action = submitContactForm;

// Only this page's document has a CSP that allows the Turnstile widget (CF-12).
let isContactDocument = false;

/**
 * Loads the page, by a redirect to its document if the open one would block the Turnstile widget. If a form was sent and
 * may be stored, the page keeps its token (CF-8).
 */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const page = await serverLoader();
  if (page.turnstile && !isContactDocument) throw redirectDocument(url.pathname + url.search);
  return { ...page, formToken: rememberedForm.sentToken ?? page.formToken };
}

export const clientAction = (args: Route.ClientActionArgs) => sendContactForm(args);

/** Keeps the token of a refused form, so that sending it again counts as the same form (CF-8). */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: RevalidateArgs) {
  return actionResult ? false : defaultShouldRevalidate;
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, howWeWork } = loaderData;
  const success = actionData ? null : loaderData.success;
  const toast = useContactToast(loaderData, actionData, success);
  const wasServerRendered = useWasServerRendered();
  useEffect(() => {
    if (wasServerRendered) isContactDocument = true;
  }, [wasServerRendered]);

  return (
    <>
      <PageHead {...loaderData.head} />
      <ContactHead {...loaderData} />
      <ToastRegion toast={toast} silent={toast?.tone === 'success'} />
      <section
        className="fence sheet gap-y-6 pb-section md:grid-rows-[auto_auto_1fr]"
        data-with-addresses=""
      >
        <p className="measure-27 text-large *:-my-2.5 md:col-6/end lg:col-5/13">
          {texts.intro}{' '}
          {howWeWork && (
            <CutLink block to={howWeWork.to}>
              {howWeWork.label}
            </CutLink>
          )}
        </p>
        <CallUs {...loaderData} />
        {success ? (
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

/** Returns the toast of a sent or failed form, or of an upload that was cancelled before this page was loaded. */
function useContactToast(
  { texts, files: uploadTexts }: ContactPage,
  result: Route.ComponentProps['actionData'],
  success: ContactPage['success'],
) {
  // A new object for each failed submission, so that its toast is shown again.
  const failureTexts = useMemo(() => {
    const interruption = rememberedForm.isInterrupted ? 'cancelled' : null;
    const unansweredReason = result ? result.unanswered : interruption;
    if (unansweredReason === 'cancelled') return uploadTexts && { ...uploadTexts.cancelled };
    if (unansweredReason === 'unsent') return { ...texts.unsent };
    return result?.toast ?? null;
  }, [result, texts, uploadTexts]);

  const sentTexts = useMemo(
    () => success && { title: success.title, text: preventBreaksInRanges(success.text) },
    [success],
  );

  // The next visit does not say again that the upload was cancelled.
  useEffect(() => {
    if (failureTexts) rememberedForm.isInterrupted = false;
  }, [failureTexts]);

  return useToastMessage(failureTexts ? 'error' : 'success', failureTexts ?? sentTexts);
}

/** Takes the place of the form (VP-9). */
function SentPanel({ title, text, lines, another }: NonNullable<ContactPage['success']>) {
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
