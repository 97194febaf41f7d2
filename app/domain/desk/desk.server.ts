import { config } from '#app/config.server.ts';
import {
  listStaff,
  nameAdmins,
  type Assignee,
  type NameAdmin,
  type StaffMember,
} from '#app/domain/accounts/admin-names.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { readStoredSize } from '#app/domain/attachments/attachment-folder.server.ts';
import { PREVIEWED_TYPES } from '#app/domain/attachments/attachment-preview.server.ts';
import { isScanningEnabled } from '#app/domain/attachments/scanning.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { countDays, toAthensDay } from '#app/domain/clock.server.ts';
import { ATTACHMENTS, DESK } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { listAdmins } from '#db/accounts.ts';
import {
  findAttachment,
  listAttachmentNames,
  listAttachments,
  listCustomerAttachments,
} from '#db/attachments.ts';
import { parsePageStart, readPage, type Cursor, type CursorRange, type Page } from '#db/cursor.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import {
  countByStatus,
  countNewerEnquiries,
  findEnquiryDetails,
  listDeskRows,
  listUndeliveredEnquiryIds,
  listWaitingEnquiries,
  readDeskPage,
  type DeskFilter,
  type DeskRow,
  type EnquiryDetails,
} from '#db/desk-enquiries.ts';
import { countOpenBounces, listMessages, listUnreadAnsweredEnquiryIds } from '#db/messages.ts';
import { countWaitingAndFailedMail } from '#db/outbox.ts';
import { findLastId, findRow, updateRows } from '#db/rows.ts';
import type { Attachment, Message, Status } from '#db/schema.ts';
import { countSpam } from '#db/spam.ts';
import { isBusyError, isStoreError } from '#db/store-error.ts';
import {
  countWaitingEnquiries,
  type WaitingEnquiry,
  type WaitingReason,
} from '#db/waiting-enquiries.ts';
import { buildDeskFilter } from './desk-filter.server.ts';
import { getOpenEnquiryId, type DeskView } from './desk-view.ts';
import { createFormKey } from './replies.server.ts';
import { getOverdueCutoff } from './working-days.server.ts';

interface RowState {
  assignee: Assignee | null;
  /** A new enquiry has waited longer than promised. */
  isOverdue: boolean;
  /** The follow-up day is today or earlier. */
  isDue: boolean;
  /** A reply could not be sent or came back, and was not discarded. */
  isUndelivered: boolean;
  /** Why the enquiry waits, and for how many calendar days of Athens, 0 for today; only in the view To answer. */
  waiting: { reason: WaitingReason; dayCount: number } | null;
}

type OpenEnquiry = EnquiryDetails & {
  /** Identifies the forms of one page load. */
  formKey: string;
  files: (Attachment & FileState)[];
  messages: Message[];
};

interface FileState {
  /** Why a file is unscanned: all attempts failed, or it waits. Null for a scanned or removed file. */
  unscanned: 'givenUp' | 'waiting' | null;
  hasPreview: boolean;
}

export interface Desk extends Omit<Page<DeskRow>, 'rows'> {
  rows: (DeskRow & RowState & { fileCount: number })[];
  /** Null if none is open, or it is unknown. */
  open: (OpenEnquiry & RowState) | null;
  /** The id of the signed-in admin. */
  me: number;
  /** The possible assignees. */
  staff: StaffMember[];
  nameAdmin: NameAdmin;
  counts: Record<Status, number>;
  waitingCount: number;
  /** The newest ids when the list was read, from which readNews counts. */
  lastId: number;
  lastMessageId: number;
  /** Answers of customers are read from a mailbox, or have been. */
  hasAnswers: boolean;
}

/**
 * Reads a page of the list, the newest enquiry first; in the view To answer, the one that has waited longest. Reads the
 * open enquiry too, even if the filters exclude it.
 */
