interface RememberedForm {
  values: Readonly<Record<string, string>>;
  files: readonly File[];
  /** The token of a form that was sent, and may be stored although its response did not come (CF-8). */
  sentToken: string | null;
  /** Leaving the page has ended an upload, which the page says once when it is opened again (AT-2). */
  isInterrupted: boolean;
}

const EMPTY_FORM: RememberedForm = { values: {}, files: [], sentToken: null, isInterrupted: false };

/**
 * The typed texts and chosen files of the contact page, which it shows again after a visit to another page (CF-15).
 * Its fields are assigned from outside. Only the memory of the tab has them: nothing is written to the browser's storage.
 */
export const rememberedForm: RememberedForm = { ...EMPTY_FORM };

export function forgetRememberedForm(): void {
  Object.assign(rememberedForm, EMPTY_FORM);
}
