import { data } from 'react-router';
import { contactErrors } from '#app/content/texts/contact.ts';
import { cleanFields } from '#app/domain/enquiries/enquiry-schema.server.ts';
import type { Received } from '#app/domain/enquiries/intake.server.ts';
import { sign, unsign } from '#app/domain/keys.server.ts';
import type { UploadedForm } from '#app/http/uploads/uploaded-form.server.ts';
import { answerTo, type ContactAnswer } from './contact-answer.ts';

/** The answer to an enquiry that was not stored. */
export function refusal(form: UploadedForm, received: Exclude<Received, { kind: 'stored' }>) {
  switch (received.kind) {
    case 'refused':
      return data(answered(form, { fields: received.fields }), { status: 422 });
    case 'files-refused': {
      const files = received.refusals;
      const status = files.some(({ tooLarge }) => tooLarge) ? 413 : 422;
      return data(answered(form, { files }), { status });
    }
    case 'not-human':
      return data(answered(form, { fields: ['verification'] }), { status: 422 });
    case 'throttled': {
      const headers = { 'Retry-After': String(received.retryAfterSeconds) };
      const toast = contactErrors[received.reason];
      return data(answered(form, { toast }), { status: 429, headers });
    }
  }
}

/** The form comes back with what was typed; files cannot. */
export function answered({ fields, files }: UploadedForm, said: Partial<ContactAnswer>) {
  return answerTo(cleanFields(fields), { again: files !== undefined, ...said });
}

/** Two receipts, so that a reload says the same: with the files, or without them for want of room. */
export function sentAddress({
  receipt,
  filesLeftOut,
}: Extract<Received, { kind: 'stored' }>): string {
  return `/contact?sent=${sign(filesLeftOut ? 'receipt-without-files' : 'receipt', receipt)}#sent`;
}

/** What the address after a stored enquiry says; no receipt when nobody has sent. */
export function readReceipt(sent: string) {
  const without = unsign('receipt-without-files', sent);
  return { receipt: without ?? unsign('receipt', sent), filesLeftOut: without !== null };
}
