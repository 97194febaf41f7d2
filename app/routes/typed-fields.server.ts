// Lists the fields of forms with typed texts, because a request does not distinguish visible from hidden fields.

/** Passwords, codes and sealed values, which no response repeats. */
const SECRET_FIELDS = new Set([
  'password',
  'confirm_password',
  'current_password',
  'code',
  'pending',
  'response',
  'setup',
  'csrf_token',
]);

/** The hidden fields, the ticked boxes of lists and the buttons of the desk's forms. */
const HIDDEN_FIELDS = new Set([
  'admin',
  'after',
  'at',
  'bounce',
  'created_at',
  'do',
  'draft',
  'enquiry',
  'form_key',
  'from',
  'id',
  'ids',
  'intent',
  'key',
  'remove-sample',
  'reply',
  'rows',
  'select',
  'shown',
  'template',
  'to',
  'version',
]);

/** The numbered fields of an entry's pictures and parts (numbered-fields.ts), and its stored files. */
const HIDDEN_FIELD_OF_ENTRY =
  /^(?:picture_\d+|block_\d+_(?:type|picture|credit|focal_[xy])|kept_\w+)$/;

const isHidden = (name: string) => HIDDEN_FIELDS.has(name) || HIDDEN_FIELD_OF_ENTRY.test(name);

/** Returns the fields that a refused form may show again: all but passwords, codes and the like. */
export function listUnsecretFields(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name]) => !SECRET_FIELDS.has(name));
  return Object.fromEntries(fields) as Record<string, string>;
}

/** Returns the values of the visible fields in their order, without empty ones. */
export function listTypedTexts(form: FormData): string[] {
  const typed = [...form].filter(([name]) => !SECRET_FIELDS.has(name) && !isHidden(name));
  return typed.map(([, value]) => String(value).trim()).filter(Boolean);
}
