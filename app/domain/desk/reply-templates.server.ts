import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { cleanStaffLine, cleanStaffText } from '#app/domain/plain-text.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { listTemplates, type TemplateText } from '#db/replies.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#db/rows.ts';
import type { ReplyTemplate } from '#db/schema.ts';

export function listReplyTemplates(): Promise<ReplyTemplate[]> {
  return listTemplates(getDatabase());
}

/** A template as a page showed it: a later version makes a change of it stale. */
export interface TemplateVersion {
  id: number;
  version: number;
}

/** Stores a new template; the same text under the same name, as after a double click, only once. */
export function addTemplate(
  author: Author,
  text: TemplateText,
): Promise<{ kind: 'ok' | 'name-taken' }> {
  return inTransaction(async (tx) => {
    const namesake = await findRow(tx, 'reply_templates', { name: text.name });
    if (namesake) return { kind: isSame(namesake, text) ? 'ok' : 'name-taken' };

    const template = await insertRow(tx, 'reply_templates', text);
    await recordAuditByAdmin(tx, author, 'template.added', { template });
    return { kind: 'ok' };
  });
}

/**
 * Replaces the text of a template. 'stale' if a colleague has changed it since the page was loaded, but 'ok' if it has
 * the same text already.
 */
export function changeTemplate(
  author: Author,
  shownTemplate: TemplateVersion,
  text: TemplateText,
): Promise<
  { kind: 'ok' | 'name-taken' | 'not-found' } | { kind: 'stale'; current: TemplateVersion }
> {
  return inTransaction(async (tx) => {
    const template = await findRow(tx, 'reply_templates', { id: shownTemplate.id });
    if (!template) return { kind: 'not-found' };
    if (isSame(template, text)) return { kind: 'ok' };

    const { id, version } = template;
    if (version !== shownTemplate.version) return { kind: 'stale', current: { id, version } };

    const namesake = await findRow(tx, 'reply_templates', { name: text.name });
    if (namesake && namesake.id !== id) return { kind: 'name-taken' };

    await updateRows(tx, 'reply_templates', { id }, { ...text, version: version + 1 });
    await recordAuditByAdmin(tx, author, 'template.changed', { template: id });
    return { kind: 'ok' };
  });
}

/** Deletes a template; 'stale' as in changeTemplate, and 'deleted' also if it was deleted before. */
export function removeTemplate(
  author: Author,
  shownTemplate: TemplateVersion,
): Promise<'deleted' | 'stale'> {
  return inTransaction(async (tx) => {
    const template = await findRow(tx, 'reply_templates', { id: shownTemplate.id });
    if (!template) return 'deleted';
    if (template.version !== shownTemplate.version) return 'stale';

    await deleteRows(tx, 'reply_templates', { id: template.id });
    await recordAuditByAdmin(tx, author, 'template.deleted', { template: template.id });
    return 'deleted';
  });
}

function isSame(template: TemplateText, text: TemplateText): boolean {
  return (Object.keys(text) as TemplateField[]).every((field) => template[field] === text[field]);
}

type TemplateField = keyof TemplateText;

export type TemplateError =
  | { kind: 'empty' }
  | { kind: 'too-long'; max: number }
  | { kind: 'unknown-placeholders'; placeholders: string[] };

export type TemplateErrors = Partial<Record<TemplateField, TemplateError>>;

const MAX_LENGTHS: Record<TemplateField, number> = {
  name: REPLY.templateNameMax,
  subject_en: REPLY.subjectMax,
  message_en: REPLY.messageMax,
  subject_el: REPLY.subjectMax,
  message_el: REPLY.messageMax,
};

const MULTILINE_FIELDS: ReadonlySet<TemplateField> = new Set(['message_en', 'message_el']);

/** Cleans the texts of a template's form, and returns them with the errors of those that are invalid. */
export function parseTemplate(form: FormData): { text: TemplateText; errors: TemplateErrors } {
  const fields = Object.keys(MAX_LENGTHS) as TemplateField[];
  const clean = (field: TemplateField) => {
    const value = String(form.get(field) ?? '');
    return MULTILINE_FIELDS.has(field) ? cleanStaffText(value) : cleanStaffLine(value);
  };

  const text = Object.fromEntries(fields.map((field) => [field, clean(field)])) as TemplateText;

  const errors: TemplateErrors = {};
  for (const field of fields) {
    const error = findError(field, text[field]);
    if (error) errors[field] = error;
  }
  return { text, errors };
}

function findError(field: TemplateField, text: string): TemplateError | null {
  const max = MAX_LENGTHS[field];
  if (text === '') return { kind: 'empty' };
  if (text.length > max) return { kind: 'too-long', max };
  // Only the desk shows the name: nothing is filled in there.
  const placeholders = field === 'name' ? [] : listUnknownPlaceholders(text);
  return placeholders.length > 0 ? { kind: 'unknown-placeholders', placeholders } : null;
}

export const PLACEHOLDERS = ['name', 'project', 'number', 'sender'] as const;

type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([^{}\n]*)\}/g;
const MAX_PLACEHOLDER_LENGTH = 40;

/** Replaces the known placeholders, such as {name}; others, and those inside the values, stay as they are. */
export function fillTemplate(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PLACEHOLDER, (match, name: string) =>
    isPlaceholder(name) ? values[name] : match,
  );
}

/** Returns each unknown placeholder once, with its braces, shortened for an error message. */
export function listUnknownPlaceholders(text: string): string[] {
  const unknown = new Set<string>();
  for (const [placeholder, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (isPlaceholder(name)) continue;
    const isLong = placeholder.length > MAX_PLACEHOLDER_LENGTH;
    unknown.add(isLong ? `${placeholder.slice(0, MAX_PLACEHOLDER_LENGTH)}…` : placeholder);
  }
  return [...unknown];
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
