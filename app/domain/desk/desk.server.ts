import { deskFaults } from '#app/content/words/enquiry.server.ts';
import { sizeOf } from '#app/content/file-size.ts';
import type { Attachment } from '#db/schema.ts';
import { attachmentsOf, fileNamesOf, findAttachment } from '#db/attachments.ts';
import { countQuarantine } from '#db/quarantine.ts';
import { type Holder, readStaff } from '#db/desk-changes.ts';
import {
  type DeskRow,
  countWaiting,
  readCounts,
  readDeskPage,
  readEnquiry,
  readLastId,
} from '#db/desk-enquiries.ts';
import { database } from '#db/database.server.ts';
import { countUnsentMail } from '#db/outbox.ts';
import { isStoreError } from '#db/store-error.ts';
import { keptSize } from '#app/domain/attachments/attachment-folder.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { readUndo } from '#app/domain/desk/enquiry-changes.server.ts';
import { type FlashMessage, flashToast } from '#app/content/words/flash-messages.server.ts';
import { readSelectionToast } from './selection.server.ts';
import { logError } from '#app/log.server.ts';
import { pageStart } from '#db/cursor.ts';
import { athensDay, athensText, dayText } from '#app/domain/clock.server.ts';
import { ATTACHMENTS, DESK } from '#app/domain/limits.ts';
import { type SignedInAdmin, openDraft } from '#app/domain/accounts/sessions.server.ts';
import { filterOf } from './desk-filter.server.ts';
import { type DeskView, openedId } from './desk-view.ts';
import { newFormKey } from './replies.server.ts';
import { overdueBefore } from './working-days.server.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/words/contact.server.ts';
import { replySubject } from '#app/content/words/mail.server.ts';
import { PREVIEWED } from '#app/domain/attachments/attachment-preview.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-intake.server.ts';
import { isScanning } from '#app/domain/attachments/scanning.server.ts';

export type DeskState = Awaited<ReturnType<typeof readDesk>>;
export type ShownRow = DeskState['rows'][number];
export type OpenedEnquiry = NonNullable<DeskState['open']>;

export async function readDesk(view: DeskView, admin: SignedInAdmin) {
  const now = new Date();
  const db = database();
  const filter = await filterOf(view, admin, now);
  const reading = {
    language: admin.language,
    staff: await readStaff(db),
    today: athensDay(now),
    overdue: overdueBefore(now).toISOString(),
  };
  // Read first: whatever comes in after it counts as new to the page.
  const lastId = await readLastId(db);
  const { rows, newer, older } = await readDeskPage(db, filter, pageStart(view), DESK.pageRows);
  const id = openedId(view);
  const open = id === null ? null : await readEnquiry(db, id, filter);
  const names = await fileNamesOf(
    db,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map((row) => {
      const files = names.get(row.id)?.length;
      return { ...shownRow(row, reading), ...(files && { files }) };
    }),
    open: open && shownEnquiry(open, await attachmentsOf(db, open.id), reading),
    me: admin.id,
    staff: reading.staff.filter(({ ready }) => ready),
    newer,
    older,
    counts: await readCounts(db),
    lastId,
    days: { from: dayIn(view.from, admin.language), to: dayIn(view.to, admin.language) },
  };
}

const dayIn = (iso: string, language: Language) => iso && dayText(iso, language);

interface Reading {
  language: Language;
  staff: readonly Holder[];
  today: string;
  /** What is still new since before this instant (ISO 8601 UTC) is late. */
  overdue: string;
}

function shownRow(row: DeskRow, { language, staff, today, overdue }: Reading) {
  const { id, email, phone, company, message, status } = row;
  const holder = staff.find((admin) => admin.id === row.assigned_to);
  const due = row.due_on !== null && row.due_on <= today;
  return {
    id,
    name: row.full_name,
    email,
    phone,
    company,
    project: projectTypeIn(language, row.project),
    message,
    status,
    time: athensText(row.created_at, language),
    // Each word counts fifty times: what goes without saying is not said.
    ...(row.verified === 0 && { verified: false }),
    ...(status === 'new' && row.created_at < overdue && { overdue: true }),
    ...(row.source !== 'site' && { source: row.source }),
    ...(holder && { holder }),
    ...(due && { due }),
  };
}

