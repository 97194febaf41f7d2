import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, useDraftKey, useRestored } from '#app/routes/desk/drafts.tsx';

/**
 * The rows of a form that come and go: what there are, and their order, wait in its draft too (DK-6).
 * `mark` belongs into the form, and `generation` into the keys of the rows.
 */
export function useDraftedList<Row>(
  form: string,
  storedRows: readonly Row[],
  getName: (row: Row) => string | number,
  parseRows: (fields: DraftedFields) => readonly Row[],
) {
  const key = useDraftKey(form);
  const isRestored = useRestored(form) !== null;
  const [rows, setRows] = useState(storedRows);
  const [initialNames, setInitialNames] = useState(() => rows.map(getName).join(' '));
  const [generation, setGeneration] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const names = rows.map(getName).join(' ');
  const parseLatestRows = useEffectEvent(parseRows);
  useEffect(() => {
    const draft = isRestored ? null : readDraft(key);
    if (!draft) return;
    setRows(parseLatestRows(draft));
    // Its rows begin anew with what the draft says; it differs from what is stored.
    setGeneration(1);
    setInitialNames('a draft');
  }, [key, isRestored]);
  useEffect(() => {
    if (names !== initialNames) notifyDraft(ref.current!);
  }, [names, initialNames]);
  const mark = <input type="hidden" ref={ref} data-begun={initialNames} value={names} />;
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
