import type { Generated, Insertable, Selectable } from 'kysely';

export const STORED_LANGUAGES = ['en', 'el'] as const;
export type StoredLanguage = (typeof STORED_LANGUAGES)[number];

export const STATUSES = ['new', 'in_progress', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

/** Ways beside the site by which an enquiry comes or is answered; mail is by letter or mailbox. */
export const CHANNELS = ['phone', 'visit', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];
export const SOURCES = ['site', ...CHANNELS] as const;
export type Source = (typeof SOURCES)[number];

interface FromForm {
  id: Generated<number>;
  full_name: string;
  email: string;
  phone: string;
  company: string;
  project: string;
  message: string;
  created_at: string;
  /** 1 when a human verification passed; 0 shows as 'Unverified' (ledger, Decisions). */
  verified: number;
  about_project: string | null;
  /** As emailKey() makes it; null where another program wrote the row. */
  email_key: Generated<string | null>;
  language: Generated<StoredLanguage>;
}

/** Their address stays when their account has gone. */
interface ByDesk {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
}

/** Instants are ISO 8601 UTC text where people read them, else ms since 1970; flags are 0 or 1. */
export interface Schema {
  contact_submissions: FromForm & {
    status: Generated<Status>;
    assigned_to: number | null;
    /** An ISO day in Athens. */
    due_on: string | null;
    source: Generated<Source>;
    /** The address of who wrote it down; null when it came by the site. */
    written_by: string | null;
  };
  /** Of an enquiry or of what was set aside: exactly one of the two is named. */
  attachments: {
    id: Generated<number>;
    enquiry_id: number | null;
    quarantine_id: number | null;
    /** Cleaned: never a path. */
    name: string;
    type: string;
    size: number;
    sha256: string;
    file: string;
    created_at: string;
    /** When a scanner last found nothing in it; null when none has looked. */
    scanned_at: Generated<string | null>;
    scan_tries: Generated<number>;
    removed: Generated<'infected' | 'space' | null>;
  };
  /** One page load of the form that was stored: sending it again finds it here. */
  enquiry_forms: { token_hash: string; enquiry_id: number; created_at: string };
  used_challenges: { id: string; expires_at: number };
  /** Kept by triggers, so that no count reads the whole table. */
  enquiry_counts: { status: Status; total: number };
  enquiry_notes: ByDesk & { note: string };
  status_changes: ByDesk & { from_status: Status; to_status: Status };
  assignments: ByDesk & { from_email: string | null; to_email: string | null };
  follow_ups: ByDesk & { from_day: string | null; to_day: string | null };
  /** What was answered by another channel than email is recorded: no subject, no mail, sent. */
  replies: ByDesk & {
    channel: Generated<Channel | 'email'>;
    subject: string;
    message: string;
    /** Of the page it was written on: one page sends one reply to an enquiry. */
    form_key: string;
    /** The mail that carries it; null when that was discarded, or is long out. */
    mail_id: number | null;
    state: Generated<ReplyState>;
    /** 1 when it took a new enquiry in progress. */
    began: number;
  };
  reply_templates: Record<`${'subject' | 'message'}_${StoredLanguage}`, string> & {
    id: Generated<number>;
    name: string;
    version: Generated<number>;
  };
  /** What filled the honeypot: kept for a while, in case a person wrote it. */
  quarantine: FromForm & {
    reason: string;
    /** Names the network address for that day alone, so that one sender cannot fill the table. */
    address: string | null;
    form_hash: string | null;
    /** What its sender was told: no enquiry has it. Null before there were numbers. */
    number: number | null;
  };
  admins: {
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
    language: Generated<StoredLanguage>;
    digest: Generated<number>;
  };
  recovery_codes: { code_hash: string; admin_id: number };
  sessions: {
    token_hash: string;
    admin_id: number;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
    address_hash: string | null;
    agent_hash: string | null;
    /** A form that met the end of the session before, sealed: it may hold anything. */
    draft: Generated<string | null>;
  };
  /** Sessions that ended behind their browser's back, so that it can be told why. */
  ended_sessions: { token_hash: string; admin_id: number; reason: SessionEnd; ended_at: number };
  access_links: {
    id: Generated<number>;
    admin_id: number;
    type: LinkType;
    access_hash: string;
    refresh_hash: string;
    code_hash: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    mail_id: number | null;
  };
  devices: { nonce_hash: string; admin_id: number; created_at: number };
  counted_uses: {
    id: Generated<number>;
    /** The limit's name and a hash of who is limited. */
    key: string;
    /** The account tried, as a key: unlocking it takes the use back. */
    account: string | null;
    at: number;
    /** 1 while a password is being verified. */
    pending: Generated<number>;
  };
  audit_log: {
    id: Generated<number>;
    at: string;
    event: string;
    admin_id: number | null;
    address: string | null;
    request_id: string;
    details: string;
  };
  audit_counts: {
    minute: string;
    event: string;
    /** 0 when no admin's account is meant. */
    admin_id: number;
    /** As in the audit log, OTHERS, or '' where no address is known. */
    address: string;
    count: number;
  };
  /** The sealed message is dropped once it is out, and kept when it failed. */
  outbox: {
    id: Generated<number>;
    kind: string;
    enquiry_id: number | null;
    sealed: string | null;
    created_at: number;
    next_attempt_at: number;
    attempts: Generated<number>;
    sent_at: number | null;
    last_error: string | null;
    failed_at: number | null;
    give_up_at: number;
  };
  /** An enquiry whose sender a mail names beside others: erased with each of them. */
  outbox_mentions: { mail_id: number; enquiry_id: number };
  /** Without a mail when there was nothing to say. */
  digests: {
    admin_id: number;
    day: string;
    created_at: number;
    mail_id: number | null;
  };
  /** What the site says (PB-1): the fields of a kind as JSON, as app/content/kinds.server.ts declares them. */
  site_entries: {
    id: Generated<number>;
    kind: string;
    /** A day and a name that stay: feeds call it so. Null in what is older than the column. */
    uid: string | null;
    position: number;
    /** Its address since it was first published; an offline one keeps it. */
    slug: string | null;
    live: Generated<number>;
    /** Null when nothing waits to be published. */
    draft: string | null;
    published: string | null;
    published_at: string | null;
    /** Raised by every save: who saves over another's is refused. */
    version: Generated<number>;
    changed_at: string;
    changed_by: string;
    /** The page load of the form that changed it last: sent again it is one change, and never stale. */
    changed_form: string | null;
    deleted_at: string | null;
  };
  site_addresses: { kind: string; slug: string; entry_id: number };
  site_publications: {
    id: Generated<number>;
    entry_id: number;
    at: string;
    admin_email: string;
    content: string;
  };
  site_media: {
    /** The SHA-256 of the file that came, in hex. */
    name: string;
    /** Zero of a PDF and of a word-mark, which have no measures. */
    width: number;
    height: number;
    widths: string;
    tone: number;
    /** What follows the name (and, but for an ending, a dash) in that of each file, and its SHA-256: JSON. */
    files: string;
    bytes: number;
    last_used_at: string;
  };
  site_filled: { kind: string };
  milestones: { name: Milestone; reached_at: string };
  site_revision: { id: number; revision: number };
  store_probe: { id: number; at: number };
  last_retention: { id: number; at: number };
}

export type SessionEnd = 'elsewhere' | 'operator' | 'password' | 'idle' | 'expired' | 'displaced';

export type LinkType = 'recovery' | 'invite';

/** Kept by a trigger, so that it outlives the outbox. */
type ReplyState = 'queued' | 'sent' | 'failed';

export type Milestone = 'mail' | 'backup' | 'own';

export type Admin = Selectable<Schema['admins']>;
export type AccessLink = Selectable<Schema['access_links']>;
export type AuditCount = Selectable<Schema['audit_counts']>;
export type OutboxEntry = Selectable<Schema['outbox']>;
export type Enquiry = Selectable<Schema['contact_submissions']>;
export type NewEnquiry = Omit<Insertable<Schema['contact_submissions']>, 'email_key'>;
export type NewReply = Omit<Insertable<Schema['replies']>, keyof Insertable<ByDesk> | 'began'>;
export type StatusChange = Selectable<Schema['status_changes']>;
export type Quarantined = Selectable<Schema['quarantine']>;
export type Attachment = Selectable<Schema['attachments']>;
export type ReplyTemplate = Selectable<Schema['reply_templates']>;

/** Who left no address is found by the phone number, as it was written. */
export function senderKey({ email, phone }: Pick<NewEnquiry, 'email' | 'phone'>): string {
  return emailKey(email || phone);
}

/** However typed: compatibility forms folded, lower case in every script, one form of sigma. */
export function emailKey(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
