import { isPublished, pageAt } from '#app/content/pages.server.ts';
import type { UploadedForm } from '#app/http/uploads.server.ts';
import { Refusal, storeErrorStatus } from '#app/http/responses.server.ts';
import { takesFiles } from '#app/domain/attachments/attachment-folder.server.ts';
import { type Config, config } from '#app/config.server.ts';
import { addDays, athensDay } from '#app/domain/clock.server.ts';
import { isDayOff } from '#app/domain/desk/working-days.server.ts';
import { type Language, pathIn } from '#app/content/language.ts';
import { attachments, contact, contactErrors } from '#app/content/words/contact.server.ts';
import { companyWords } from '#app/content/words/company.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { findProject, projectTypeOf } from '#app/content/catalogue/projects.server.ts';
import { randomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, CONTACT } from '#app/domain/limits.ts';
import { data } from 'react-router';
import { refusals } from '#app/content/words/failures.server.ts';
import { type FileRefusal, isTooLarge } from '#app/domain/attachments/attachment-intake.server.ts';
import {
  type EnquiryField,
  cleanFields,
  fieldAttributes,
} from '#app/domain/enquiries/enquiry-fields.server.ts';
import type { Received } from '#app/domain/enquiries/intake.server.ts';
import { type ContactAnswer, answerTo } from './upload.ts';
import { companyFacts, enquiryNumber } from '#app/content/company.server.ts';
import { phrase } from '#app/components/words.ts';

export function contactPage(url: URL) {
  const { language, head } = pageAt('/contact', url);
  const project = findProject(url.searchParams.get('about') ?? '', language);
  const { factory, offices, hours, there, phone, email } = companyWords[language];
  const { receipt, id, filesLeftOut } = readReceipt(url.searchParams.get('sent') ?? '');
  const { success, about, howWeWork, title: _, description: __, ...words } = contact[language];
  const { notTaken, ...fileWords } = attachments[language];
  return {
    words: { ...words, howWeWork: isPublished('/page/how-we-work', language) ? howWeWork : '' },
    success:
      receipt === null
        ? null
        : { ...success, number: id && phrase(success.number, { number: enquiryNumber(id) }) },
    head,
    company: { factory, offices, hours, there, phone, email, open: companyFacts().hours },
    formToken: randomToken(CONTACT.formTokenBytes, 'hex'),
    attributes: fieldAttributes,
    turnstile: widgetOf(config()),
    about: project
      ? { slug: project.slug, title: project.title, type: projectTypeOf(project), text: about }
      : null,
    sketch: picture('facility-1', language),
    receipt,
    holidays: comingHolidays(),
    files: takesFiles() ? fileWords : null,
    filesLeftOut: filesLeftOut ? notTaken : null,
  };
}

function comingHolidays(): string[] {
  const today = athensDay(new Date());
  return Array.from({ length: 7 }, (_, days) => addDays(today, days)).filter(isDayOff);
}

function widgetOf({ turnstile }: Config) {
  return turnstile && { siteKey: turnstile.siteKey, origin: turnstile.origin };
}

export function refusal(
  form: UploadedForm,
  received: Exclude<Received, { kind: 'stored' }>,
  language: Language,
) {
  const errors = contactErrors[language];
  const again = form.files !== undefined;
  const answered = (answer: Partial<ContactAnswer>) => {
    return answerTo(received.values, { again, ...answer });
  };
  const errorAt = (field: EnquiryField | 'verification') => {
    return { field, title: errors[field].title, text: errors[field].message };
  };
  switch (received.kind) {
    case 'refused':
      return data(answered({ errors: received.fields.map(errorAt) }), { status: 422 });
    case 'files-refused': {
      const files = received.refusals.map((refused) => fileRefusal(refused, language));
      const status = received.refusals.some(isTooLarge) ? 413 : 422;
      return data(answered({ files }), { status });
    }
    case 'not-human':
      return data(answered({ errors: [errorAt('verification')] }), { status: 422 });
    case 'throttled': {
      const headers = { 'Retry-After': String(received.retryAfterSeconds) };
      return data(answered({ toast: errors[received.reason] }), { status: 429, headers });
    }
  }
}

export function brokenOff(form: UploadedForm, error: unknown, language: Language) {
  if (!(error instanceof Refusal)) {
    const status = storeErrorStatus('enquiry-not-stored', error);
    return data(answered(form, { toast: contact[language].unsent }), { status });
  }
  const { status, reason } = error;
  const headers: Record<string, string> =
    'retry-after' in error.headers ? { 'Retry-After': error.headers['retry-after'] } : {};
  if (reason === 'filesTooLarge') {
    const files = [fileRefusal({ kind: 'together', mb: ATTACHMENTS.togetherMb }, language)];
    return data(answered(form, { files, again: true }), { status });
  }
  const { unsent } = contact[language];
  // Whose turn does not come is told why; else, that it can be tried again, says enough.
  const message = reason === 'uploads' ? refusals[language].uploads : unsent.message;
  return data(answered(form, { toast: { ...unsent, message } }), { status, headers });
}

export function fileRefusal({ kind, ...named }: FileRefusal, language: Language) {
  const { title, message } = attachments[language].errors[kind];
  return { title, message: phrase(message, named) };
}

function answered({ fields, files }: UploadedForm, answer: Partial<ContactAnswer>) {
  return answerTo(cleanFields(fields), { again: files !== undefined, ...answer });
}

/** Two receipts, so that a reload says the same: with the files, or without them for want of room. */
export function sentAddress(
  { receipt, id, filesLeftOut }: Extract<Received, { kind: 'stored' }>,
  language: Language,
): string {
  const sent = sign(filesLeftOut ? 'receipt-without-files' : 'receipt', `${receipt}-${id}`);
  return `${pathIn(language, '/contact')}?sent=${sent}#sent`;
}

function readReceipt(sent: string) {
  const without = unsign('receipt-without-files', sent);
  const [receipt = null, id = null] = (without ?? unsign('receipt', sent))?.split('-') ?? [];
  return { receipt, id, filesLeftOut: without !== null };
}
