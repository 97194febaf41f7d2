import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type {
  EnquiryCountTable,
  NoteTable,
  QuarantineTable,
  StatusChangeTable,
} from './desk-schema.ts';

/** The tables as SQLite keeps them: instants are ISO 8601 UTC text, flags 0 or 1. */
export interface Schema {
  contact_submissions: EnquiryTable;
  enquiry_forms: EnquiryFormTable;
  enquiry_sends: EnquirySendTable;
  used_challenges: UsedChallengeTable;
  enquiry_counts: EnquiryCountTable;
  enquiry_notes: NoteTable;
  status_changes: StatusChangeTable;
  quarantine: QuarantineTable;
}

export const STATUSES = ['new', 'in_progress', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

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
  /**
   * Where it stands among all, by the second it came in and then by id: what pages walk.
   * Larger than a JavaScript number holds: select it as text, compare it with a bigint.
   */
  place: GeneratedAlways<bigint>;
}

/** One page load of the contact form that was stored: sending it again finds it here (CF-8). */
interface EnquiryFormTable {
  token_hash: string;
  enquiry_id: number;
  created_at: string;
}

/** What the contact throttle counts (CF-9): keyed hashes, deleted after a day. */
interface EnquirySendTable {
  id: Generated<number>;
  sent_at: number;
  visitor: string | null;
  address: string;
  strict: number;
}

/** Solved challenges that were spent, kept until they expire: no replay (CF-12). */
interface UsedChallengeTable {
  id: string;
  expires_at: number;
}

export type Enquiry = Selectable<EnquiryTable>;
export type NewEnquiry = Insertable<EnquiryTable>;
