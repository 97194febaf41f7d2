/** What was begun in an open enquiry and is not sent: its fields, and the address that takes them. */
export interface BegunTexts {
  action: string;
  fields: FormData;
}

/** A note, a reply or both that were begun; null where there is none. */
export function begunTexts(): BegunTexts | null {
  const forms = ['textarea[name="note"]', 'textarea[name="message"]']
    .map((field) => document.querySelector<HTMLTextAreaElement>(`[role="dialog"] ${field}`))
    .filter((field) => field !== null && isBegun(field))
    .map((field) => field!.form!);
  const last = forms.at(-1);
  if (!last) return null;
  const fields = new FormData();
  for (const [name, value] of forms.flatMap((form) => [...new FormData(form)])) {
    fields.set(name, value);
  }
  return { action: last.getAttribute('action')!, fields };
}

/** The fields of what was begun, for a form that is sent beside it. */
export const begunFields = (): FormData | null => begunTexts()?.fields ?? null;

/** Whether a field holds what somebody wrote: more than a template, or a text that was not sent. */
export function isBegun({ value, defaultValue, form }: HTMLTextAreaElement): boolean {
  const isTemplate = form?.dataset['template'] !== undefined && value === defaultValue;
  return value.trim() !== '' && !isTemplate;
}
