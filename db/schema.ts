import type { Generated, Insertable, Selectable } from 'kysely';

/** The languages that the store knows, as app/content/language.ts has them. */
export const STORED_LANGUAGES = ['en', 'el'] as const;
export type StoredLanguage = (typeof STORED_LANGUAGES)[number];

/** What an enquiry can be at, as stored; the desk's words for them are in app/content/desk. */
export const STATUSES = ['new', 'in_progress', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The tables as SQLite keeps them: instants are ISO 8601 UTC text where people read them and
 * milliseconds since 1970 where only the program reckons with them; flags are 0 or 1.
 */
export interface Schema {
  contact_submissions: EnquiryTable;
  attachments: AttachmentTable;
  enquiry_forms: EnquiryFormTable;
  used_challenges: UsedChallengeTable;
  enquiry_counts: EnquiryCountTable;
  enquiry_notes: NoteTable;
  status_changes: StatusChangeTable;
  assignments: AssignmentTable;
  follow_ups: FollowUpTable;
  replies: ReplyTable;
  reply_templates: ReplyTemplateTable;
  quarantine: QuarantineTable;
  admins: AdminTable;
  recovery_codes: RecoveryCodeTable;
  sessions: SessionTable;
  ended_sessions: EndedSessionTable;
  access_links: AccessLinkTable;
  devices: DeviceTable;
  counted_uses: CountedUseTable;
  audit_log: AuditTable;
  audit_counts: AuditCountTable;
  outbox: OutboxTable;
  outbox_mentions: OutboxMentionTable;
  digests: DigestTable;
  store_probe: StoreProbeTable;
  last_retention: LastRetentionTable;
}

interface EnquiryTable {
  id: Generated<number>;
  full_name: string;
  email: string;
  phone: string;
  company: string;
  project: string;
  message: string;
  status: Generated<Status>;
  created_at: string;
  /** 1 when a human verification passed; 0 shows as 'Unverified' (ledger, Decisions). */
  verified: number;
  /** Slug of the project page the visitor came from, or null. */
  about_project: string | null;
  /** As emailKey() makes it; null where another program wrote the row. */
  email_key: Generated<string | null>;
  /** That of the page it was written on. */
  language: Generated<StoredLanguage>;
  /** The admin who has it; nobody has what a disabled one has. */
  assigned_to: number | null;
  /** The day in Athens on which somebody wants to come back to it (ISO). */
  due_on: string | null;
}

/** One page load of the contact form that was stored: sending it again finds it here (CF-8). */
interface EnquiryFormTable {
  token_hash: string;
  enquiry_id: number;
  created_at: string;
}

/** Solved challenges that were spent, kept until they expire: no replay (CF-12). */
interface UsedChallengeTable {
  id: string;
  expires_at: number;
}

interface AdminTable {
  id: Generated<number>;
  /** As normaliseEmail() makes it. */
  email: string;
  /** null until the invitation is taken up: nobody can log in with it. */
  password_hash: string | null;
  disabled: Generated<number>;
  created_at: string;
  /** Sealed; null without a second factor. */
  totp_secret: string | null;
  /** The 30-second step of the last code taken: a code works once. */
  totp_last_step: number | null;
  /** In which mail is written to them. */
  language: Generated<StoredLanguage>;
  /** 1 when they want a mail each working day of what waits. */
  digest: Generated<number>;
}

interface RecoveryCodeTable {
  code_hash: string;
  admin_id: number;
}

interface SessionTable {
  token_hash: string;
  admin_id: number;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  address_hash: string | null;
  agent_hash: string | null;
  /** A form that met the end of the session before, sealed: it may hold anything. */
  draft: Generated<string | null>;
}

/** Why a session ended that nobody signed out of. */
export type SessionEnd = 'elsewhere' | 'operator' | 'password' | 'idle' | 'expired' | 'displaced';

/** Sessions that ended behind their browser's back, so that it can be told why. */
interface EndedSessionTable {
  token_hash: string;
  admin_id: number;
  reason: SessionEnd;
  ended_at: number;
}

/** A link that lets an admin set a password (RP-7): only hashes of what the mail says. */
interface AccessLinkTable {
  id: Generated<number>;
  admin_id: number;
  type: LinkType;
  access_hash: string;
  refresh_hash: string;
  code_hash: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** The mail that carries it: withdrawn with it while it waits. */
  mail_id: number | null;
}

/** Browsers that have logged in before and are counted on their own (ledger, Decisions). */
interface DeviceTable {
  nonce_hash: string;
  admin_id: number;
  created_at: number;
}

/** What limits count: enquiries sent, logins failed, links asked for. Deleted after a day. */
interface CountedUseTable {
  id: Generated<number>;
  /** The limit's name and a hash of who is limited. */
  key: string;
  /** The account tried, as a key: unlocking it takes the use back. */
  account: string | null;
  at: number;
  /** 1 while a password is being verified. */
  pending: Generated<number>;
}

interface AuditTable {
  id: Generated<number>;
  at: string;
  event: string;
  admin_id: number | null;
  address: string | null;
  request_id: string;
  details: string;
}

/** How often something happened in a minute that anybody may cause: one row, however often. */
interface AuditCountTable {
  minute: string;
  event: string;
  /** 0 when no admin's account is meant. */
  admin_id: number;
  /** As in the audit log, OTHERS, or '' where no address is known. */
  address: string;
  count: number;
}

/** Mail to be sent; the sealed message is dropped once it is out, and kept when it failed. */
interface OutboxTable {
  id: Generated<number>;
  kind: string;
  enquiry_id: number | null;
  sealed: string | null;
  created_at: number;
  next_attempt_at: number;
  attempts: Generated<number>;
  sent_at: number | null;
  last_error: string | null;
  /** When it was refused for good, or had been tried for too long. */
  failed_at: number | null;
  /** Until when it is tried. */
  give_up_at: number;
}

/** An enquiry whose sender a mail names beside others: erased with each of them. */
interface OutboxMentionTable {
  mail_id: number;
  enquiry_id: number;
}

/** One row that is written over and over, to know whether the store takes writes. */
interface StoreProbeTable {
  id: number;
  at: number;
}

/** One row: when retention last ran. */
interface LastRetentionTable {
  id: number;
  at: number;
}

export type LinkType = 'recovery' | 'invite';

/** How many enquiries have a status; kept by triggers, so that no count walks the table. */
interface EnquiryCountTable {
  status: Status;
  total: number;
}

interface NoteTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  note: string;
}

