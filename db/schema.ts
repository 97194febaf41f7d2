import type { Generated, Insertable, Selectable } from 'kysely';
import type { ENQUIRY_FIELDS, EnquiryField } from '#app/enquiry-fields.server.ts';
import { normaliseUnicode, removeInvisibleCharacters } from '#app/unicode.ts';

export const STORED_LANGUAGES = ['en', 'el'] as const;
export type StoredLanguage = (typeof STORED_LANGUAGES)[number];

export const STATUSES = ['new', 'in_progress', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

/** Channels other than the site by which an enquiry comes or is answered; `mail` is post or e-mail. */
export const CHANNELS = ['phone', 'visit', 'mail'] as const;
/** How a recorded answer was given; `none` completes an enquiry that needs no answer (DK-8). */
export const ANSWER_CHANNELS = [...CHANNELS, 'none'] as const;
export type AnswerChannel = (typeof ANSWER_CHANNELS)[number];
export const SOURCES = ['site', ...CHANNELS] as const;
export type Source = (typeof SOURCES)[number];

/** One column for each declared field. A column without a `min` or `choices` defaults to ''. */
type FieldColumns = {
  [Field in EnquiryField]: (typeof ENQUIRY_FIELDS)[Field] extends
    { min: number } | { choices: readonly string[] }
    ? string
    : Generated<string>;
};

interface FromForm extends FieldColumns {
  id: Generated<number>;
  created_at: string;
  /** 1 when a human verification passed; 0 shows as 'Unverified' (docs/rules.md). */
  verified: number;
  about_project: string | null;
  /** As getSenderKey() makes it. */
  email_key: string;
  language: Generated<StoredLanguage>;
}

/** The e-mail stays when the admin's account is deleted. */
interface ByDesk {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
}

/** Times are ISO 8601 UTC text where people read them, otherwise epoch ms; flags are 0 or 1. */
export interface Schema {
  contact_submissions: FromForm & {
    status: Generated<Status>;
    assigned_to: number | null;
    /** An ISO day in Athens. */
    due_on: string | null;
    source: Generated<Source>;
    /** The e-mail of the admin who wrote it down; null if it came through the site. */
    written_by: string | null;
    /** 1 from the customer's answer until an admin opens the enquiry. */
    unread: Generated<number>;
    /** 1 if the honeypot was filled although the sender passed the human check. */
    suspected: Generated<number>;
  };
  /** Belongs to an enquiry or to a suspected submission: exactly one of the two ids is set. */
  attachments: {
    id: Generated<number>;
    enquiry_id: number | null;
    spam_id: number | null;
    /** Cleaned: never a path. */
    name: string;
    type: string;
    size: number;
    sha256: string;
    file: string;
    created_at: string;
    /** When a scanner last found it clean; null if it was never scanned. */
    scanned_at: Generated<string | null>;
    scan_tries: Generated<number>;
    /** `lost`: the operator has acknowledged that the file is missing or damaged. */
    removed: Generated<'infected' | 'space' | 'lost' | null>;
    /** The row of `messages` that it came with; null for a file of the form. */
    from_message: Generated<number | null>;
    /** The reply that it left with; null for a file of the customer. */
    reply_id: Generated<number | null>;
  };
  /** E-mails from customers, and reports that a mail could not be delivered. */
  messages: {
    id: Generated<number>;
    enquiry_id: number;
    /** Its Message-ID, with angle brackets; null if it has none. */
    message_id: string | null;
    /** A hash of the message without transport headers. With the Message-ID it identifies a message. */
    body_hash: string;
    /** When the mail server received it, not the sender's own date. */
    received_at: string;
    sender: string;
    kind: MessageKind;
    subject: string;
    text: string;
    quoted_text: string;
    /** 1 if the rest of the text is in the mailbox only. */
    is_cut: Generated<number>;
    /** A JSON list of UnkeptFile. */
    unkept_files: Generated<string>;
    /** The Message-IDs of its References, separated by spaces. */
    reference_ids: Generated<string>;
    /** The reply that a bounce is about; null for a bounce of a receipt, and for other messages. */
    reply_id: Generated<number | null>;
    /** Why the server could not deliver the mail of a bounce, in the server's words. */
    reason: Generated<string>;
    /** When an admin discarded a bounce. */
    discarded_at: Generated<string | null>;
  };
  message_search: { rowid: number; words: string };
  enquiry_search: { rowid: number; words: string };
  /** How far each mailbox was read. Every mailbox that was ever configured has a row. */
  mailboxes: {
    id: Generated<number>;
    server: string;
    user: string;
    folder: string;
    /** The first sign-in: older messages are never read. */
    switched_on_at: string | null;
    uid_validity: number | null;
    last_uid: number | null;
    /** Set when the server has renumbered: below it, messages from before `switched_on_at` are not read. */
    dated_below_uid: number | null;
    message_count: number | null;
    last_read_at: string | null;
    error: MailboxError | null;
    error_since: string | null;
  };
  /** The tokens of stored forms, so that the same form sent twice is stored once (CF-8). */
  enquiry_forms: { token_hash: string; enquiry_id: number; created_at: string };
  used_challenges: { id: string; expires_at: number };
  /** A view: '#' and the digits of the phone number, without 0030 or 30 at the start. */
  enquiry_phone_keys: { id: number; phone_key: string };
  enquiry_notes: ByDesk & { note: string };
  enquiry_changes: {
    id: Generated<number>;
    enquiry_id: number;
    field: 'status' | 'assigned_to' | 'due_on';
    /** A status, the email of an assignee or an ISO day, which stay when the account is deleted; null for none. */
    from_value: string | null;
    to_value: string | null;
    /** The email of an admin; null if a message changed it. */
    by_admin: string | null;
    by_message: Generated<number | null>;
    created_at: string;
  };
  /** Replies by e-mail, and answers by other channels, which have no subject and no mail (DK-3). */
  replies: ByDesk & {
    channel: Generated<AnswerChannel | 'email'>;
    subject: string;
    message: string;
    /** Identifies the page load of the form: one page load sends at most one reply to an enquiry. */
    form_key: string;
    /** Its mail in the outbox; null once that was discarded or deleted after sending. */
    mail_id: number | null;
    /** Copied from the outbox by a trigger, because sent mail is deleted there. */
    state: Generated<'queued' | 'sent' | 'failed'>;
    /** 1 if this reply moved the enquiry from new to in_progress. */
    started_progress: number;
  };
  reply_templates: Record<`${'subject' | 'message'}_${StoredLanguage}`, string> & {
    id: Generated<number>;
    name: string;
    version: Generated<number>;
  };
  /** Submissions that filled the honeypot, kept for 30 days in case a person wrote them. */
  spam: FromForm & {
    reason: string;
    /** A keyed hash of the client's address, valid for one day: one sender cannot fill the table. */
    ip_hash: string | null;
    form_hash: string | null;
    /** The number shown to its sender; no enquiry has it. */
    number: number | null;
  };
  admins: {
    id: Generated<number>;
    /** As normaliseEmail() makes it. */
    email: string;
    /** Null until the invitation is accepted, and no login is possible. */
    password_hash: string | null;
    disabled: Generated<number>;
    created_at: string;
    /** Encrypted; null without two-step login. */
    totp_secret: string | null;
    /** The 30-second time step of the last accepted code: a code works once. */
    totp_last_step: number | null;
    language: Generated<StoredLanguage>;
    digest: Generated<number>;
    last_sign_in_at: Generated<string | null>;
    /** The random user handle of the admin's passkeys; null before the first one. */
    passkey_handle: Generated<string | null>;
    /** Who the admin is for customers (DA-8); '' if unknown. */
    name: Generated<string>;
    role_en: Generated<string>;
    role_el: Generated<string>;
    phone: Generated<string>;
  };
  recovery_codes: { code_hash: string; admin_id: number };
  sessions: {
    token_hash: string;
    admin_id: number;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
    ip_hash: string | null;
    agent_hash: string | null;
    /** When the password (and the second step) was last given in this session (PP-2). */
    confirmed_at: Generated<number>;
  };
  /** `id` is the credential id of WebAuthn, base64url. */
  passkeys: {
    id: string;
    admin_id: number;
    name: string;
    public_key: Uint8Array<ArrayBuffer>;
    counter: number;
    created_at: string;
  };
  /** Sessions that the server ended, so that the login page can say why. */
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
    /** The name of the limit and a hash of the client or account it limits. */
    key: string;
    /** A hash of the account that was tried: unlocking that account deletes the use. */
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
    ip_hash: string | null;
    request_id: string;
    details: string;
  };
  audit_counts: {
    minute: string;
    event: string;
    /** 0 if the event is about no admin. */
    admin_id: number;
    /** As in the audit log, or OTHERS, or '' if unknown. */
    ip_hash: string;
    count: number;
  };
  /** The encrypted message is deleted once it is sent, and kept if it failed. */
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
    /** With angle brackets. */
    message_id: string;
  };
  /** The Message-IDs of receipts and replies, by which a visitor's answer names its enquiry (AN-2). */
  sent_message_ids: {
    message_id: string;
    enquiry_id: number;
    /** Null for a receipt. Set by a trigger. */
    reply_id: Generated<number | null>;
  };
  /** The enquiries that a mail about several names: erasing one of them deletes the mail. */
  outbox_mentions: { mail_id: number; enquiry_id: number };
  /** One row for each admin and day; without a mail if there was nothing to report. */
  digests: {
    admin_id: number;
    day: string;
    created_at: number;
    mail_id: number | null;
  };
  /** The content of the site (PB-1): fields as JSON, as app/content/kinds.server.ts declares them. */
  site_entries: {
    id: Generated<number>;
    kind: string;
    /** A date and a name that never change, used as feed id. Null in entries older than the column. */
    uid: string | null;
    position: number;
    /** Set when it is first published; an offline entry keeps it. */
    slug: string | null;
    live: Generated<number>;
    /** 1 while the published content is unchanged sample content. */
    sample: Generated<number>;
    /** Unpublished changes, or null. */
    draft: string | null;
    published: string | null;
    published_at: string | null;
    /** Optimistic lock: incremented by every save. */
    version: Generated<number>;
    changed_at: string;
    changed_by: string;
    /** The form that saved it last: sending that form twice is one change and no conflict. */
    changed_form: string | null;
    deleted_at: string | null;
  };
  former_slugs: { kind: string; slug: string; entry_id: number };
  site_publications: {
    id: Generated<number>;
    entry_id: number;
    at: string;
    admin_email: string;
    content: string;
  };
  site_media: {
    /** The SHA-256 of the uploaded file, in hex. */
    name: string;
    /** 0 for PDFs and word-marks. */
    width: number;
    height: number;
    widths: string;
    tone: number;
    /** JSON: for each stored file the part of its name after `name-` (or `name`), and its SHA-256. */
    files: string;
    bytes: number;
    last_used_at: string;
  };
  seeded_kinds: { kind: string };
  milestones: { name: 'backup' | 'own'; reached_at: string };
  site_revision: { id: number; revision: number };
  store_probe: { id: number; at: number };
  last_retention: { id: number; at: number };
}

