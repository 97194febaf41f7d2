interface TypedForm {
  values: Readonly<Record<string, string>>;
  files: readonly File[];
  /** The token of a form that was sent, and may be stored although its response did not come (CF-8). */
  sentToken: string | null;
  /** Leaving the page has ended an upload, which the page says once when it is opened again (AT-2). */
  isInterrupted: boolean;
}

const EMPTY_FORM: TypedForm = { values: {}, files: [], sentToken: null, isInterrupted: false };

/**
 * The typed texts and chosen files of the contact page, which it shows again after a visit to another page (CF-15).
 * Only the memory of the tab has them: nothing is written to the browser's storage.
 */
export const typedForm: TypedForm = { ...EMPTY_FORM };

export function forgetTypedForm(): void {
  Object.assign(typedForm, EMPTY_FORM);
}
