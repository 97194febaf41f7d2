import {
  type TemplateText,
  deleteTemplate,
  findTemplate,
  findTemplateNamed,
  insertTemplate,
  listTemplates,
  updateTemplate,
} from '#db/replies.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { templateFaults } from '#app/content/words/desk-pages.server.ts';
import type { Language } from '#app/content/language.ts';
import { REPLY } from '#app/domain/limits.ts';
import { letterLine, letterText } from '#app/domain/plain-text.ts';

export function readTemplates() {
  return listTemplates(database());
}

export interface SeenTemplate {
  id: number;
  version: number;
}

type TemplateResult =
  { kind: 'done' } | { kind: 'taken' } | { kind: 'gone' } | { kind: 'stale'; now: SeenTemplate };

interface Author {
  admin: SignedInAdmin;
  requester: Requester;
}

export function addTemplate(author: Author, text: TemplateText): Promise<TemplateResult> {
  return inTransaction(async (tx) => {
    const namesake = await findTemplateNamed(tx, text.name);
    if (namesake) return { kind: isSame(namesake, text) ? 'done' : 'taken' };
    const template = await insertTemplate(tx, text);
    await recordAudit(tx, author.requester, 'template.added', { admin: author.admin.id, template });
    return { kind: 'done' };
  });
}

export function changeTemplate(
  author: Author,
  seen: SeenTemplate,
  text: TemplateText,
): Promise<TemplateResult> {
  return inTransaction(async (tx) => {
    const kept = await findTemplate(tx, seen.id);
    if (!kept) return { kind: 'gone' };
    if (isSame(kept, text)) return { kind: 'done' };
    const { id, version } = kept;
    if (version !== seen.version) return { kind: 'stale', now: { id, version } };
    const namesake = await findTemplateNamed(tx, text.name);
    if (namesake && namesake.id !== seen.id) return { kind: 'taken' };
    await updateTemplate(tx, seen, text);
    await recordAudit(tx, author.requester, 'template.changed', {
      admin: author.admin.id,
      template: seen.id,
    });
    return { kind: 'done' };
  });
}

/** Deletes a template; false when somebody has changed it since. No harm when it is gone already. */
export function removeTemplate(author: Author, seen: SeenTemplate): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await deleteTemplate(tx, seen))) return !(await findTemplate(tx, seen.id));
    await recordAudit(tx, author.requester, 'template.deleted', {
      admin: author.admin.id,
      template: seen.id,
    });
    return true;
  });
}

function isSame(kept: TemplateText, text: TemplateText): boolean {
  return (Object.keys(text) as (keyof TemplateText)[]).every((key) => kept[key] === text[key]);
}

type TemplateField = keyof TemplateText;
export type TemplateFaults = Partial<Record<TemplateField, string>>;

const LONGEST: Record<TemplateField, number> = {
  name: REPLY.templateNameMax,
  subject_en: REPLY.subjectMax,
  message_en: REPLY.messageMax,
  subject_el: REPLY.subjectMax,
  message_el: REPLY.messageMax,
};

export function readTemplate(
  form: FormData,
  language: Language,
): { text: TemplateText; faults: TemplateFaults | null } {
  const written = (field: TemplateField) => {
    const value = String(form.get(field) ?? '');
    return field.startsWith('message') ? letterText(value) : letterLine(value);
  };
  const fields = Object.keys(LONGEST) as TemplateField[];
  const text = Object.fromEntries(fields.map((field) => [field, written(field)])) as TemplateText;
  const faults = fields
    .map((field) => [field, faultOf(field, text[field], language)] as const)
    .filter(([, fault]) => fault !== null);
  return { text, faults: faults.length > 0 ? Object.fromEntries(faults) : null };
}

function faultOf(field: TemplateField, text: string, language: Language): string | null {
  const words = templateFaults[language];
  if (text === '') return words.empty;
  if (text.length > LONGEST[field]) return words.long(LONGEST[field]);
  // The name is seen at the desk only: nothing is filled in there.
  const unknown = field === 'name' ? [] : unknownPlaceholders(text);
  if (unknown.length === 0) return null;
  return words.unknown(unknown.join(', '), PLACEHOLDERS.map((name) => `{${name}}`).join(', '));
}

const PLACEHOLDERS = ['name', 'project'] as const;

type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACES = /\{([^{}\n]*)\}/g;
const SHOWN_CHARACTERS = 40;

export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PLACES, (place, name: string) => (isKnown(name) ? values[name] : place));
}

export function unknownPlaceholders(text: string): string[] {
  const unknown = [...text.matchAll(PLACES)].filter(([, name = '']) => !isKnown(name));
  return [...new Set(unknown.map(([place]) => shortened(place)))];
}

function isKnown(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

function shortened(place: string): string {
  return place.length > SHOWN_CHARACTERS ? `${place.slice(0, SHOWN_CHARACTERS)}…` : place;
}
