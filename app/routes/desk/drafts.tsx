// The forms of the desk keep typed texts until they are saved: without session, network or browser (DK-6).
import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { useWasServerRendered } from '#app/components/hydrated.tsx';
import type { DeskActionData, UnansweredForm } from '#app/routes/desk/action-data.ts';
import { HiddenFields, useDeskFrameTexts, useTypedForm } from '#app/routes/desk/frame.tsx';
import {
  deleteDraft,
  deleteDraftExceptLaterText,
  getDraftKey,
  readDraft,
  readLaterText,
  RESTORED_HIDDEN_FIELDS,
  updateDraftOfRefusedForm,
  writeDraft,
  type DraftFields,
} from '#app/routes/draft-storage.ts';
import { readPostedForm, runServerAction, type Submission } from '#app/routes/request-failure.ts';

type Guards = Readonly<Record<string, string | number>>;

/** Returns the key of a form's draft, which only its admin sees. `formName` contains its enquiry or entry: "note 12". */
export function useDraftKey(formName: string): string {
  const frame = useRouteLoaderData('routes/desk/layout') as { admin: number } | undefined;
  return getDraftKey(frame?.admin, formName);
}

type DiscardLinkProps = Omit<ComponentProps<typeof ButtonLink>, 'variant' | 'onClick'> & {
  formName: string;
};

/** A link that leaves a form unsaved, and deletes its draft. */
export function DiscardLink({ formName, ...link }: DiscardLinkProps) {
  const draftKey = useDraftKey(formName);
  return <ButtonLink variant="plain" onClick={() => deleteDraft(draftKey)} {...link} />;
}

interface DraftAutosaveProps {
  intent: string;
  formName: string;
  /**
   * Hidden fields, such as a version. If they differ from the draft's, the page says that it is outdated; those of
   * RESTORED_HIDDEN_FIELDS are posted as the draft has them.
   */
  guards: Guards;
}

/**
 * Stores the text of the form around it in the browser with each input, and fills the form with such a draft. Renders
 * the hidden fields of form and draft, and says that a draft was filled in, with a button that discards it.
 */
export function DraftAutosave({ intent, formName, guards }: DraftAutosaveProps) {
  const { drafts: texts } = useDeskFrameTexts();
  const { pathname, search } = useLocation();
  const draftKey = useDraftKey(formName);
  // The posted field names the draft to delete (runDeskAction); the effects reach the form by its element.
  const keyField = useRef<HTMLInputElement>(null);
  // The form came back with the typed text, which the draft must not replace.
  const hasTypedText = useTypedForm(intent) !== undefined;
  const { notice, draftGuards } = useFormDraft(keyField, draftKey, guards, hasTypedText);

  return (
    <>
      <input type="hidden" name="draft" value={draftKey} ref={keyField} />
      <HiddenFields values={{ intent, ...guards, ...draftGuards }} />
      {notice && (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-2" role="status">
            {texts[notice]}
          </p>
          {/* Only a new document resets all fields to the saved values. */}
          <DiscardLink formName={formName} to={pathname + search} reloadDocument>
            {texts.discard}
          </DiscardLink>
        </div>
      )}
    </>
  );
}

type DraftNotice = 'restored' | 'changed';

interface FormDraft {
  /** The text about the draft that was filled in; null without one. */
  notice: DraftNotice | null;
  /** The guards that belong to its text. */
  draftGuards: Guards;
}

const NO_DRAFT: FormDraft = { notice: null, draftGuards: {} };

/** Fills and stores the form of `keyField`, and returns the draft that was filled in. */
function useFormDraft(
  keyField: RefObject<HTMLInputElement | null>,
  draftKey: string,
  guards: Guards,
  hasTypedText: boolean,
): FormDraft {
  const [formDraft, setFormDraft] = useState(NO_DRAFT);
  const wasServerRendered = useWasServerRendered();
  // Each load of the page of an entry brings another key of its form: it changes nothing about a draft.
  const { form_key: _, ...watchedGuards } = guards;
  const guardsJson = JSON.stringify(watchedGuards);

  useEffect(() => {
    const form = keyField.current!.form!;
    const currentGuards = JSON.parse(guardsJson) as Guards;
    setFormDraft(NO_DRAFT);
    if (hasTypedText) {
      // A script has mounted the form of an entry anew: it lacks what was typed meanwhile.
      const isMountedAnew = !wasServerRendered && 'version' in currentGuards;
      if (isMountedAnew) fillForm(form, readLaterText(draftKey));
      const fields = getFields(form);
      // The hidden fields get the version of the refusal only with the next render.
      if ('version' in currentGuards) fields['version'] = String(currentGuards['version']);
      return writeDraft(draftKey, fields);
    }

    const draft = readDraft(draftKey);
    if (!draft) return;

    // The form was saved without its page, as by a preview in another tab.
    const isSaved = !isDirty(form) && hasSameText(draft, getFields(form), currentGuards);
    if (isSaved) return deleteDraft(draftKey);

    fillForm(form, draft);
    setFormDraft({
      notice: compareGuards(draft, currentGuards),
      draftGuards: getDraftGuards(draft),
    });
  }, [draftKey, wasServerRendered, hasTypedText, guardsJson]);

  useEffect(() => {
    const form = keyField.current!.form!;
    const writeOrDiscard = () => {
      if (isDirty(form)) return writeDraft(draftKey, getFields(form));
      deleteDraft(draftKey);
      setFormDraft(NO_DRAFT);
    };

    form.addEventListener('input', writeOrDiscard);
    return () => form.removeEventListener('input', writeOrDiscard);
  }, [draftKey]);

  return formDraft;
}

