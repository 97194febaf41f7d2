/** The form of a note that was begun and is not sent; null where there is none. */
export function begunNote(): HTMLFormElement | null {
  const field = document.querySelector<HTMLTextAreaElement>('.noteform textarea[name="note"]');
  return field?.value.trim() ? field.form : null;
}
