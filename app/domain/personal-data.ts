import { DAY } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';
import type { KeyedTable } from '#db/privacy.ts';
import type { Schema } from '#db/schema.ts';

/** Once a day, rows with a time in `column` from more than `maxAgeMs` ago are deleted. */
interface Expiry {
  column: string;
  unit: 'ms' | 'iso';
  maxAgeMs: number;
}

/**
 * How the rows of a table appear in a person's export: under `key`, without the columns in `omit`. The rows
 * are found by the column with the enquiry's id, or with the id in the spam folder. A string says why the
 * table is not exported.
 */
export type ExportRule =
  { key: string; enquiryColumn: string; spamColumn?: string; omit?: readonly string[] } | string;

/** A place where personal data is stored. A test compares this list with docs/privacy.md. */
interface PersonalDataPlace {
  /** A table, a file in DATA_DIR (`*` for any name), or a description of a place outside it. */
  place: string;
  kind: 'table' | 'file' | 'outside';
  subject: 'visitor' | 'admin';
  retention: string;
  erase:
    'row' | 'with the enquiry' | 'file' | 'by hand' | 'nothing: names nobody' | 'not a visitor';
  expiry?: Expiry;
  exportRule?: ExportRule;
}

const untilRetention = 'RETENTION_MONTHS';
const VISITOR_TABLE = { kind: 'table', subject: 'visitor' } as const;
const formatDays = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export const PERSONAL_DATA = [
  visitorRows('contact_submissions', untilRetention, {
    key: 'enquiries',
    enquiryColumn: 'id',
    omit: ['email_key', 'assigned_to'],
  }),
  enquiryRows('enquiry_search', 'the words of the enquiry'),
  enquiryRows('enquiry_notes', { key: 'notes', enquiryColumn: 'enquiry_id' }),
  enquiryRows('enquiry_changes', { key: 'changes', enquiryColumn: 'enquiry_id' }),
  enquiryRows('replies', {
    key: 'replies',
    enquiryColumn: 'enquiry_id',
    omit: ['form_key', 'mail_id'],
  }),
  enquiryRows('enquiry_forms', 'a hash'),
  enquiryRows('attachments', {
    key: 'files',
    enquiryColumn: 'enquiry_id',
    spamColumn: 'spam_id',
  }),
  withExpiry(
    'created_at',
    'iso',
    DESK.spamDays * DAY,
    visitorRows('spam', formatDays(DESK.spamDays), {
      key: 'spam',
      enquiryColumn: 'id',
      omit: ['email_key', 'form_hash'],
    }),
  ),
  {
    ...enquiryRows('outbox', {
      key: 'mails',
      enquiryColumn: 'enquiry_id',
      omit: ['sealed', 'message_id'],
    }),
    retention: formatDays(PRIVACY.mailCopyDays),
  },
  {
    ...enquiryRows('outbox_mentions', 'that a digest names the enquiry'),
    retention: formatDays(PRIVACY.mailCopyDays),
  },
  enquiryRows('sent_message_ids', 'random numbers'),
  enquiryRows('messages', {
    key: 'messages',
    enquiryColumn: 'enquiry_id',
    omit: ['body_hash', 'reference_ids'],
  }),
  enquiryRows('message_search', 'the words of the messages'),
  withExpiry('at', 'ms', DAY, hashedRows('counted_uses', '24 hours')),
  hashedRows('audit_log', `${AUDIT.logMonths} months`),
  withExpiry(
    'minute',
    'iso',
    AUDIT.countDays * DAY,
    hashedRows('audit_counts', formatDays(AUDIT.countDays)),
  ),
  adminRows('admins', 'until it is deleted by hand'),
  adminRows('sessions', formatDays(AUTH.sessionMaxDays)),
  withExpiry(
    'ended_at',
    'ms',
    AUTH.sessionMaxDays * DAY,
    adminRows('ended_sessions', formatDays(AUTH.sessionMaxDays)),
  ),
  withExpiry(
    'created_at',
    'ms',
    AUTH.deviceDays * DAY,
    adminRows('devices', formatDays(AUTH.deviceDays)),
  ),
  withExpiry(
    'created_at',
    'ms',
    DIGEST.keptDays * DAY,
    adminRows('digests', formatDays(DIGEST.keptDays)),
  ),
  adminRows('passkeys', 'until it is removed or the account disabled'),
  adminRows('recovery_codes', 'until it is used or replaced'),
  adminRows('access_links', 'a day after it is used or expires'),
  adminRows('site_entries', 'as long as the entry'),
  adminRows('site_publications', 'as long as the entry'),
  storedFile('drys.db-wal', 'until the daily clean-up or an erasure'),
  storedFile('attachments/*', untilRetention),
  storedFile('outbox/*.eml', formatDays(PRIVACY.mailCopyDays)),
  storedFile('drys.db.before-upgrade*', formatDays(PRIVACY.upgradeCopyDays)),
  storedFile('attachments.part/*', 'two days at most'),
  storedFile('drys.db.part', 'two days at most'),
  outsidePlace('backups', formatDays(PRIVACY.upgradeCopyDays), 'by hand'),
  outsidePlace('sent mail', 'as long as the mailbox keeps it', 'by hand'),
  outsidePlace('exported files', 'as long as staff keep them', 'by hand'),
  outsidePlace('log output', 'as long as the machine keeps it', 'nothing: names nobody'),
] as const satisfies PersonalDataPlace[];

export const WITHOUT_PERSONAL_DATA = [
  'reply_templates',
  'used_challenges',
  'store_probe',
  'last_retention',
  'former_slugs',
  'milestones',
  'seeded_kinds',
  'site_media',
  'site_revision',
  'mailboxes',
] as const;

function withExpiry<Row>(column: string, unit: Expiry['unit'], maxAgeMs: number, row: Row) {
  return { ...row, expiry: { column, unit, maxAgeMs } };
}

function visitorRows<Name extends KeyedTable>(
  table: Name,
  retention: string,
  exportRule: ExportRule,
) {
  return { ...VISITOR_TABLE, place: table, retention, erase: 'row', exportRule } as const;
}

function enquiryRows<Name extends keyof Schema>(table: Name, exportRule: ExportRule) {
  const rules = { retention: untilRetention, erase: 'with the enquiry', exportRule } as const;
  return { ...VISITOR_TABLE, place: table, ...rules };
}

function hashedRows<Name extends keyof Schema>(table: Name, retention: string) {
  const exportRule = 'hashes: nobody can be told from them';
  const rules = { retention, erase: 'nothing: names nobody', exportRule } as const;
  return { ...VISITOR_TABLE, place: table, ...rules };
}

function adminRows<Name extends keyof Schema>(table: Name, retention: string) {
  const subject = 'admin';
  return { place: table, kind: 'table', subject, retention, erase: 'not a visitor' } as const;
}

function storedFile<Name extends string>(path: Name, retention: string) {
  return { place: path, kind: 'file', subject: 'visitor', retention, erase: 'file' } as const;
}

function outsidePlace<Name extends string>(
  description: Name,
  retention: string,
  erase: 'by hand' | 'nothing: names nobody',
) {
  return { place: description, kind: 'outside', subject: 'visitor', retention, erase } as const;
}
