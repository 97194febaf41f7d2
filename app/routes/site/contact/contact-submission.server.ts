import { data, redirect } from 'react-router';
import { getPathLanguage, type Language } from '#app/content/language.ts';
import {
  attachmentTexts,
  contactErrors,
  getContactTexts,
} from '#app/content/texts/contact.server.ts';
import { refusals } from '#app/content/texts/failures.server.ts';
import {
  cleanEnquiryFields,
  enquirySchema,
  listInvalidFields,
} from '#app/domain/enquiries/enquiry-form.server.ts';
import { submitEnquiry, type SubmitResult } from '#app/domain/enquiries/intake.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { readForm, type ReceivedForm } from '#app/http/forms.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Refusal, reportOrRethrowStoreError } from '#app/http/responses.server.ts';
import { presentFileRefusals } from '#app/routes/file-refusals.server.ts';
import { getSuccessPath, readVisitorCookie } from '#app/routes/site/contact/contact.server.ts';
import type { Route } from './+types/contact.ts';
import type { ContactResult } from './contact-result.ts';

/**
 * Stores the enquiry and redirects to its page, or returns why it was not stored, with the cleaned values. Rethrows an
 * error that is neither a Refusal nor of the database.
 */
export async function submitContactForm(
  args: Route.ActionArgs,
): Promise<Response | ReturnType<typeof data<ContactResult>>> {
  const { request, url, context } = args;
  const language = getPathLanguage(url.pathname);
  const requester = context.get(requestContext);
  const sender = { ...requester, visitor: await readVisitorCookie(request), language };

  // Empty for a form that cannot be read.
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

/** Returns action data and status of a refused enquiry: 422, 413 for files that are too large, or 429. */
function respondToRefusal(
  form: ReceivedForm,
  result: Exclude<SubmitResult, { kind: 'stored' }>,
  language: Language,
): ReturnType<typeof data<ContactResult>> {
  const texts = contactErrors[language];
  const unsent: ContactResult = {
    values: result.values,
    mustChooseFilesAgain: form.files !== undefined,
  };

  const presentError = (field: EnquiryField | 'verification') => {
    return { field, ...texts[field] };
  };

  switch (result.kind) {
    case 'invalid':
      return data({ ...unsent, errors: result.fields.map(presentError) }, { status: 422 });
    case 'not-human':
      return data({ ...unsent, errors: [presentError('verification')] }, { status: 422 });
    case 'files-refused': {
      const fileTexts = attachmentTexts[language].errors;
      const { fileErrors, status } = presentFileRefusals(result.refusals, fileTexts);
      return data({ ...unsent, files: fileErrors }, { status });
    }
    case 'rate-limited': {
      const headers = { 'Retry-After': String(result.retryAfterSeconds) };
      return data({ ...unsent, toast: texts[result.reason] }, { status: 429, headers });
    }
  }
}

/** Returns action data and status for a Refusal, or for a database error, which it logs. Rethrows any other error. */
function respondToError(
  form: ReceivedForm,
  error: unknown,
  language: Language,
): ReturnType<typeof data<ContactResult>> {
  const toast = getContactTexts(language).unsent;
  const arrivedFields = error instanceof Refusal ? error.fields : undefined;
  const values = cleanEnquiryFields(arrivedFields ?? form.fields);
  const unsent: ContactResult = { values, mustChooseFilesAgain: form.files !== undefined };

  if (!(error instanceof Refusal)) {
    const status = reportOrRethrowStoreError('enquiry-not-stored', error);
    return data({ ...unsent, toast }, { status });
  }

  const { status, reason } = error;
  if (reason === 'filesTooLarge') {
    const refusal = { kind: 'totalTooLarge', mb: ATTACHMENTS.togetherMb } as const;
    const { fileErrors } = presentFileRefusals([refusal], attachmentTexts[language].errors);
    return data({ ...unsent, files: fileErrors, mustChooseFilesAgain: true }, { status });
  }

  // One text has made the form too large: it is refused like any text that is too long.
  const { error: invalid } = enquirySchema.safeParse(values);
  if (reason === 'tooLarge' && invalid) {
    const fields = listInvalidFields(invalid);
    return respondToRefusal(form, { kind: 'invalid', values, fields }, language);
  }

  const retryAfter = error.headers['retry-after'];
  const headers: HeadersInit = retryAfter ? { 'Retry-After': retryAfter } : {};

  // Only a crowded upload queue gets its own message; for other errors "try again" says enough.
  const text = reason === 'uploads' ? refusals[language].uploads : toast.text;

  return data({ ...unsent, toast: { ...toast, text } }, { status, headers });
}
