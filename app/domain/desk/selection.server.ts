import type { Language } from '#app/content/language.ts';
import { enquiryWords, selectionWords } from '#app/content/words/enquiry.server.ts';
import { flashToast } from '#app/content/words/flash-messages.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { findAdmin } from '#db/accounts.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  changeHolder,
  changeStatus,
  entriesOf,
  type Holder,
  readHolder,
  readNames,
  readStatus,
} from '#db/desk-changes.ts';
import type { Status } from '#db/schema.ts';
import { auditChange, type Author, nextHolder } from './enquiry-changes.server.ts';

interface ShownState {
  enquiryId: number;
  status: Status;
  holder: number | null;
}

interface StateChange {
  status?: Status | undefined;
  holder?: Holder | null | undefined;
}

interface SelectionResult {
  kind: 'done';
  changed: number[];
  /** Somebody else has changed or deleted these since: nothing of them was touched. */
  left: number[];
  /** Of each entry in their histories, in epoch milliseconds: what one Undo takes back. */
  at: number;
}

/** DK-5. Each row is changed as a whole or left as a whole. */
export function changeSelection(
  admin: SignedInAdmin,
  requester: Requester,
  rows: readonly ShownState[],
  { status, holder }: { status?: Status | undefined; holder?: number | null | undefined },
): Promise<SelectionResult | { kind: 'unknown' }> {
  return inTransaction(async (tx) => {
    const next = typeof holder === 'number' ? await nextHolder(tx, holder) : null;
    if (next === undefined) return { kind: 'unknown' };
    const to = { status, holder: holder === undefined ? undefined : next };
    return eachOf(rows, (shown, at) => changeState(tx, { admin, requester }, at, shown, to));
  });
}

/** Takes back what `admin` did to these enquiries at one time, but where it was not the last change. */
export function undoSelection(
  admin: SignedInAdmin,
  requester: Requester,
  enquiryIds: readonly number[],
  done: number,
): Promise<SelectionResult> {
  const isDone = (entry: { admin_email: string; created_at: string }) =>
    entry.admin_email === admin.email && Date.parse(entry.created_at) === done;
  return inTransaction((tx) =>
    eachOf(
      enquiryIds.map((enquiryId) => ({ enquiryId })),
      async ({ enquiryId }, at) => {
        const statuses = await entriesOf(tx, 'status_changes', enquiryId);
        const holders = await entriesOf(tx, 'assignments', enquiryId);
        const lastOf = <Entry extends Parameters<typeof isDone>[0]>(entries: Entry[]) =>
          entries.some(isDone) ? entries.at(-1) : undefined;
        const [set, given] = [lastOf(statuses), lastOf(holders)];
        // Nothing of this admin's to take back, or no longer the last change.
        const lastEntries = [set, given].filter((entry) => entry !== undefined);
        if (lastEntries.length === 0 || !lastEntries.every(isDone)) return false;
        const holder = given && (await adminAt(tx, given.from_email));
        const from = given && (await adminAt(tx, given.to_email));
        const shown = { enquiryId, status: set?.to_status ?? 'new', holder: from?.id ?? null };
        const to = { status: set?.from_status, holder };
        return changeState(tx, { admin, requester }, at, shown, to);
      },
    ),
  );
}

async function adminAt(tx: Db, email: string | null): Promise<Holder | null> {
  const admin = email === null ? undefined : await findAdmin(tx, email);
  return admin?.disabled === 0 ? admin : null;
}

async function eachOf<Row extends { enquiryId: number }>(
  rows: readonly Row[],
  change: (row: Row, at: string) => Promise<boolean>,
): Promise<SelectionResult> {
  const now = new Date();
  const result: SelectionResult = { kind: 'done', changed: [], left: [], at: now.getTime() };
  for (const row of rows) {
    const done = await change(row, now.toISOString());
    result[done ? 'changed' : 'left'].push(row.enquiryId);
  }
  return result;
}

async function changeState(
  tx: Db,
  author: Author,
  at: string,
  { enquiryId, ...shown }: ShownState,
  { status, holder }: StateChange,
): Promise<boolean> {
  const found = await readStatus(tx, enquiryId);
  const had = (await readHolder(tx, enquiryId))?.holder?.id ?? null;
  if (!found || (status && found.status !== shown.status)) return false;
  if (holder !== undefined && had !== shown.holder) return false;
  const change = { enquiryId, adminEmail: author.admin.email, at };
  if (status && status !== shown.status) {
    await changeStatus(tx, change, shown.status, status);
    const setting = { enquiryId, from: shown.status, to: status };
    await auditChange(tx, author, 'status.changed', setting);
  }
  if (holder !== undefined && (holder?.id ?? null) !== had) {
    await changeHolder(tx, change, had, holder);
    const setting = { enquiryId, from: had, to: holder?.id ?? null };
    await auditChange(tx, author, 'assignment.changed', setting);
  }
  return true;
}

export interface SelectionUndo {
  at: number;
  /** Ids of enquiries, with commas. */
  rows: string;
}

type Done = Omit<SelectionResult, 'kind'>;

/** What a flash message keeps of it: numbers alone, since names are nobody's cookie's. */
export const selectionNumbers = ({ at, changed, left }: Done): number[] => [
  at,
  changed.length,
  ...changed,
  ...left,
];

export function readSelectionToast(numbers: readonly number[], language: Language) {
  const [at = 0, count = 0, ...ids] = numbers;
  return selectionToast({ at, changed: ids.slice(0, count), left: ids.slice(count) }, language);
}

export async function selectionToast({ at, changed, left }: Done, language: Language) {
  const words = selectionWords[language];
  const { tone, title } = flashToast('selection', language);
  const texts = [
    words.changed(changed.length),
    left.length > 0 && (await leftText(left, language)),
  ];
  const toast = {
    tone: left.length > 0 ? 'error' : tone,
    title,
    text: texts.filter(Boolean).join(' '),
  };
  const undo: SelectionUndo | null = changed.length > 0 ? { at, rows: changed.join() } : null;
  return { toast, undo };
}

export async function leftText(left: readonly number[], language: Language): Promise<string> {
  const names = await readNames(database(), left);
  const title = (id: number) => enquiryWords[language].title.replace('{id}', String(id));
  return selectionWords[language].left(left.map((id) => names.get(id) ?? title(id)).join(', '));
}
