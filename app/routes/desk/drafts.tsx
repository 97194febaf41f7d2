import { useEffect, useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { PostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { HiddenFields, useDeskFrame } from '#app/routes/desk/frame.tsx';

type Fields = Record<string, string>;

const PREFIX = 'draft ';
const LIFE_MS = DESK.draftHours * 3600 * 1000;

export function useDraftKey(form: string): string {
  return `${useFrame()?.admin} ${form}`;
}

/** As the fields began (DK-6); a later one changes nothing. */
export function useRestored(form: string): Fields | null {
  const { draft } = useFrame() ?? {};
  const [restored] = useState(draft?.form === form ? draft.fields : null);
  return restored;
}

function useFrame() {
  return useRouteLoaderData('routes/desk/layout') as
    { admin: number; draft: PostedForm | null } | undefined;
}

interface DraftProps {
  of: string;
  guards: Record<string, string | number>;
}

/** The browser keeps the form for this admin until it is saved, and puts it back (DK-6). */
export function Draft({ of, guards }: DraftProps) {
  const form = `${of} ${guards['enquiry'] ?? guards['id'] ?? ''}`;
  const key = useDraftKey(form);
  const restored = useRestored(form);
  const { drafts: messages } = useDeskFrame();
  const own = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(restored && stateOf(restored, guards));
  const { key: _, ...others } = guards;
  const initialGuards = JSON.stringify(others);
  useEffect(() => {
    const element = own.current!.form!;
    const draft = readDraft(key);
    if (restored) keepDraft(key, fieldsOf(element));
    else {
      for (const [name, value] of Object.entries(draft ?? {})) fill(element, name, value);
      setState(draft && stateOf(draft, JSON.parse(initialGuards) as Fields));
      const fold = element.closest('details');
      if (draft && fold) fold.open = true;
    }
    const keep = () => {
      if (isDirty(element)) return keepDraft(key, fieldsOf(element));
      forgetDraft(key);
      setState(null);
    };
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [key, initialGuards, restored]);
  return (
    <>
      <input type="hidden" name="draft" value={key} ref={own} />
      <HiddenFields of={guards} />
      {state && (
        <p className="w-full text-ink-2" role="status">
          {messages[state]}
        </p>
      )}
    </>
  );
}

function stateOf(draft: Fields, guards: DraftProps['guards']): 'restored' | 'changed' {
  const isChanged = ([name, value]: [string, string | number]) =>
    name !== 'key' && name in draft && draft[name] !== String(value);
  return Object.entries(guards).some(isChanged) ? 'changed' : 'restored';
}

function fieldsOf(form: HTMLFormElement): Fields {
  const all = [...new FormData(form)];
  // Files do not wait with what was written.
  return Object.fromEntries(
    all.filter((field): field is [string, string] => !(field[1] instanceof File)),
  );
}

const isHidden = (field: unknown) => field instanceof HTMLInputElement && field.type === 'hidden';

function isDirty({ elements }: HTMLFormElement): boolean {
  return [...elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const first = [...field.options].find(({ defaultSelected }) => defaultSelected);
      return field.value !== (first ?? field.options[0])?.value;
    }
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (!isText) return false;
    // Where React writes both at once, a field says itself what it began with.
    const { begun } = field.dataset;
    if (begun === undefined && isHidden(field)) return false;
    return field.value !== (begun ?? field.defaultValue);
  });
}

/**
 * The number of a form stays with its text: sent twice, it is one mail (DA-1) or one entry; and what of
 * an entry it was written upon: it may be stale by now (PB-8).
 */
const STAYS = new Set(['key', 'form_key', 'version']);

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field && 'value' in field && (!isHidden(field) || STAYS.has(name))) field.value = value;
}

function places(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    // A browser that keeps nothing.
    return [];
  }
}

export function keepDraft(key: string, fields: Fields): void {
  for (const place of places()) {
    try {
      place.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), fields }));
    } catch {
      // It is full, or keeps nothing.
    }
  }
}

export function readDraft(key: string): Fields | null {
  for (const place of places()) {
    const text = place.getItem(PREFIX + key);
    if (!text) continue;
    const { at, fields } = JSON.parse(text) as { at: number; fields: Fields };
    if (at > Date.now() - LIFE_MS) return fields;
  }
  return null;
}

export function forgetDraft(key: string): void {
  for (const place of places()) place.removeItem(PREFIX + key);
}

export function forgetDrafts(admin?: number): void {
  for (const place of places()) {
    for (const name of Object.keys(place).filter((each) => each.startsWith(PREFIX))) {
      const { at } = JSON.parse(place.getItem(name)!) as { at: number };
      const isOwn = name.startsWith(`${PREFIX}${admin} `);
      if (isOwn || at < Date.now() - LIFE_MS) place.removeItem(name);
    }
  }
}

export async function savingDraft<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
): Promise<() => Promise<Answer>> {
  const form = await request.clone().formData();
  const saved = () => forgetDraft(String(form.get('draft')));
  return async () => {
    try {
      const answer = await serverAction();
      // Most of what is saved is answered with a redirect.
      if (isSaved(answer)) saved();
      return answer;
    } catch (answer) {
      // A new document is the login, which saves nothing.
      const isLogin = answer instanceof Response && answer.headers.has('X-Remix-Reload-Document');
      if (answer instanceof Response && !isLogin) saved();
      throw answer;
    }
  };
}

function isSaved(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'saved' in answer;
}
