import type { Attachment } from '#db/schema.ts';
import type { Holder } from '#db/desk-changes.ts';
import type { DeskRow, OpenEnquiry } from '#db/desk-enquiries.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import { sizeOf } from '#app/content/file-size.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { replySubject } from '#app/content/texts/reply.server.ts';
import { PREVIEWED } from '#app/domain/attachments/attachment-preview.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-type.server.ts';
import { isScanning } from '#app/domain/attachments/scanning.server.ts';
import { athensText, dayText } from '#app/domain/athens-time.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';

/** For whom an enquiry is shown, and when. */
export interface Reading {
  language: Language;
  staff: readonly Holder[];
  /** ISO day in Athens. */
  today: string;
  /** What is still new since before this instant (ISO 8601 UTC) is late. */
  overdue: string;
}

/** A row of the list as the desk shows it; `holder` and `due` take no room where they are not so. */
export function shownRow(row: DeskRow, { language, staff, today, overdue }: Reading) {
  const { id, email, phone, company, message, status } = row;
  // Nobody has what an admin has who is no longer of the staff.
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
    verified: row.verified === 1,
    overdue: status === 'new' && row.created_at < overdue,
    about: aboutProject(row.about_project, language),
    language: row.language,
    ...(holder && { holder }),
    ...(due && { due }),
  };
}

/** The open enquiry with its files and history; null stands for nobody, or no day. */
export function shownEnquiry(open: OpenEnquiry, files: readonly Attachment[], reading: Reading) {
  const { language } = reading;
  const by = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    who: entry.admin_email,
    time: athensText(entry.created_at, language),
  });
  const day = (iso: string | null) => iso && dayText(iso, language);
  return {
    ...shownRow(open, reading),
    replySubject: replySubject(open.language, open.project),
    newer: open.newer,
    older: open.older,
    dueOn: open.due_on,
    files: files.map(shownFile),
    notes: open.notes.map((note) => ({ ...by(note), note: note.note })),
    changes: open.changes.map((entry) => ({
      ...by(entry),
      from: entry.from_status,
      to: entry.to_status,
    })),
    replies: open.replies.map((reply) => ({
      ...by(reply),
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

function shownFile({ id, name, type, size, removed, scanned_at, scan_tries }: Attachment) {
  const isUnscanned = removed === null && scanned_at === null && isScanning();
  const isGivenUp = scan_tries >= ATTACHMENTS.scanTries;
  return {
    id,
    name,
    type: TYPE_NAMES[type] ?? type,
    size: sizeOf(size),
    removed,
    unscanned: isUnscanned ? (isGivenUp ? ('givenUp' as const) : ('waiting' as const)) : null,
    hasPreview: removed === null && PREVIEWED.has(type),
  };
}
