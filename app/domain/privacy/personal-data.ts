import { AUDIT, AUTH, CONTACT, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';

/** Whose data a place holds: what `erase` takes away is a visitor's. */
type Whose = 'visitor' | 'admin';

/** A place where personal data lives. docs/privacy.md says the same, and a test compares them. */
export interface PersonalDataPlace {
  /** A table, a file in DATA_DIR (`*` for any name), or a word for what is outside of both. */
  place: string;
  kind: 'table' | 'file' | 'outside';
  whose: Whose;
  /** How long it is kept when nobody asks for its end, as the docs word it. */
  until: string;
  /** How `erase` ends it; from what is not readable nobody can be told. */
  erase: 'row' | 'with the enquiry' | 'file' | 'not readable' | 'not a visitor' | 'by hand';
}

const retention = 'RETENTION_MONTHS';
const days = (count: number) => `${count} days`;
const hours = (count: number) => `${count} hours`;
const months = (count: number) => `${count} months`;

/** Every place, once. Erase, export and retention are tested against it, table by table. */
export const PERSONAL_DATA = [
  visitor('contact_submissions', 'table', retention, 'row'),
  visitor('enquiry_search', 'table', retention, 'with the enquiry'),
  visitor('enquiry_notes', 'table', retention, 'with the enquiry'),
  visitor('status_changes', 'table', retention, 'with the enquiry'),
  visitor('replies', 'table', retention, 'with the enquiry'),
  visitor('first_replies', 'table', retention, 'with the enquiry'),
  visitor('assignments', 'table', retention, 'with the enquiry'),
  visitor('follow_ups', 'table', retention, 'with the enquiry'),
  visitor('enquiry_forms', 'table', retention, 'with the enquiry'),
  visitor('attachments', 'table', retention, 'with the enquiry'),
  visitor('quarantine', 'table', days(DESK.quarantineDays), 'row'),
  visitor('outbox', 'table', days(PRIVACY.mailCopyDays), 'with the enquiry'),
  visitor('outbox_mentions', 'table', days(PRIVACY.mailCopyDays), 'with the enquiry'),
  visitor('enquiry_sends', 'table', hours(CONTACT.dayHours), 'not readable'),
  visitor('audit_log', 'table', months(AUDIT.logMonths), 'not readable'),
  visitor('audit_counts', 'table', days(AUDIT.countDays), 'not readable'),
  admin('admins', 'until deleted by hand'),
  admin('sessions', days(AUTH.sessionMaxDays)),
  admin('ended_sessions', days(AUTH.sessionMaxDays)),
  admin('devices', days(AUTH.deviceDays)),
  admin('digests', days(DIGEST.keptDays)),
  admin('access_links', days(AUTH.invitationLinkDays)),
  admin('login_attempts', hours(24)),
  admin('login_locks', 'until the lock ends'),
  visitor('drys.db-wal', 'file', 'until it is written into the database', 'file'),
  visitor('attachments/*', 'file', retention, 'file'),
  visitor('outbox/*.eml', 'file', days(PRIVACY.mailCopyDays), 'file'),
  visitor('drys.db.before-restore', 'file', days(PRIVACY.replacedDays), 'file'),
  visitor('attachments.before-restore/*', 'file', days(PRIVACY.replacedDays), 'file'),
  visitor('attachments.restoring/*', 'file', 'two days at most', 'file'),
  visitor('drys.db.restoring', 'file', 'two days at most', 'file'),
  visitor('backups', 'outside', days(PRIVACY.replacedDays), 'by hand'),
  visitor('sent mail', 'outside', 'as the mailbox keeps it', 'by hand'),
  visitor('exported files', 'outside', 'as staff keep them', 'by hand'),
  visitor('log output', 'outside', 'as the machine keeps it', 'not readable'),
] as const satisfies PersonalDataPlace[];

/** Tables that say nothing of anybody: counts, the calendar, spent random numbers, hashes of codes. */
export const WITHOUT_PERSONAL_DATA = [
  'enquiry_counts',
  'reply_templates',
  'enquiry_days',
  'first_reply_days',
  'public_holidays',
  'used_challenges',
  'recovery_codes',
  'store_probe',
] as const;

function visitor<P extends string>(
  place: P,
  kind: PersonalDataPlace['kind'],
  until: string,
  erase: PersonalDataPlace['erase'],
) {
  return { place, kind, whose: 'visitor' as const, until, erase };
}

function admin<P extends string>(place: P, until: string) {
  const kind = 'table' as const;
  return { place, kind, whose: 'admin' as const, until, erase: 'not a visitor' as const };
}
