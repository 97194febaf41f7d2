// Drafts of the forms of the desk outlive session, network and browser for a day (DK-6): `useDraft` stores
// them in the browser; the server stores a form that was posted after its session had ended.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { PostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { HiddenFields, useDeskFrame } from '#app/routes/desk/frame.tsx';

type Fields = Record<string, string>;
type Guards = Readonly<Record<string, string | number>>;

const PREFIX = 'draft ';
const LIFETIME_MS = DESK.draftHours * 3600 * 1000;

/**
 * Returns the draft of a form, which only its admin sees. `form` names the form and its enquiry or entry,
 * such as "notes 12". `restored` are the fields that the server had stored when the page was loaded.
 */
export function useDraft(form: string) {
  const frame = useRouteLoaderData('routes/desk/layout') as
    { admin: number; draft: PostedForm | null } | undefined;
  const key = `${frame?.admin} ${form}`;
  const [restored] = useState(frame?.draft?.form === form ? frame.draft.fields : null);
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

/**
 * Stores the text of the form around it with each input, and fills the form with a stored draft. `guards`
 * are hidden fields, such as a version: if they differ from the draft's, the page says that it is outdated.
 */
export function DraftFields({ form: name, guards }: { form: string; guards: Guards }) {
  const { drafts: messages } = useDeskFrame();
  const draft = useDraft(name);
  const { key, restored } = draft;
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(restored && compareGuards(restored, guards));
  const { key: _, ...initialGuards } = guards;
  const guardsJson = JSON.stringify(initialGuards);
  useEffect(() => {
    const form = field.current!.form!;
    if (restored) draft.write(getFields(form));
    else {
      const fields = draft.read();
      if (fields) fillForm(form, fields);
      setState(fields && compareGuards(fields, JSON.parse(guardsJson) as Guards));
    }
    const update = () => {
      if (isDirty(form)) return draft.write(getFields(form));
      draft.discard();
      setState(null);
    };
    form.addEventListener('input', update);
    return () => form.removeEventListener('input', update);
  }, [draft, restored, guardsJson]);
  return (
    <>
      <input type="hidden" name="draft" value={key} ref={field} />
      <HiddenFields values={guards} />
      {state && (
        <p className="w-full text-ink-2" role="status">
          {messages[state]}
        </p>
      )}
    </>
  );
}

function compareGuards(draft: Fields, guards: Guards): 'restored' | 'changed' {
  const isChanged = Object.entries(guards).some(
    ([name, value]) => name !== 'key' && name in draft && draft[name] !== String(value),
  );
  return isChanged ? 'changed' : 'restored';
}

/** Returns the fields of a form except files, which a browser cannot store. */
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
const RESTORED_HIDDEN_FIELDS = new Set(['key', 'form_key', 'version']);

function fillForm(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    const isRestored = !isHidden(field) || RESTORED_HIDDEN_FIELDS.has(name);
    if (field && 'value' in field && isRestored) field.value = value;
  }
  const details = form.closest('details');
  if (details) details.open = true;
}

/** Runs an action; deletes the draft of its form if the form was saved. */
export async function wrapDraftAction<Result>(
  request: Request,
  serverAction: () => Promise<Result>,
): Promise<() => Promise<Result>> {
  const form = await request.clone().formData();
  const key = String(form.get('draft'));
  return async () => {
    try {
      const result = await serverAction();
      const isSaved = typeof result === 'object' && result !== null && 'saved' in result;
      if (isSaved) deleteDraft(key);
      return result;
    } catch (response) {
      // A redirect means success, except the one to the login, which loads a new document.
      const isLogin =
        response instanceof Response && response.headers.has('X-Remix-Reload-Document');
      if (response instanceof Response && !isLogin) deleteDraft(key);
      throw response;
    }
  };
}

/** Deletes expired drafts, and all drafts of the admin who logs out. */
export function deleteDrafts(adminId?: number): void {
  const names = listStorages().flatMap((storage) => Object.keys(storage));
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const key = name.slice(PREFIX.length);
    if (key.startsWith(`${adminId} `) || readDraft(key) === null) deleteDraft(key);
  }
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
      // The storage is full.
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
