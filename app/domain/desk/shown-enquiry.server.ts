import type { Attachment } from '#db/attachment-schema.ts';
import type { DeskRow, OpenEnquiry } from '#db/desk/desk-enquiries.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import { sizeOf } from '#app/content/file-size.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { replySubject } from '#app/content/texts/reply.server.ts';
import { PREVIEWED } from '#app/domain/attachments/attachment-preview.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-type.server.ts';
import { isScanning } from '#app/domain/attachments/clamd.server.ts';
import { athensText } from '#app/domain/athens-time.server.ts';

/** A row of the list as the desk shows it. `overdue`: an enquiry still new since before is late. */
export function shownRow(row: DeskRow, overdue: string, language: Language) {
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

/** The open enquiry with its files and history. */
export function shownEnquiry(
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
    ...shownRow(open, overdue, language),
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
