import { database, inTransaction } from '#db/database.server.ts';
import {
  type DeskPage,
  type DeskRow,
  type OpenEnquiry,
  type PageStart,
  readCounts,
  readEnquiry,
  readLastId,
  readPage,
} from '#db/desk/desk-enquiries.ts';
import { addNote, changeStatus, readStatus } from '#db/desk/desk-updates.ts';
import { readStaff } from '#db/desk/assignments.ts';
import { countQuarantine } from '#db/enquiries/quarantine.ts';
import type { Attachment } from '#db/attachment-schema.ts';
import { attachmentsOf, fileNamesOf } from '#db/enquiries/attachments.ts';
import type { Status } from '#db/status.ts';
import { aboutProject } from '#app/content/catalogue/about-project.server.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { replySubject } from '#app/content/texts/reply.server.ts';
import { sizeOf } from '#app/content/file-size.ts';
import { PREVIEWED } from '#app/domain/attachments/attachment-preview.server.ts';
import { isScanning } from '#app/domain/attachments/clamd.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-type.server.ts';
import { athensDay, athensText } from '#app/domain/athens-time.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { filterOf } from './desk-filter.server.ts';
import { type DeskView, openedId } from './desk-view.ts';
import { handlingHistory, handlingOf } from './handling.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { type StatusUndo, undoOf } from './status-undo.server.ts';
import { overdueBefore } from './working-days.server.ts';

/** The desk as its page shows it; instants are texts of a clock in Athens. */
export type DeskState = Awaited<ReturnType<typeof readDesk>>;
export type ShownRow = DeskState['rows'][number];

/** Everything the dashboard shows an admin for a view (D-2, D-3). Throws what the database throws. */
export async function readDesk(view: DeskView, admin: SignedInAdmin, now = new Date()) {
  const db = database();
  const { language } = admin;
  const filter = await filterOf(view, admin, now);
  const staff = await readStaff(db);
  const today = athensDay(now);
  const overdue = overdueBefore(now).toISOString();
  // Read first: whatever comes in after it counts as new to the page.
  const lastId = await readLastId(db);
  const page = await readPage(db, filter, startOf(view), DESK.pageRows);
  const id = openedId(view);
  const open = id === null ? null : await readEnquiry(db, id, filter);
  const names = await fileNamesOf(
    db,
    page.rows.map((row) => row.id),
  );
  return {
    rows: page.rows.map((row) => ({
      ...shown(row, overdue, language),
      ...handlingOf(row, staff, today),
      files: names.get(row.id)?.length ?? 0,
    })),
    open: open && {
      ...shownOpen(open, await attachmentsOf(db, open.id), overdue, language),
      ...handlingOf(open, staff, today),
      dueOn: open.due_on,
      ...handlingHistory(open, language),
    },
    me: admin.id,
    staff,
    pages: pagesOf(page),
    counts: await readCounts(db),
    quarantined: await countQuarantine(db),
    lastId,
  };
}

export interface StatusSetting {
  enquiryId: number;
  from: Status;
  to: Status;
  after?: number | undefined;
}

export type StatusResult =
  | { kind: 'changed'; undo: StatusUndo | null }
  | { kind: 'stale'; status: Status; by: string | null; at: string | null }
  | { kind: 'gone' };

/**
 * Sets a status unless somebody else did since `from` was shown: a stale change is refused with who
 * made the other one and nothing is overwritten (D-4). With `after`, the id of a change, any change
 * since that one makes it stale: what takes a change back (DA-6).
 */
export function setStatus(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to, after }: StatusSetting,
): Promise<StatusResult> {
  return inTransaction(async (tx) => {
    const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    const found = await readStatus(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const isLast = after === undefined || after === found.change?.id;
    if (isLast && (await changeStatus(tx, deed, from, to))) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'status.changed', adminId: admin.id, details });
      const made = from === to ? undefined : (await readStatus(tx, enquiryId))?.change;
      return { kind: 'changed', undo: made ? undoOf(made) : null };
    }
    const { status, change } = found;
    const known = change?.to_status === status ? change : undefined;
    const at = known ? athensText(known.created_at, admin.language) : null;
    return { kind: 'stale', status, by: known?.admin_email ?? null, at };
  });
}

/** Keeps a note with an enquiry; false when the enquiry is gone. */
export function writeNote(admin: SignedInAdmin, enquiryId: number, note: string): Promise<boolean> {
  const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
  return inTransaction((tx) => addNote(tx, deed, note));
}

function startOf(view: DeskView): PageStart {
  if (view.before) return { before: BigInt(view.before) };
  if (view.after) return { after: BigInt(view.after) };
  return view.page || 'first';
}

function pagesOf({ rows, hasNewer, hasOlder }: DeskPage) {
  return {
    newer: hasNewer ? (rows[0]?.place ?? null) : null,
    older: hasOlder ? (rows.at(-1)?.place ?? null) : null,
    hasNewer,
    hasOlder,
  };
}

function shown(row: DeskRow, overdue: string, language: Language) {
  const { id, email, phone, company, message, status } = row;
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
    verified: row.verified === 1,
    overdue: status === 'new' && row.created_at < overdue,
    about: aboutProject(row.about_project, language),
    language: row.language,
  };
}

function shownOpen(
  open: OpenEnquiry,
  files: readonly Attachment[],
  overdue: string,
  language: Language,
) {
  const by = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    who: entry.admin_email,
    time: athensText(entry.created_at, language),
  });
  return {
    ...shown(open, overdue, language),
    replySubject: replySubject(open.language, open.project),
    newer: open.newer,
    older: open.older,
    files: files.map(shownFile),
    notes: open.notes.map((note) => ({ ...by(note), note: note.note })),
    changes: open.changes.map((change) => ({
      ...by(change),
      from: change.from_status,
      to: change.to_status,
    })),
    replies: open.replies.map((reply) => ({
      ...by(reply),
      subject: reply.subject,
      message: reply.message,
      state: reply.state,
      began: reply.began === 1,
      canBeRetried: reply.state === 'failed' && reply.mail_id !== null,
    })),
  };
}

function shownFile({ id, name, type, size, removed, scanned_at }: Attachment) {
  return {
    id,
    name,
    type: TYPE_NAMES[type] ?? type,
    size: sizeOf(size),
    removed,
    notScanned: removed === null && scanned_at === null && isScanning(),
    hasPreview: removed === null && PREVIEWED.has(type),
  };
}
