import { config } from '#app/config.server.ts';
import { openPostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { getStoredSize } from '#app/domain/attachments/attachment-folder.server.ts';
import { PREVIEWED } from '#app/domain/attachments/attachment-preview.server.ts';
import { isScanning } from '#app/domain/attachments/scanning.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { ATTACHMENTS, DESK } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { findAttachment, listAttachments, listFileNames } from '#db/attachments.ts';
import { parsePageStart } from '#db/cursor.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { listStaff } from '#db/desk-changes.ts';
import {
  countWaiting,
  readCounts,
  readDeskPage,
  readEnquiry,
  readLastId,
  type DeskRow,
} from '#db/desk-enquiries.ts';
import {
  countBounces,
  findLastMessageId,
  isEnquiryUnread,
  listMessages,
  markEnquiryRead,
} from '#db/messages.ts';
import { countUnsentMail } from '#db/outbox.ts';
import { countQuarantine } from '#db/quarantine.ts';
import type { Attachment, Message } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';
import { toFilter } from './desk-filter.server.ts';
import { getOpenEnquiryId, type DeskView } from './desk-view.ts';
import { createFormKey } from './replies.server.ts';
import { getOverdueLimit } from './working-days.server.ts';

export type Desk = Awaited<ReturnType<typeof readDesk>>;

/** Reads the page of the list that a view asks for, and the enquiry that is open in it. */
export async function readDesk(view: DeskView, admin: SignedInAdmin, now = new Date()) {
  const db = database();
  const filter = await toFilter(view, admin, now);
  const staff = await listStaff(db);
  // Read before the rows: an enquiry that arrives in between counts as new.
  const lastId = await readLastId(db);
  const lastMessageId = await findLastMessageId(db);
  const { rows, newerCursor, olderCursor } = await readDeskPage(
    db,
    filter,
    parsePageStart(view),
    DESK.pageRows,
  );
  const openId = getOpenEnquiryId(view);
  const openEnquiry = openId === null ? null : await readEnquiry(db, openId, filter);
  const rowIds = rows.map(({ id }) => id);
  const fileNames = await listFileNames(db, rowIds);
  const today = toAthensDay(now);
  const overdueSince = getOverdueLimit(now).toISOString();
  const addState = <Row extends DeskRow>(row: Row) => ({
    ...row,
    assignee: staff.find(({ id }) => id === row.assigned_to) ?? null,
    isOverdue: row.status === 'new' && row.created_at < overdueSince,
    isDue: row.due_on !== null && row.due_on <= today,
  });
  return {
    rows: rows.map((row) => ({ ...addState(row), fileCount: fileNames.get(row.id)?.length ?? 0 })),
    open: openEnquiry && {
      ...addState(openEnquiry),
      formKey: createFormKey(),
      files: (await listAttachments(db, openEnquiry.id)).map(addFileState),
      messages: await readMessages(openEnquiry.id),
    },
    me: admin.id,
    staff: staff.filter(({ ready }) => ready),
    newerCursor,
    olderCursor,
    counts: await readCounts(db),
    lastId,
    lastMessageId,
    hasAnswers: config().mailbox !== undefined || lastMessageId > 0,
  };
}

/** Returns the newest messages of an enquiry, newest first: a flood of them must not make its page endless. */
async function readMessages(enquiryId: number): Promise<Message[]> {
  const messages = await listMessages(database(), enquiryId, DESK.shownMessages);
  let characters = 0;
  return messages.filter(({ text, quoted_text: quotedText }) => {
    characters += text.length + quotedText.length;
    return characters <= DESK.shownMessageCharacters;
  });
}

/** Records that an admin has seen the answers to an enquiry (AN-5). Its page opens even if that fails. */
export async function markAnswersRead(enquiryId: number): Promise<void> {
  try {
    if (!(await isEnquiryUnread(database(), enquiryId))) return;
    await inTransaction((tx) => markEnquiryRead(tx, enquiryId));
  } catch (error) {
    reportDeskError('answers-not-marked', error);
  }
}

function addFileState(file: Attachment) {
  const { removed, scanned_at, scan_tries, type } = file;
  const isScanPending = removed === null && scanned_at === null && isScanning();
  const hasScanFailed = scan_tries >= ATTACHMENTS.scanTries;
  return {
    ...file,
    unscanned: isScanPending ? (hasScanFailed ? ('givenUp' as const) : ('waiting' as const)) : null,
    hasPreview: removed === null && PREVIEWED.has(type),
  };
}

/** Returns the data of the frame around every page of the desk. */
export async function readDeskFrame({ id, draft }: SignedInAdmin) {
  const db = database();
  const unsentMail = await countUnsentMail(db);
  const mail = unsentMail.waiting + unsentMail.failed + (await countBounces(db));
  return {
    draft: openPostedForm(draft, id),
    waitingCounts: { ...(await readWaitingCounts()), mail },
    stuckMailCount: unsentMail.waiting,
  };
}

/** Returns no counts when they cannot be read: a page without them is better than none. */
async function readWaitingCounts(): Promise<Record<string, number>> {
  const db = database();
  try {
    return {
      '': await countWaiting(db, toAthensDay(new Date())),
      quarantine: await countQuarantine(db),
    };
  } catch (error) {
    reportDeskError('desk-not-counted', error);
    return {};
  }
}

const FILE_ID = /^\d{1,15}$/;

/** Returns null for a file that was never there, was removed, or is missing on the disk. */
export async function findFile(id: string): Promise<Attachment | null> {
  const file = FILE_ID.test(id) ? await findAttachment(database(), Number(id)) : undefined;
  if (!file || file.removed !== null) return null;
  if (getStoredSize(file.file) !== null) return file;
  logError('attachment-missing', { file: file.id });
  return null;
}

export async function findFiles(enquiryId: number): Promise<Attachment[]> {
  const files = await listAttachments(database(), enquiryId);
  return files.filter(({ removed }) => removed === null);
}

/** Logs and counts an error; returns whether the store is unavailable, which may pass. */
export function reportDeskError(event: string, error: unknown): { isUnavailable: boolean } {
  const isUnavailable = isStoreError(error);
  countStoreError(error);
  logError(event, { reason: isUnavailable ? error.code : (error as Error).message });
  return { isUnavailable };
}
