import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDraft } from '#app/routes/desk/drafts.tsx';

/**
 * Returns the rows of a list in a form, restored from the form's draft with their order (DK-6). Render
 * `mark` in the form, and use `generation` in the keys of the rows.
 */
export function useDraftedList<Row>(
  form: string,
  storedRows: readonly Row[],
  getName: (row: Row) => string | number,
  parseRows: (fields: DraftedFields) => readonly Row[],
) {
  const draft = useDraft(form);
  const [rows, setRows] = useState(storedRows);
  const [initialNames, setInitialNames] = useState(() => rows.map(getName).join(' '));
  const [generation, setGeneration] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const names = rows.map(getName).join(' ');
  const parseLatestRows = useEffectEvent(parseRows);
  useEffect(() => {
    const fields = draft.restored ? null : draft.read();
    if (!fields) return;
    setRows(parseLatestRows(fields));
    // Remounts the rows with the drafted values, and marks the list as different from the stored one.
    setGeneration(1);
    setInitialNames('a draft');
  }, [draft]);
  useEffect(() => {
    if (names !== initialNames) notifyDraft(ref.current!);
  }, [names, initialNames]);
  const mark = <input type="hidden" ref={ref} data-initial-value={initialNames} value={names} />;
  return { rows, setRows, generation, mark, ref };
}

export function notifyDraft(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

export type DraftedFields = Readonly<Record<string, string>>;

export function createDraftReader(fields: DraftedFields) {
  const read = (name: string) => fields[name] ?? '';
  return { has: (name: string) => name in fields, line: read, text: read };
}