export type SessionEnd = 'elsewhere' | 'operator' | 'password' | 'idle' | 'expired' | 'displaced';

export type LinkType = 'recovery' | 'invite';

export type MessageKind = 'answer' | 'automatic' | 'bounce';

export type MailboxError = 'refused' | 'folder-missing' | 'unreachable';

/** A file that is not kept, and why: AT-3, a `small` inline picture, or `no-room` for attachments. */
export type UnkeptFile =
  | { kind: 'notAccepted' | 'empty' | 'small' | 'no-room'; name: string }
  | { kind: 'tooLarge' | 'together'; name: string; mb: number }
  | { kind: 'tooMany'; name: string; count: number };

export type Admin = Selectable<Schema['admins']>;
export type Passkey = Selectable<Schema['passkeys']>;
export type Session = Selectable<Schema['sessions']>;
export type AccessLink = Selectable<Schema['access_links']>;
export type AuditCount = Selectable<Schema['audit_counts']>;
export type OutboxEntry = Selectable<Schema['outbox']>;
export type Enquiry = Selectable<Schema['contact_submissions']>;
export type NewEnquiry = Omit<Insertable<Schema['contact_submissions']>, 'email_key'>;
export type NewReply = Omit<
  Insertable<Schema['replies']>,
  keyof Insertable<ByDesk> | 'started_progress'