function compareGuards(draft: DraftFields, guards: Guards): DraftNotice {
  const isChanged = Object.entries(guards).some(([name, value]) => {
    // Each load of a page brings another key of its form: that does not say whether a draft is outdated.
    const isCompared = name in draft && name !== 'key';
    return isCompared && draft[name] !== String(value);
  });
  return isChanged ? 'changed' : 'restored';
}

function getDraftGuards(draft: DraftFields): Guards {
  const names = RESTORED_HIDDEN_FIELDS.filter((name) => draft[name]);
  return Object.fromEntries(names.map((name) => [name, draft[name]!]));
}

/** Leaves out files, which a browser cannot store. */
function getFields(form: HTMLFormElement): DraftFields {
  const fields: DraftFields = {};
  // FormData has no unticked boxes.
  for (const box of [...form.elements].filter(isBox)) fields[box.name] = '';

  // Of fields with one name, each value is a line.
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string')
      fields[name] = fields[name] ? `${fields[name]}\n${value}` : value;
  }
  return fields;
}

const isHidden = (field: unknown) => field instanceof HTMLInputElement && field.type === 'hidden';
const isBox = (field: unknown): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';

const isDirty = ({ elements }: HTMLFormElement) => [...elements].some(isChanged);

function isChanged(field: Element): boolean {
  if (isBox(field)) return field.checked !== field.defaultChecked;

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
}

function hasSameText(draft: DraftFields, fields: DraftFields, guards: Guards): boolean {
  const isText = (name: string) => !(name in guards) && !RESTORED_HIDDEN_FIELDS.includes(name);
  const names = Object.keys({ ...draft, ...fields }).filter(isText);
  return names.every((name) => draft[name] === fields[name]);
}

function fillForm(form: HTMLFormElement, draft: DraftFields): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field && !isHidden(field) && !isBox(field)) field.value = value;
  }

  for (const box of [...form.elements].filter(isBox)) {
    const tickedValues = draft[box.name]?.split('\n');
    if (tickedValues) box.checked = tickedValues.includes(box.value);
  }

  const details = form.closest('details');
  if (details) details.open = true;
}

/**
 * Runs the action of a page in the browser. Deletes the draft of a form that was saved, or that comes back with its text
 * beside the stored version (PB-8). Returns an UnansweredForm, which the page shows as an error toast, if the request
 * fails.
 */
export async function runDeskAction<Result>({ request, serverAction }: Submission<Result>) {
  const form = await readPostedForm(request);
  const intent = String(form.get('intent'));

  const runAndDeleteDraft = async () => {
    try {
      const result = await serverAction();
      if (hasTextOnServer(result)) deleteDraftExceptLaterText(form);
      updateDraftOfRefusedForm(form, result);
      return result;
    } catch (error) {
      // A redirect means success, except the one to the login, which alone loads a new document.
      const isRedirect = error instanceof Response;
      const isLoginRedirect = isRedirect && error.headers.has('X-Remix-Reload-Document');
      if (isRedirect && !isLoginRedirect) deleteDraftExceptLaterText(form);
      throw error;
    }
  };

  return runServerAction(runAndDeleteDraft, {
    buildFailure: (reason): UnansweredForm => ({ kind: 'unanswered', reason, intent }),
  });
}

/** Like runDeskAction, but uploads a form with files so that its page can show the progress. */
export function runDeskActionWithFiles<Result>(submission: Submission<Result>) {
  const mayHaveFiles = submission.request.headers.get('Content-Type')?.startsWith('multipart/');
  if (!mayHaveFiles) return runDeskAction(submission);

  // Within the action: without a connection, the failed import is a form without a response.
  const serverAction = async () =>
    (await import('#app/routes/desk/form-upload.ts')).uploadDeskForm(submission);
  return runDeskAction({ ...submission, serverAction });
}

/** Returns whether the text of a form is stored, shown beside the stored version (PB-8), or kept by the page (PP-2). */
function hasTextOnServer(result: unknown): boolean {
  const { kind } = (result ?? {}) as Partial<DeskActionData>;
  return kind === 'done' || kind === 'saved' || kind === 'conflict' || kind === 'password-needed';
}