interface StatusChangeTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_status: Status;
  to_status: Status;
}

/** What filled the honeypot (CF-7): kept apart for a while, in case a person wrote it. */
interface QuarantineTable {
  id: Generated<number>;
  full_name: string;
  email: string;
  phone: string;
  company: string;
  project: string;
  message: string;
  verified: number;
  about_project: string | null;
  reason: string;
  created_at: string;
  /** Names the network address for that day alone, so that one sender cannot fill the table. */
  address: string | null;
  /** As emailKey() makes it; null where another program wrote the row. */
  email_key: Generated<string | null>;
  /** That of the page it was written on. */
  language: Generated<StoredLanguage>;
}

/** A file that came with an enquiry, or with what was set aside: exactly one of the two is named. */
interface AttachmentTable {
  id: Generated<number>;
  enquiry_id: number | null;
  quarantine_id: number | null;
  /** As the sender called it, cleaned: never a path. */
  name: string;
  /** The media type that its contents have. */
  type: string;
  size: number;
  sha256: string;
  /** Its random name in DATA_DIR/attachments. */
  file: string;
  created_at: string;
  /** When a scanner last found nothing in it; null when none has looked. */
  scanned_at: Generated<string | null>;
  /** How often a scanner could not judge it. */
  scan_tries: Generated<number>;
  /** Why its bytes are gone although its row is not. */
  removed: Generated<'infected' | 'space' | null>;
}

/** Who gave an enquiry from whom to whom, by their addresses; null stands for nobody. */
interface AssignmentTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_email: string | null;
  to_email: string | null;
}

/** Who moved the follow-up day of an enquiry, from which ISO day to which; null stands for none. */
interface FollowUpTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_day: string | null;
  to_day: string | null;
}

/** That the digest of a day is done for an admin; without a mail when there was nothing to say. */
interface DigestTable {
  admin_id: number;
  /** ISO day in Athens. */
  day: string;
  created_at: number;
  mail_id: number | null;
}

/** What became of the mail of a reply; kept by a trigger, so that it outlives the outbox. */
export type ReplyState = 'queued' | 'sent' | 'failed';

/** An answer that somebody at the desk wrote to an enquiry. */
interface ReplyTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  subject: string;
  message: string;
  /** Of the page it was written on: one page sends one reply to an enquiry. */
  form_key: string;
  /** The mail that carries it; null when that was discarded, or is long out. */
  mail_id: number | null;
  state: Generated<ReplyState>;
  /** 1 when it took a new enquiry in progress. */
  began: number;
}

/** What a reply may start from, in each language. */
interface ReplyTemplateTable {
  id: Generated<number>;
  name: string;
  subject_en: string;
  message_en: string;
  subject_el: string;
  message_el: string;
  /** Grows with each change: who changes it says which one they saw. */
  version: Generated<number>;
}

/** A reply as its form has it, before it is sent. */
export interface WrittenReply {
  subject: string;
  message: string;
  /** Of the page it was written on. */
  key: string;
  /** The last reply that the page showed, 0 for none. */
  after: number;
}

export type Admin = Selectable<AdminTable>;
export type Session = Selectable<SessionTable>;
export type AccessLink = Selectable<AccessLinkTable>;
export type AuditCount = Selectable<AuditCountTable>;
export type OutboxEntry = Selectable<OutboxTable>;
export type Enquiry = Selectable<EnquiryTable>;
export type NewEnquiry = Omit<Insertable<EnquiryTable>, 'email_key'>;
export type Note = Selectable<NoteTable>;
export type StatusChange = Selectable<StatusChangeTable>;
export type Quarantined = Selectable<QuarantineTable>;
export type Attachment = Selectable<AttachmentTable>;
export type Assignment = Selectable<AssignmentTable>;
export type FollowUp = Selectable<FollowUpTable>;
export type Reply = Selectable<ReplyTable>;
export type ReplyTemplate = Selectable<ReplyTemplateTable>;
