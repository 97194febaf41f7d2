import type { FormEvent } from 'react';

/**
 * What was typed and chosen on the contact page, so that it is there again after a look at another page (CF-15). In
 * the memory of the tab alone: nothing of it is written to the browser's storage.
 */
interface TypedForm {
  values: Readonly<Record<string, string>>;
  files: readonly File[];
}

const EMPTY_FORM: TypedForm = { values: {}, files: [] };

let typedForm = EMPTY_FORM;

export const getTypedForm = (): TypedForm => typedForm;

/** Handles the input events of the whole form. */
export function keepTypedValue({ target }: FormEvent): void {
  const { name, type, value } = target as HTMLInputElement;
  if (type === 'file') return;
  typedForm = { ...typedForm, values: { ...typedForm.values, [name]: value } };
}

export function keepChosenFiles(files: readonly File[]): void {
  typedForm = { ...typedForm, files };
}

export function forgetTypedForm(): void {
  typedForm = EMPTY_FORM;
}
