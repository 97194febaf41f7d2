import { interpolate } from '#app/components/texts.ts';
import type { Language } from '#app/content/language.ts';
import { getEnquiryTexts, selectionTexts } from '#app/content/texts/enquiry.server.ts';
import { getFlashToast } from '#app/content/texts/flash-texts.server.ts';
import { readAdminName } from '#app/domain/accounts/admin-names.server.ts';
import { findStatusUndo } from '#app/domain/desk/enquiry-changes.server.ts';
import { readSenderNames, type SelectionResult } from '#app/domain/desk/selection.server.ts';
import type { DoneForm, SelectionUndo, StatusUndoForm } from '#app/routes/desk/action-data.ts';
import type { Flash } from '#app/routes/flash.server.ts';

/** Returns the toast of a flash message, with its Undo, which is read from the database; null without a message. */
export async function readFlashToast(
  { message, numbers }: Flash,
  language: Language,
): Promise<DoneForm | null> {
  if (message === null) return null;
  if (message === 'selection' || message === 'selection-undone') {
    return readSelectionToast(message, unpackSelectionOutcome(numbers), language);
  }

  const toast = getFlashToast(message, language);
  const [number] = numbers;
  if (number === undefined) return { kind: 'done', toast, undo: null };

  if (message === 'assigned') {
    const adminId = number;
    const text = interpolate(toast.text, { name: (await readAdminName(adminId)) ?? '-' });
    return { kind: 'done', toast: { ...toast, text }, undo: null };
  }

  const changeId = number;
  return { kind: 'done', toast, undo: await readStatusUndo(changeId) };
}

/** Returns the form that undoes a change of a status; null if it cannot be undone (any more). */
export async function readStatusUndo(changeId: number): Promise<StatusUndoForm | null> {
  const undo = await findStatusUndo(changeId);
  return undo && { intent: 'status', ...undo };
}

type SelectionOutcome = Omit<SelectionResult, 'kind'>;

/** Returns the toast of a change of several rows, or of its Undo. It is an error if it names rows that were not changed. */
export async function readSelectionToast(
  message: 'selection' | 'selection-undone',
  outcome: SelectionOutcome,
  language: Language,
): Promise<DoneForm> {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const { tone, title } = getFlashToast(message, language);
  const isPartial = staleIds.length > 0;

  const { updatedCount, undoneCount } = selectionTexts[language];
  const formatCount = message === 'selection' ? updatedCount : undoneCount;
  const sentences = [formatCount(changedIds.length + unchangedIds.length)];
  if (isPartial) sentences.push(await readStaleRowsText(staleIds, language));
  const toast = { tone: isPartial ? ('error' as const) : tone, title, text: sentences.join(' ') };

  const canUndo = changedIds.length > 0;
  const undo: SelectionUndo = { intent: 'selection', at: changedAtMs, rows: changedIds.join() };
  return { kind: 'done', toast, undo: canUndo ? undo : null };
}

/** Reads the senders of enquiries that a colleague had changed before, and returns the message that names them. */
export async function readStaleRowsText(
  ids: readonly number[],
  language: Language,
): Promise<string> {
  const senderNames = await readSenderNames(ids);
  const { title } = getEnquiryTexts(language);
  const names = ids.map((id) => senderNames.get(id) ?? interpolate(title, { id }));
  return selectionTexts[language].notUpdated(names.join(', '));
}

/** Packs an outcome into numbers for the flash cookie, which must not contain names. */
export function packSelectionOutcome(outcome: SelectionOutcome): number[] {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const lengths = [changedIds.length, unchangedIds.length];
  return [changedAtMs, ...lengths, ...changedIds, ...unchangedIds, ...staleIds];
}

function unpackSelectionOutcome(numbers: readonly number[]): SelectionOutcome {
  const [changedAtMs = 0, changedCount = 0, unchangedCount = 0, ...ids] = numbers;
  const staleStart = changedCount + unchangedCount;
  return {
    changedAtMs,
    changedIds: ids.slice(0, changedCount),
    unchangedIds: ids.slice(changedCount, staleStart),
    staleIds: ids.slice(staleStart),
  };
}