>;
export type Spam = Selectable<Schema['spam']>;
export type Attachment = Selectable<Schema['attachments']>;
export type Message = Selectable<Schema['messages']>;
export type Mailbox = Selectable<Schema['mailboxes']>;
export type Reply = Selectable<Schema['replies']>;
export type ReplyTemplate = Selectable<Schema['reply_templates']>;

/** Returns the key under which a sender is found: of the email or, without one, of the phone number. */
export function getSenderKey({ email, phone = '' }: Pick<NewEnquiry, 'email' | 'phone'>): string {
  return getEmailKey(email || phone);
}

/** Returns the same text for all spellings of an email: visible, lower case, NFKC, no final sigmas, ASCII domain. */
export function getEmailKey(email: string): string {
  const visible = removeInvisibleCharacters(email).trim();
  const lowered = normaliseUnicode(visible, 'NFKC').toLowerCase();
  // Letters in lower case need not be in NFKC.
  const folded = normaliseUnicode(lowered, 'NFKC');
  const [, localPartWithAt, domain] = /^(.*@)([^@]*)$/s.exec(folded) ?? [];

  // Such as a phone number (getSenderKey).
  if (localPartWithAt === undefined || domain === undefined) return folded.replaceAll('ς', 'σ');
  return localPartWithAt.replaceAll('ς', 'σ') + toAsciiDomain(domain);
}

/** Returns the domain unchanged if it is invalid. */
function toAsciiDomain(domain: string): string {
  const hasUrlSyntax = /[\s/?#:[\]\\%]/.test(domain);
  if (hasUrlSyntax) return domain;
  return URL.parse(`http://${domain}`)?.hostname || domain;
}
