import { data } from 'react-router';
import { interpolate } from '#app/components/messages.ts';
import { config, type Config } from '#app/config.server.ts';
import { getDesignPicture } from '#app/content/catalogue/pictures.server.ts';
import { findProject, getProjectType } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber, getCompanyFacts } from '#app/content/company.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { getCompanyMessages } from '#app/content/messages/company.server.ts';
import {
  attachments,
  contactErrors,
  getContactMessages,
} from '#app/content/messages/contact.server.ts';
import { refusals } from '#app/content/messages/failures.server.ts';
import { getPage, isPublished } from '#app/content/pages.server.ts';
import { areAttachmentsEnabled } from '#app/domain/attachments/attachment-folder.server.ts';
import { isTooLarge, type FileRefusal } from '#app/domain/attachments/attachment-intake.server.ts';
import { addDays, DAY, SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import { isDayOff } from '#app/domain/desk/working-days.server.ts';
import { cleanFields, getFormFields } from '#app/domain/enquiries/enquiry-form.server.ts';
import type { SubmitResult } from '#app/domain/enquiries/intake.server.ts';
import { createRandomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, CONTACT } from '#app/domain/limits.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { createSiteCookie, readCookie } from '#app/http/cookies.server.ts';
import { Refusal, reportStoreError } from '#app/http/responses.server.ts';
import type { UploadedForm } from '#app/http/uploads.server.ts';
import { buildContactResult, type ContactResult } from './upload.ts';

export function loadContactPage(url: URL) {
  const { language, head } = getPage('/contact', url);
  const project = findProject(url.searchParams.get('about') ?? '', language);
  const { factory, offices, hours, openStatus, phone, email } = getCompanyMessages(language);
  const { receipt, id, filesLeftOut } = readReceipt(url.searchParams.get('sent') ?? '');
  const {
    success,
    aboutProject,
    howWeWork,
    title: _,
    description: __,
    ...messages
  } = getContactMessages(language);
  const { notTaken, errors, ...fileMessages } = attachments[language];
  // The server alone opens files, so that the browser never says this.
  const { notAccepted: ___, ...choiceErrors } = errors;
  const { name, width, height } = getDesignPicture('facility-1', language);
  return {
    messages: {
      ...messages,
      howWeWork: isPublished('/page/how-we-work', language) ? howWeWork : '',
    },
    success:
      receipt === null
        ? null
        : {
            ...success,
            number: id && interpolate(success.number, { number: formatEnquiryNumber(id) }),
          },
    head,
    company: { factory, offices, hours, openStatus, phone, email, open: getCompanyFacts().hours },
    formToken: createRandomToken(CONTACT.formTokenBytes, 'hex'),
    fields: getFormFields('form'),
    turnstile: getTurnstileWidget(config()),
    aboutProject: project
      ? {
          slug: project.slug,
          title: project.title,
          type: getProjectType(project),
          text: aboutProject,
        }
      : null,
    sketch: { name, width, height },
    receipt,
    holidays: listUpcomingHolidays(),
    files: areAttachmentsEnabled() ? { ...fileMessages, errors: choiceErrors } : null,
    filesLeftOut: filesLeftOut ? notTaken : null,
  };
}

function listUpcomingHolidays(): string[] {
  const today = toAthensDay(new Date());
  return Array.from({ length: 7 }, (_, days) => addDays(today, days)).filter(isDayOff);
}

function getTurnstileWidget({ turnstile }: Config) {
  return turnstile && { siteKey: turnstile.siteKey, origin: turnstile.origin };
}

export function respondToRefusal(
  form: UploadedForm,
  result: Exclude<SubmitResult, { kind: 'stored' }>,
  language: Language,
) {
  const errors = contactErrors[language];
  const mustChooseFilesAgain = form.files !== undefined;
  const buildResult = (changes: Partial<ContactResult>) => {
    return buildContactResult(result.values, { mustChooseFilesAgain, ...changes });
  };
  const errorAt = (field: EnquiryField | 'verification') => {
    return { field, title: errors[field].title, text: errors[field].message };
  };
  switch (result.kind) {
    case 'invalid':
      return data(buildResult({ errors: result.fields.map(errorAt) }), { status: 422 });
    case 'files-refused': {
      const files = result.refusals.map((refused) => presentFileRefusal(refused, language));
      const status = result.refusals.some(isTooLarge) ? 413 : 422;
      return data(buildResult({ files }), { status });
    }
    case 'not-human':
      return data(buildResult({ errors: [errorAt('verification')] }), { status: 422 });
    case 'rate-limited': {
      const headers = { 'Retry-After': String(result.retryAfterSeconds) };
      return data(buildResult({ toast: errors[result.reason] }), { status: 429, headers });
    }
  }
}

export function respondToError(form: UploadedForm, error: unknown, language: Language) {
  if (!(error instanceof Refusal)) {
    const status = reportStoreError('enquiry-not-stored', error);
    return data(buildResultFromForm(form, { toast: getContactMessages(language).unsent }), {
      status,
    });
  }
  const { status, reason } = error;
  const headers: Record<string, string> =
    'retry-after' in error.headers ? { 'Retry-After': error.headers['retry-after'] } : {};
  if (reason === 'filesTooLarge') {
    const files = [
      presentFileRefusal({ kind: 'totalTooLarge', mb: ATTACHMENTS.togetherMb }, language),
    ];
    return data(buildResultFromForm(form, { files, mustChooseFilesAgain: true }), { status });
  }
  const { unsent } = getContactMessages(language);
  // Only a crowded upload queue gets its own message; for other errors "try again" says enough.
  const message = reason === 'uploads' ? refusals[language].uploads : unsent.message;
  return data(buildResultFromForm(form, { toast: { ...unsent, message } }), { status, headers });
}

export function presentFileRefusal({ kind, ...values }: FileRefusal, language: Language) {
  const { title, message } = attachments[language].errors[kind];
  return { title, message: interpolate(message, values) };
}

function buildResultFromForm({ fields, files }: UploadedForm, result: Partial<ContactResult>) {
  return buildContactResult(cleanFields(fields), {
    mustChooseFilesAgain: files !== undefined,
    ...result,
  });
}

/**
 * Returns the path of the success page. The receipt is signed under one of two purposes, so that a
 * reload still says whether the files were left out because the disk was full.
 */
export function getSuccessPath(
  { receipt, id, filesLeftOut }: Extract<SubmitResult, { kind: 'stored' }>,
  language: Language,
): string {
  const signedReceipt = sign(
    filesLeftOut ? 'receipt-without-files' : 'receipt',
    `${receipt}-${id}`,
  );
  return `${getLocalizedPath(language, '/contact')}?sent=${signedReceipt}#sent`;
}

function readReceipt(signedReceipt: string) {
  const receiptWithoutFiles = unsign('receipt-without-files', signedReceipt);
  const [receipt = null, id = null] =
    (receiptWithoutFiles ?? unsign('receipt', signedReceipt))?.split('-') ?? [];
  return { receipt, id, filesLeftOut: receiptWithoutFiles !== null };
}

const VISITOR_BYTES = 16;
const visitorCookie = () =>
  createSiteCookie('visitor', { maxAgeSeconds: (30 * DAY) / SECOND, signedFor: 'visitor' });

export const readVisitor = (request: Request) => readCookie(request, visitorCookie());
export const createVisitorCookie = () =>
  visitorCookie().serialize(createRandomToken(VISITOR_BYTES));