export async function readDesk(view: DeskView, admin: SignedInAdmin): Promise<Desk> {
  const db = getDatabase();
  const now = new Date();
  const today = toAthensDay(now);
  const filter = await buildDeskFilter(view, admin);
  const admins = await listAdmins(db);
  const staff = listStaff(admins);

  // Read before the rows: an enquiry that arrives in between counts as new.
  const lastId = await findLastId(db, 'contact_submissions');
  const lastMessageId = await findLastId(db, 'messages');

  const { page, waitingEnquiries } = await readListPage(filter, parsePageStart(view));
  const openEnquiry = await readOpenEnquiry(view, filter);

  const listedIds = page.rows.map(({ id }) => id);
  const shownIds = openEnquiry ? [...listedIds, openEnquiry.id] : listedIds;
  const fileNames = await listAttachmentNames(db, listedIds);
  const undeliveredIds = await listUndeliveredEnquiryIds(db, shownIds);
  const overdueSince = getOverdueCutoff(now).toISOString();

  const addState = <Row extends DeskRow>(row: Row): Row & RowState => {
    const waitingEnquiry = waitingEnquiries.find(({ id }) => id === row.id);
    return {
      ...row,
      assignee: staff.find(({ id }) => id === row.assigned_to) ?? null,
      isOverdue: row.status === 'new' && row.created_at < overdueSince,
      isDue: row.due_on !== null && row.due_on <= today,
      isUndelivered: undeliveredIds.has(row.id),
      waiting: waitingEnquiry ? getWaitingState(waitingEnquiry, today) : null,
    };
  };

  return {
    rows: page.rows.map((row) => {
      const fileCount = fileNames.get(row.id)?.length ?? 0;
      return { ...addState(row), fileCount };
    }),
    newerCursor: page.newerCursor,
    olderCursor: page.olderCursor,
    open: openEnquiry && addState(openEnquiry),
    me: admin.id,
    staff: staff.filter(({ canSignIn }) => canSignIn),
    nameAdmin: nameAdmins(admins),
    counts: await countByStatus(db),
    waitingCount: await countWaitingEnquiries(db, today),
    lastId,
    lastMessageId,
    hasAnswers: config().mailbox !== undefined || lastMessageId > 0,
  };
}

function getWaitingState({ reason, waiting_since }: WaitingEnquiry, today: string) {
  // Under a clock that was set back, it has not begun to wait yet.
  const dayCount = Math.max(0, countDays(toAthensDay(new Date(waiting_since)), today));
  return { reason, dayCount };
}

/** `waitingEnquiries` are all of the view To answer, and none in other views. */
async function readListPage(filter: DeskFilter, start: CursorRange) {
  const db = getDatabase();
  const { waitingOn } = filter;
  if (waitingOn === undefined) {
    return { page: await readDeskPage(db, filter, start, DESK.pageRows), waitingEnquiries: [] };
  }

  const waitingEnquiries = await listWaitingEnquiries(db, { ...filter, waitingOn });
  const places = waitingEnquiries.map((each) => ({ id: each.id, created_at: each.waiting_since }));
  // The longest wait comes first: a page of "older" rows has those that have waited less long.
  const { rows, ...cursors } = await readPage(start, DESK.pageRows, ({ before, after, order }) => {
    const range = places.filter(
      (row) => (!before || isNewer(row, before)) && (!after || isNewer(after, row)),
    );
    return Promise.resolve(order === 'newest' ? range : range.reverse());
  });

  const ids = rows.map(({ id }) => id);
  return { page: { ...cursors, rows: await listDeskRows(db, ids) }, waitingEnquiries };
}

const isNewer = (row: Cursor, other: Cursor) =>
  row.created_at === other.created_at ? row.id > other.id : row.created_at > other.created_at;

async function readOpenEnquiry(view: DeskView, filter: DeskFilter): Promise<OpenEnquiry | null> {
  const db = getDatabase();
  const id = getOpenEnquiryId(view);
  if (id === null) return null;

  const enquiry = await findEnquiryDetails(db, id, filter);
  if (!enquiry) return null;

  const files = await listAttachments(db, id);
  return {
    ...enquiry,
    formKey: createFormKey(),
    files: files.map((file) => ({ ...file, ...getFileState(file) })),
    messages: await readMessages(id),
  };
}

/** Returns the newest messages, newest first, within limits: a flood must not make the page endless. */
async function readMessages(enquiryId: number): Promise<Message[]> {
  const messages: Message[] = [];
  let characters = 0;
  for (const message of await listMessages(getDatabase(), enquiryId, DESK.shownMessages)) {
    characters += message.text.length + message.quoted_text.length;
    if (characters > DESK.shownMessageCharacters) break;
    messages.push(message);
  }
  return messages;
}

/** The changes since a list was loaded, and the number of waiting enquiries. */
export interface News {
  arrived: number;
  answeredIds: readonly number[];
  /** How many enquiries are new, which the title of the page counts. */
  fresh: number;
  /** How many enquiries wait, which the navigation counts. */
  waiting: number;
}

