// Drafts of the forms of the desk outlive session, network and browser for a day (DK-6), in two places. The
// browser stores what is typed until the form is saved. The server stores a form that was posted after its
// session had ended (posted-forms.server.ts); the first page after the login has its fields (`restored`).
import { useEffect, useMemo, useRef, useState } from 'react';
import { href, useLocation, useRouteLoaderData } from 'react-router';
import type { PostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { HiddenFields, SubmitButton, useDeskFrameMessages } from '#app/routes/desk/frame.tsx';

type Fields = Record<string, string>;
type Guards = Readonly<Record<string, string | number>>;

const PREFIX = 'draft ';
const LIFETIME_MS = DESK.draftHours * 3600 * 1000;

interface Draft {
  key: string;
  /** The fields of the form that the admin posted after the session had ended; usually null. */
  restored: Fields | null;
  /** Reads, writes and discards the draft in the browser. */
  read: () => Fields | null;
  write: (fields: Fields) => void;
  discard: () => void;
}

/** Returns the draft of a form, which only its admin sees. `formName` contains its enquiry or entry: "notes 12". */
export function useDraft(formName: string): Draft {
  const frame = useRouteLoaderData('routes/desk/layout') as
    { admin: number; postedForm: PostedForm | null } | undefined;
  const key = `${frame?.admin} ${formName}`;
  const [restored] = useState(
    frame?.postedForm?.form === formName ? frame.postedForm.fields : null,
  );
  return useMemo(
    () => ({
      key,
      restored,
      read: () => readDraft(key),
      write: (fields: Fields) => writeDraft(key, fields),
      discard: () => deleteDraft(key),
    }),
    [key, restored],
  );
}

interface DraftAutosaveProps {
  formName: string;
  /** Hidden fields, such as a version: if they differ from the draft's, the page says that it is outdated. */
  guards: Guards;
  /** The form was refused and has the typed text already, which the draft must not replace. */
  hasTypedText?: boolean;
}

/**
 * Stores the text of the form around it in the browser with each input, and fills the form with such a draft,
 * unless the page already has its fields: a refused form, or one that the server has restored.
 */
export function DraftAutosave({ formName, guards, hasTypedText = false }: DraftAutosaveProps) {
  const { drafts: messages } = useDeskFrameMessages();
  const draft = useDraft(formName);
  const { key, restored } = draft;
  const { pathname, search } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // Each load of a page brings another form key: it does not say whether a draft is outdated.
  const { key: _, ...comparedGuards } = guards;
  const guardsJson = JSON.stringify(comparedGuards);
  const [notice, setNotice] = useState(restored && compareGuards(restored, comparedGuards));
  useEffect(() => {
    const form = field.current!.form!;
    if (restored || hasTypedText) {
      if (hasTypedText) fillForm(form, getLaterText(draft.read()));
      draft.write(getFields(form));
      return;
    }
    const currentGuards = JSON.parse(guardsJson) as Guards;
    let draftFields = draft.read();
    // The form was saved without its page, as by a preview in another tab.
    if (draftFields && !isDirty(form) && hasSameText(draftFields, getFields(form), currentGuards)) {
      draft.discard();
      draftFields = null;
    }
    if (draftFields) fillForm(form, draftFields);
    setNotice(draftFields && compareGuards(draftFields, currentGuards));
  }, [draft, restored, hasTypedText, guardsJson]);
  useEffect(() => {
    const form = field.current!.form!;
    const writeOrDiscard = () => {
      if (isDirty(form)) return draft.write(getFields(form));
      draft.discard();
      setNotice(null);
    };
    form.addEventListener('input', writeOrDiscard);
    return () => form.removeEventListener('input', writeOrDiscard);
  }, [draft]);
  return (
    <>
      <input type="hidden" name="draft" value={key} ref={field} />
      <HiddenFields values={guards} />
      {notice && (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-2" role="status">
            {messages[notice]}
          </p>
          <SubmitButton
            form={DISCARD_FORM}
            name="page"
            value={pathname + search}
            onClick={draft.discard}
          >
            {messages.discard}
          </SubmitButton>
        </div>
      )}
    </>
  );
}

const DISCARD_FORM = 'discard-draft';

/**
 * The form of the buttons that discard a draft: a form cannot contain another one. It is a plain form, because
 * only a new document resets all fields to what is saved.
 */
export function DiscardDraftForm() {
  return (
    <form id={DISCARD_FORM} method="post" action={href('/admin/dashboard/drafts/discarded')} />
  );
}

function compareGuards(draft: Fields, guards: Guards): 'restored' | 'changed' {
  const isChanged = Object.entries(guards).some(
    ([name, value]) => name in draft && draft[name] !== String(value),
  );
  return isChanged ? 'changed' : 'restored';
}

/** Leaves out files, which a browser cannot store. */
function getFields(form: HTMLFormElement): Fields {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as Fields;
}

const isHidden = (field: unknown) => field instanceof HTMLInputElement && field.type === 'hidden';

function isDirty({ elements }: HTMLFormElement): boolean {
  return [...elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const initial = [...field.options].find(({ defaultSelected }) => defaultSelected);
      return field.value !== (initial ?? field.options[0])?.value;
    }
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (!isText) return false;
    // React sets value and defaultValue of a controlled field together: it names its initial value itself.
    const { initialValue } = field.dataset;
    if (initialValue === undefined && isHidden(field)) return false;
    return field.value !== (initialValue ?? field.defaultValue);
  });
}

