import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, useDraftKey, useRestored } from '#app/routes/desk/drafts.tsx';

/**
 * The rows of a form that come and go: what there are, and their order, wait in its draft too (DK-6).
 * `mark` belongs into the form, and `generation` into the keys of the rows.
 */
export function useDraftedList<Row>(
  form: string,
  stored: readonly Row[],
  nameOf: (row: Row) => string | number,
  read: (fields: DraftedFields) => readonly Row[],
) {
  const key = useDraftKey(form);
  const isRestored = useRestored(form) !== null;
  const [rows, setRows] = useState(stored);
  const [begun, setBegun] = useState(() => rows.map(nameOf).join(' '));
  const [generation, setGeneration] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const names = rows.map(nameOf).join(' ');
  const readRows = useEffectEvent(read);
  useEffect(() => {
    const drafted = isRestored ? null : readDraft(key);
    if (!drafted) return;
    setRows(readRows(drafted));
    // Its rows begin anew with what the draft says; it differs from what is stored.
    setGeneration(1);
    setBegun('a draft');
  }, [key, isRestored]);
  useEffect(() => {
    if (names !== begun) tellDraft(ref.current!);
  }, [names, begun]);
  const mark = <input type="hidden" ref={ref} data-begun={begun} value={names} />;
  return { rows, setRows, generation, mark, ref };
}

export function tellDraft(within: Element): void {
  within.dispatchEvent(new Event('input', { bubbles: true }));
}

export type DraftedFields = Readonly<Record<string, string>>;

export function drafted(fields: DraftedFields) {
  const read = (name: string) => fields[name] ?? '';
  return { has: (name: string) => name in fields, line: read, text: read };
}
