import type { Generated, Insertable, Selectable } from 'kysely';
import type { AssignmentTable, DigestTable, FollowUpTable } from './assignment-schema.ts';
import type { AttachmentTable } from './attachment-schema.ts';
import type {
  EnquiryCountTable,
  NoteTable,
  QuarantineTable,
  StatusChangeTable,
} from './desk-schema.ts';
import type { StoredLanguage } from './language.ts';
import type { ReplyTable, ReplyTemplateTable } from './reply-schema.ts';
import type { Status } from './status.ts';

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
export type Admin = Selectable<AdminTable>;
export type Session = Selectable<SessionTable>;
export type AccessLink = Selectable<AccessLinkTable>;
export type AuditCount = Selectable<AuditCountTable>;
export type OutboxEntry = Selectable<OutboxTable>;
export type Enquiry = Selectable<EnquiryTable>;
export type NewEnquiry = Omit<Insertable<EnquiryTable>, 'email_key'>;