/**
 * Counts what has arrived since a page of the desk was read, and what waits now (AN-5). Counts at most 100 arrivals,
 * and lists at most DESK.liveMarks answered enquiries.
 */
export async function readNews({
  lastId,
  lastMessageId,
}: Pick<Desk, 'lastId' | 'lastMessageId'>): Promise<News> {
  const db = getDatabase();
  const { new: fresh } = await countByStatus(db);
  return {
    arrived: await countNewerEnquiries(db, lastId),
    answeredIds: await listUnreadAnsweredEnquiryIds(db, lastMessageId, DESK.liveMarks),
    fresh,
    waiting: await countWaitingEnquiries(db, toAthensDay(new Date())),
  };
}

/** Stores that an admin has seen the answers to an enquiry (AN-5). */
export async function markAnswersRead(enquiryId: number): Promise<void> {
  const unreadEnquiry = { id: enquiryId, unread: 1 };
  // Opening an enquiry must not wait to write when there is nothing to store.
  if (!(await findRow(getDatabase(), 'contact_submissions', unreadEnquiry))) return;
  await inTransaction((tx) => updateRows(tx, 'contact_submissions', unreadEnquiry, { unread: 0 }));
}

function getFileState({ removed, scanned_at, scan_tries, type }: Attachment): FileState {
  const isScanPending = removed === null && scanned_at === null && isScanningEnabled();
  const pendingState = scan_tries >= ATTACHMENTS.scanTries ? 'givenUp' : 'waiting';
  return {
    unscanned: isScanPending ? pendingState : null,
    hasPreview: removed === null && PREVIEWED_TYPES.has(type),
  };
}

interface DeskFrame {
  /** How much waits in each section of the navigation; '' is the list of enquiries. */
  navigationCounts: Record<string, number>;
  /** How many mails have failed at least once and wait for another attempt. */
  stuckMailCount: number;
}

/** Leaves out the counts of enquiries and spam if these cannot be read (logged); throws if those of the mail cannot. */
export async function readDeskFrame(): Promise<DeskFrame> {
  const db = getDatabase();
  const { delayedCount, failedCount } = await countWaitingAndFailedMail(db);
  const bounceCount = await countOpenBounces(db);
  const waitingCounts = await readWaitingCounts();

  return {
    navigationCounts: { ...waitingCounts, mail: delayedCount + failedCount + bounceCount },
    stuckMailCount: delayedCount,
  };
}

/** Returns no counts when they cannot be read, and logs it: a page without them is better than none. */
async function readWaitingCounts(): Promise<Record<string, number>> {
  const db = getDatabase();
  try {
    return {
      '': await countWaitingEnquiries(db, toAthensDay(new Date())),
      quarantine: await countSpam(db),
    };
  } catch (error) {
    reportDeskError('desk-not-counted', error);
    return {};
  }
}

const FILE_ID = /^\d{1,15}$/;

/**
 * Returns an enquiry's attachment that can be downloaded; null for an invalid or unknown id, for one of the spam
 * folder, and for a removed file. Returns null, and logs it, also for a file that is missing or cut off.
 */
export async function findAvailableAttachment(id: string): Promise<Attachment | null> {
  if (!FILE_ID.test(id)) return null;

  const file = await findAttachment(getDatabase(), Number(id));
  if (!file || file.enquiry_id === null || file.removed !== null) return null;
  if (readStoredSize(file.file) === file.size) return file;

  logError('attachment-missing', { file: file.id });
  return null;
}

/** Returns the files that the customer sent. Does not check that they exist on the disk. */
export async function listAttachmentsExceptRemoved(enquiryId: number): Promise<Attachment[]> {
  const files = await listCustomerAttachments(getDatabase(), enquiryId);
  return files.filter(({ removed }) => removed === null);
}

/**
 * Logs an error, and counts one of the database. Returns 'busy' while another process holds the database, 'unavailable'
 * for a database that cannot be used, as on a full disk, and 'broken' for any other error.
 */
export function reportDeskError(event: string, error: unknown): 'busy' | 'unavailable' | 'broken' {
  const isUnavailable = isStoreError(error);
  countStoreError(error);
  logError(event, { reason: isUnavailable ? error.code : (error as Error).message });

  if (isBusyError(error)) return 'busy';
  return isUnavailable ? 'unavailable' : 'broken';
}
