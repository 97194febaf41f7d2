// Sends the form of the contact page by script.
import { data, redirect, redirectDocument } from 'react-router';
import type { FailureReason } from '#app/components/failure-reason.ts';
import { UploadCancelled } from '#app/components/post-form.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { readPostedForm, runServerAction, type Submission } from '#app/routes/request-failure.ts';
import { uploadForm } from '#app/routes/upload.ts';
import type { ContactResult } from './contact-result.ts';
import { forgetRememberedForm, rememberedForm } from './remembered-form.ts';

// Content blockers of phones block the requests of the router. So after one without a response, the form and the page
// after it do without them.
let hasRouterFailed = false;

/**
 * Sends the form after a delay (CF-10). Returns why it was not stored, also after a cancelled upload and without a
 * response; the page keeps what was typed. Once the enquiry is stored, forgets what was typed and throws the redirect to
 * its page. Throws the reason of `request.signal` if the page is left during the delay.
 */
export async function sendContactForm<Result>({ request, serverAction }: Submission<Result>) {
  const form = await readPostedForm(request);
  await new Promise((resolve) => setTimeout(resolve, CONTACT.sendDelayMs));
  request.signal.throwIfAborted();

  // The enquiry may be stored although no response comes: the token is then sent again (CF-8).
  rememberedForm.sentToken = String(form.get('form_token'));

  const hasFiles = form.getAll('files').some((file) => file instanceof File && file.size > 0);
  const path = new URL(request.url).pathname;
  const buildFailure = (reason: FailureReason): ContactResult => {
    hasRouterFailed ||= reason === 'unreachable';
    return { unanswered: 'unsent' };
  };

  try {
    // Only files take so long that the form needs an upload with progress.
    if (!hasFiles && !hasRouterFailed) return await runServerAction(serverAction, { buildFailure });
    return await runServerAction(() => upload(path, form, request.signal), { buildFailure });
  } catch (redirection) {
    // runServerAction throws nothing else, and only a stored enquiry is redirected: its page, and Back from there, have
    // an empty form (CF-15).
    forgetRememberedForm();
    throw redirection;
  }
}

/** Posts the form with XMLHttpRequest, and then behaves like the server action. */
async function upload(path: string, form: FormData, signal: AbortSignal) {
  try {
    const { responseURL, responseText, status } = await uploadForm(path, form, signal);
    const { pathname, search, searchParams } = new URL(responseURL);
    // Not by the status: the login page of a public network has 200 too.
    const redirectToSent = hasRouterFailed ? redirectDocument : redirect;
    if (searchParams.has('sent')) throw redirectToSent(`${pathname}${search}#sent`);

    // Throws for a response that is not of the site.
    const result = JSON.parse(responseText) as ContactResult;
    // The fields of the page still have the typed text and the chosen files.
    return data({ ...result, values: undefined, mustChooseFilesAgain: false }, { status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    if (signal.aborted) rememberedForm.isInterrupted = true;
    const cancelledUpload: ContactResult = { unanswered: 'cancelled' };
    return cancelledUpload;
  }
}
