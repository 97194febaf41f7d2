// Keeps the typed texts of the forms of the desk in the storage of the browser for a day (DK-6).
import { DESK } from '#app/domain/desk/desk-limits.ts';
import type { RefusedForm } from '#app/routes/desk/action-data.ts';

/** The values of a form by the names of its fields; of boxes with one name, the ticked ones, a line each. */
export type DraftFields = Record<string, string>;

const PREFIX = 'draft ';
const LIFETIME_MS = DESK.draftHours * 3600 * 1000;

/** `formName` names the enquiry or entry too, such as "note 12". */
export function getDraftKey(adminId: number | undefined, formName: string): string {
  return `${adminId} ${formName}`;
}

/**
 * Returns the draft of this tab, or else of another one, which may have the same form with another text. Null without a
 * draft, and for a draft older than a day.
 */
export function readDraft(key: string): DraftFields | null {
  for (const storage of listStorages()) {
    const json = storage.getItem(PREFIX + key);
    if (!json) continue;
    const { at: storedAtMs, fields } = JSON.parse(json) as { at: number; fields: DraftFields };
    if (storedAtMs > Date.now() - LIFETIME_MS) return fields;
  }
  return null;
}

/** Stores a draft for this tab and for the whole browser, with its time. A full or forbidden storage stores none. */
export function writeDraft(key: string, fields: DraftFields): void {
  for (const storage of listStorages()) {
    try {
      storage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), fields }));
    } catch {
      // A full storage.
    }
  }
}

/**
 * Gives the draft of a refused form the RESTORED_HIDDEN_FIELDS of the refusal, such as a new key, with which the same
 * text can be sent. Does nothing for another result, or without a draft.
 */
export function updateDraftOfRefusedForm(form: FormData, result: unknown): void {
  const { kind, values = {} } = (result ?? {}) as Partial<RefusedForm>;
  if (kind !== 'refused') return;

  const key = String(form.get('draft'));
  const draft = readDraft(key);
  if (!draft) return;

  for (const name of RESTORED_HIDDEN_FIELDS)
    if (name in draft && name in values) draft[name] = values[name]!;
  writeDraft(key, draft);
}

export function deleteDraft(key: string): void {
  for (const storage of listStorages()) storage.removeItem(PREFIX + key);
}

/**
 * Hidden fields that belong to the text: the id of the form, so that a form sent twice is one mail (DA-1)
 * or one entry, and the version of the entry that the text was written for (PB-8).
 */
export const RESTORED_HIDDEN_FIELDS = ['key', 'form_key', 'version'];

/** Hidden fields that are out of date once their form is saved: a later text belongs to the next form. */
const OUTDATED_BY_SAVING = [...RESTORED_HIDDEN_FIELDS, 'after', 'from'];

/**
 * Deletes the draft of a form that was saved, except the texts that differ from it: they were typed after it was sent.
 */
export function deleteDraftExceptLaterText(savedForm: FormData): void {
  const key = String(savedForm.get('draft'));
  // The lines of a posted form end with CRLF, those of a draft with LF.
  const getSavedText = (name: string) => savedForm.getAll(name).join('\n').replaceAll('\r', '');
  const laterFields = Object.entries(readDraft(key) ?? {}).filter(
    ([name, text]) => !OUTDATED_BY_SAVING.includes(name) && getSavedText(name) !== text,
  );

  if (laterFields.length > 0) writeDraft(key, Object.fromEntries(laterFields));
  else deleteDraft(key);
}

/** Returns the text that was typed after its form was sent; {} without one, and for a draft from before. */
export function readLaterText(key: string): DraftFields {
  const draft = readDraft(key);
  return draft && isLaterText(draft) ? draft : {};
}

/**
 * Returns whether the draft of an entry is text that was typed after its form was sent. Such a draft has no version:
 * what is left of it when the form is saved loses the fields of OUTDATED_BY_SAVING. True for any draft of another form.
 */
export const isLaterText = (draft: DraftFields): boolean => !('version' in draft);

/** Deletes the drafts of all admins that are older than a day. */
export function deleteExpiredDrafts(): void {
  for (const key of listDraftKeys()) if (readDraft(key) === null) deleteDraft(key);
}

export function deleteAdminDrafts(adminId: number): void {
  for (const key of listDraftKeys()) if (key.startsWith(`${adminId} `)) deleteDraft(key);
}

function listDraftKeys(): string[] {
  const names = listStorages().flatMap((storage) => Object.keys(storage));
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/** Returns [] if the browser forbids storage: reading the properties throws then. */
function listStorages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