type OpenEnquiry = NonNullable<Awaited<ReturnType<typeof readEnquiry>>>;

function shownEnquiry(open: OpenEnquiry, files: readonly Attachment[], reading: Reading) {
  const { language } = reading;
  const by = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    who: entry.admin_email,
    time: athensText(entry.created_at, language),
  });
  const day = (iso: string | null) => iso && dayText(iso, language);
  return {
    ...shownRow(open, reading),
    verified: open.verified === 1,
    about: aboutProject(open.about_project, language),
    language: open.language,
    replySubject: replySubject(open.language, open.project),
    newer: open.newer,
    older: open.older,
    dueOn: open.due_on,
    writtenBy: open.written_by,
    formKey: newFormKey(),
    files: files.map((file) => shownFile(file, language)),
    notes: open.notes.map((note) => ({ ...by(note), note: note.note })),
    changes: open.changes.map((entry) => ({
      ...by(entry),
      from: entry.from_status,
      to: entry.to_status,
    })),
    replies: open.replies.map((reply) => ({
      ...by(reply),
      channel: reply.channel,
      subject: reply.subject,
      message: reply.message,
      state: reply.state,
      began: reply.began === 1,
      canBeRetried: reply.state === 'failed' && reply.mail_id !== null,
    })),
    assignments: open.assignments.map((entry) => ({
      ...by(entry),
      from: entry.from_email,
      to: entry.to_email,
    })),
    followUps: open.followUps.map((entry) => ({
      ...by(entry),
      from: day(entry.from_day),
      to: day(entry.to_day),
    })),
  };
}

function shownFile(file: Attachment, language: Language) {
  const { id, name, type, size, removed, scanned_at, scan_tries } = file;
  const isUnscanned = removed === null && scanned_at === null && isScanning();
  const isGivenUp = scan_tries >= ATTACHMENTS.scanTries;
  return {
    id,
    name,
    type: TYPE_NAMES[type] ?? type,
    size: sizeOf(size, language),
    removed,
    unscanned: isUnscanned ? (isGivenUp ? ('givenUp' as const) : ('waiting' as const)) : null,
    hasPreview: removed === null && PREVIEWED.has(type),
  };
}

/** `about` is of the flash message: the id of the change that Undo takes back, or a selection's. */
export async function readFrame(
  { id, draft, language }: SignedInAdmin,
  message: FlashMessage | null,
  about: readonly number[],
) {
  const { waiting, failed } = await countUnsentMail(database());
  return {
    draft: openDraft(draft, id),
    waiting: { ...(await readWaiting()), mail: waiting + failed },
    stuck: waiting,
    flash: message && (await readFlash(message, about, language)),
  };
}

async function readWaiting(): Promise<Record<string, number>> {
  const db = database();
  try {
    return {
      '': await countWaiting(db, athensDay(new Date())),
      quarantine: await countQuarantine(db),
    };
  } catch (error) {
    // A page without counts is better than none.
    faultOf('desk-not-counted', error, 'en');
    return {};
  }
}

async function readFlash(message: FlashMessage, about: readonly number[], language: Language) {
  if (message === 'selection') return readSelectionToast(about, language);
  const [changeId] = about;
  const undo = changeId === undefined ? null : await readUndo(changeId);
  return { toast: flashToast(message, language), undo };
}

const FILE_ID = /^\d{1,15}$/;

export async function findFile(id: string): Promise<Attachment | null> {
  const found = FILE_ID.test(id) ? await findAttachment(database(), Number(id)) : undefined;
  if (!found || found.removed !== null) return null;
  if (keptSize(found.file) !== null) return found;
  logError('attachment-missing', { file: found.id });
  return null;
}

export async function findFiles(enquiryId: number): Promise<Attachment[]> {
  const files = await attachmentsOf(database(), enquiryId);
  return files.filter(({ removed }) => removed === null);
}

/** Safe words for the admin (D-5); what really happened goes to the log. */
export function faultOf(event: string, error: unknown, language: Language) {
  const isUnavailable = isStoreError(error);
  countStoreError(error);
  logError(event, { reason: isUnavailable ? error.code : (error as Error).message });
  const { busy, broken } = deskFaults[language];
  return isUnavailable ? { status: 503, text: busy } : { status: 500, text: broken };
}