/**
 * Hidden fields that belong to the text: the id of the form, so that a form sent twice is one mail (DA-1)
 * or one entry, and the version of the entry that the text was written for (PB-8).
 */
const RESTORED_HIDDEN_FIELDS = ['key', 'form_key', 'version'];

/** Hidden fields that are out of date once their form is saved: a later text belongs to the next form. */
const OUTDATED_BY_SAVING = [...RESTORED_HIDDEN_FIELDS, 'after', 'from'];

function hasSameText(draft: Fields, fields: Fields, guards: Guards): boolean {
  const isText = (name: string) => !(name in guards) && !RESTORED_HIDDEN_FIELDS.includes(name);
  const names = Object.keys({ ...draft, ...fields }).filter(isText);
  return names.every((name) => draft[name] === fields[name]);
}

function fillForm(form: HTMLFormElement, draft: Fields): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    const isRestored = !isHidden(field) || RESTORED_HIDDEN_FIELDS.includes(name);
    if (field && 'value' in field && isRestored) field.value = value;
  }
  const details = form.closest('details');
  if (details) details.open = true;
}

/** Runs the action, then deletes the draft of the posted form if it was saved, or refused with its text. Keeps text typed meanwhile. */
export async function deleteDraftIfSaved<Result>(
  request: Request,
  serverAction: () => Promise<Result>,
): Promise<Result> {
  const form = await request.clone().formData();
  try {
    const result = await serverAction();
    const isObject = typeof result === 'object' && result !== null;
    if (isObject && ('saved' in result || 'stored' in result)) keepLaterText(form);
    return result;
  } catch (error) {
    // A redirect means success, except the one to the login.
    if (error instanceof Response && !isLoginRedirect(error)) keepLaterText(form);
    throw error;
  }
}

/** Keeps only the text that was typed after the form was sent, if any. */
function keepLaterText(form: FormData): void {
  const key = String(form.get('draft'));
  const laterFields = Object.entries(readDraft(key) ?? {}).filter(
    ([name, value]) =>
      // The lines of a posted form end with CRLF, those of a draft with LF.
      !OUTDATED_BY_SAVING.includes(name) && String(form.get(name)).replaceAll('\r', '') !== value,
  );
  if (laterFields.length > 0) writeDraft(key, Object.fromEntries(laterFields));
  else deleteDraft(key);
}

/** Returns what keepLaterText has kept. Another draft, which still has its version, is older than the form. */
const getLaterText = (draft: Fields | null): Fields =>
  draft && !('version' in draft) ? draft : {};

/** Only the redirect to the login loads a new document. */
const isLoginRedirect = ({ headers }: Response) => headers.has('X-Remix-Reload-Document');

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

/** The draft of this tab comes first: another tab may have the same form with another text. */
function readDraft(key: string): Fields | null {
  for (const storage of listStorages()) {
    const json = storage.getItem(PREFIX + key);
    if (!json) continue;
    const { at: storedAtMs, fields } = JSON.parse(json) as { at: number; fields: Fields };
    if (storedAtMs > Date.now() - LIFETIME_MS) return fields;
  }
  return null;
}

function writeDraft(key: string, fields: Fields): void {
  for (const storage of listStorages()) {
    try {
      storage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), fields }));
    } catch {
      // A full storage stores no draft.
    }
  }
}

function deleteDraft(key: string): void {
  for (const storage of listStorages()) storage.removeItem(PREFIX + key);
}

/** Returns [] if the browser forbids storage: reading the properties throws then. */
function listStorages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
