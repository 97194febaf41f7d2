import type { Generated, Selectable } from 'kysely';
import type { StoredLanguage } from './language.ts';
import type { Status } from './status.ts';

/** How many enquiries have a status; kept by triggers, so that no count walks the table. */
export interface EnquiryCountTable {
  status: Status;
  total: number;
}

export interface NoteTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  note: string;
}

export interface StatusChangeTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_status: Status;
  to_status: Status;
}

/** What filled the honeypot (CF-7): kept apart for a while, in case a person wrote it. */
export interface QuarantineTable {
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

export type Note = Selectable<NoteTable>;
export type StatusChange = Selectable<StatusChangeTable>;
export type Quarantined = Selectable<QuarantineTable>;
