import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormFields } from '#app/domain/site/numbered-fields.ts';
import { useDraftKey } from '#app/routes/desk/drafts.tsx';
import { isLaterText, readDraft } from '#app/routes/draft-storage.ts';
import { useEntryForm } from './entry-form.ts';

interface DraftedListOptions<Row> {
  /** The names of all rows, in their order, tell whether the list has changed. */
  getName: (row: Row) => string | number;
  parseRows: (fields: DraftedFields) => readonly Row[];
}

/**
 * Returns the rows of a list in a form, restored with their order from its draft after hydration (DK-6). Each change of
 * the rows lets DraftAutosave store the draft of the form anew. The caller puts `changeMarker` into the form, and `source`
 * into the keys of the rows.
 */
export function useDraftedList<Row>(
  storedRows: readonly Row[],
  { getName, parseRows }: DraftedListOptions<Row>,
) {
  const draftKey = useDraftKey(useEntryForm().draftName);
  const [rows, setRows] = useState(storedRows);
  // In the keys of the rows: drafted rows are mounted anew, with their own values.
  const [source, setSource] = useState<'stored' | 'drafted'>('stored');

  const names = rows.map(getName).join(' ');
  const [storedNames] = useState(names);
  // The texts of drafted rows differ even if their names are the same.
  const isChanged = source === 'drafted' || names !== storedNames;
  const changeMarkerRef = useRef<HTMLInputElement>(null);
  const parseLatestRows = useEffectEvent(parseRows);

  useEffect(() => {
    const fields = readDraft(draftKey);
    // Text that was typed after its form was sent has no list that could replace the stored one.
    if (!fields || isLaterText(fields)) return;

    setRows(parseLatestRows(fields));
    setSource('drafted');
  }, [draftKey]);

  useEffect(() => {
    if (isChanged) dispatchInputEvent(changeMarkerRef.current!);
  }, [names, isChanged]);

  // DraftAutosave sees by it that the list has changed.
  const changeMarker = (
    <input
      type="hidden"
      ref={changeMarkerRef}
      data-initial-value=""
      value={isChanged ? 'changed' : ''}
    />
  );

  return { rows, setRows, source, changeMarker, changeMarkerRef };
}

/** Reports a change that was not typed to DraftAutosave, which then stores the draft of the form. */
export function dispatchInputEvent(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

export type DraftedFields = Readonly<Record<string, string>>;

/**
 * Returns the fields of a draft in the form that parseNumberedPictures and parseNumberedBlocks read. A missing field is
 * empty; lines and texts are returned as they were typed, because the server cleans them when the form is posted.
 */
export function createFieldReader(fields: DraftedFields): FormFields {
  const read = (name: string) => fields[name] ?? '';
  return { has: (name: string) => name in fields, line: read, text: read };
}
