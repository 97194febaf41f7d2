import { DAY } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';
import type { KeyedTable } from '#db/privacy.ts';
import type { Schema } from '#db/schema.ts';

interface Expiry {
  column: string;
  unit: 'ms' | 'iso';
  keptMs: number;
}

/**
 * How a person gets the rows of a table: under this name, as a list of the enquiry that a column names
 * (or of what was set aside), without what only the program knows; or why not.
 */
export type HandedOver =
  { as: string; by: string; aside?: string; without?: readonly string[] } | string;

/** A place where personal data lives. docs/privacy.md says the same, and a test compares them. */
interface PersonalDataPlace {
  /** A table, a file in DATA_DIR (`*` for any name), or a word for what is outside of it. */
  place: string;
  kind: 'table' | 'file' | 'outside';
  whose: 'visitor' | 'admin';
  until: string;
  erase: 'row' | 'with the enquiry' | 'file' | 'by hand' | 'not readable' | 'not a visitor';
  expires?: Expiry;
  handedOver?: HandedOver;
}

const retention = 'RETENTION_MONTHS';
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
const hours = (count: number) => `${count} hours`;

export const PERSONAL_DATA = [
  sent('contact_submissions', retention, {
    as: 'enquiries',
    by: 'id',
    without: ['email_key', 'assigned_to'],
  }),
  ofEnquiry('enquiry_search', 'the words of the enquiry'),
  ofEnquiry('enquiry_notes', { as: 'notes', by: 'enquiry_id' }),
  ofEnquiry('status_changes', { as: 'changes', by: 'enquiry_id' }),
  ofEnquiry('replies', { as: 'replies', by: 'enquiry_id', without: ['form_key', 'mail_id'] }),
  ofEnquiry('assignments', { as: 'assignments', by: 'enquiry_id' }),
  ofEnquiry('follow_ups', { as: 'follow_ups', by: 'enquiry_id' }),
  ofEnquiry('enquiry_forms', 'a hash'),
  ofEnquiry('attachments', { as: 'files', by: 'enquiry_id', aside: 'quarantine_id' }),
  expiring(
    'created_at',
    'iso',
    DESK.quarantineDays * DAY,
    sent('quarantine', days(DESK.quarantineDays), {
      as: 'quarantined',
      by: 'id',
      without: ['email_key', 'form_hash'],
    }),
  ),
  {
    ...ofEnquiry('outbox', { as: 'mails', by: 'enquiry_id', without: ['sealed'] }),
    until: days(PRIVACY.mailCopyDays),
  },
  {
    ...ofEnquiry('outbox_mentions', 'that a digest names the enquiry'),
    until: days(PRIVACY.mailCopyDays),
  },
  expiring('at', 'ms', DAY, hashed('counted_uses', hours(24))),
  hashed('audit_log', `${AUDIT.logMonths} months`),
  expiring('minute', 'iso', AUDIT.countDays * DAY, hashed('audit_counts', days(AUDIT.countDays))),
  admin('admins', 'until deleted by hand'),
  admin('sessions', days(AUTH.sessionMaxDays)),
  expiring(
    'ended_at',
    'ms',
    AUTH.sessionMaxDays * DAY,
    admin('ended_sessions', days(AUTH.sessionMaxDays)),
  ),
  expiring('created_at', 'ms', DAY, admin('posted_forms', days(1))),
  expiring('created_at', 'ms', AUTH.deviceDays * DAY, admin('devices', days(AUTH.deviceDays))),
  expiring('created_at', 'ms', DIGEST.keptDays * DAY, admin('digests', days(DIGEST.keptDays))),
  admin('access_links', days(AUTH.invitationLinkDays)),
  admin('site_entries', 'as long as the entry'),
  admin('site_publications', 'as long as the entry'),
  file('drys.db-wal', 'until it is written into the database'),
  file('attachments/*', retention),
  file('outbox/*.eml', days(PRIVACY.mailCopyDays)),
  file('drys.db.before-restore*', days(PRIVACY.replacedDays)),
  file('drys.db.before-upgrade*', days(PRIVACY.replacedDays)),
  file('attachments.before-restore*', days(PRIVACY.replacedDays)),
  file('attachments.restoring/*', 'two days at most'),
  file('drys.db.restoring', 'two days at most'),
  file('drys.db.restored-*', 'until the next start'),
  outside('backups', days(PRIVACY.replacedDays), 'by hand'),
  outside('sent mail', 'as the mailbox keeps it', 'by hand'),
  outside('exported files', 'as staff keep them', 'by hand'),
  outside('log output', 'as the machine keeps it', 'not readable'),
] as const satisfies PersonalDataPlace[];

export const WITHOUT_PERSONAL_DATA = [
  'enquiry_counts',
  'reply_templates',
  'used_challenges',
  'recovery_codes',
  'store_probe',
  'last_retention',
  'site_addresses',
  'milestones',
  'site_filled',
  'site_media',
  'site_revision',
] as const;

function expiring<P>(column: string, unit: Expiry['unit'], keptMs: number, place: P) {
  return { ...place, expires: { column, unit, keptMs } };
}

function sent<P extends KeyedTable>(place: P, until: string, handedOver: HandedOver) {
  return { place, kind: 'table', whose: 'visitor', until, erase: 'row', handedOver } as const;
}

type Table = keyof Schema | 'enquiry_search';

function ofEnquiry<P extends Table>(place: P, handedOver: HandedOver) {
  const erase = 'with the enquiry' as const;
  return { place, kind: 'table', whose: 'visitor', until: retention, erase, handedOver } as const;
}

function hashed<P extends Table>(place: P, until: string) {
  const [erase, handedOver] = ['not readable', 'hashes: nobody can be told from them'] as const;
  return { place, kind: 'table', whose: 'visitor', until, erase, handedOver } as const;
}

function admin<P extends keyof Schema>(place: P, until: string) {
  return { place, kind: 'table', whose: 'admin', until, erase: 'not a visitor' } as const;
}

function file<P extends string>(place: P, until: string) {
  return { place, kind: 'file', whose: 'visitor', until, erase: 'file' } as const;
}

function outside<P extends string>(place: P, until: string, erase: 'by hand' | 'not readable') {
  return { place, kind: 'outside', whose: 'visitor', until, erase } as const;
}
