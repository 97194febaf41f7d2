import type { FormEvent } from 'react';

/**
 * The typed texts and chosen files of the contact page, which it shows again after a visit to another page (CF-15).
 * Only the memory of the tab has them: nothing is written to the browser's storage.
 */
interface TypedForm {
  values: Readonly<Record<string, string>>;
  files: readonly File[];
  /** The token of a form that was sent, and may be stored although its response did not come (CF-8). */
  sentToken: string | null;
  /** Leaving the page has ended an upload, which the page says once when it is opened again (AT-2). */
  isInterrupted: boolean;
}

const EMPTY_FORM: TypedForm = { values: {}, files: [], sentToken: null, isInterrupted: false };

let typedForm = EMPTY_FORM;

export const getTypedForm = (): TypedForm => typedForm;

/** Keeps the value of the field that an input event of the form comes from; keepChosenFiles keeps the files. */
export function keepTypedValue({ target }: FormEvent): void {
  const { name, type, value } = target as HTMLInputElement;
  if (type === 'file') return;
  typedForm = { ...typedForm, values: { ...typedForm.values, [name]: value } };
}

export function keepChosenFiles(files: readonly File[]): void {
  typedForm = { ...typedForm, files };
}

/** The form uses this token again, so that sending it twice stores one enquiry (CF-8). */
export function keepSentToken(sentToken: string): void {
  typedForm = { ...typedForm, sentToken };
}

export function setInterrupted(isInterrupted: boolean): void {
  typedForm = { ...typedForm, isInterrupted };
}

export function forgetTypedForm(): void {
  typedForm = EMPTY_FORM;
}
