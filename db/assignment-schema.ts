import type { Generated, Selectable } from 'kysely';

/** Who gave an enquiry from whom to whom, by their addresses; null stands for nobody. */
export interface AssignmentTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_email: string | null;
  to_email: string | null;
}

/** Who moved the follow-up day of an enquiry, from which ISO day to which; null stands for none. */
export interface FollowUpTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  from_day: string | null;
  to_day: string | null;
}

/** That the digest of a day is done for an admin; without a mail when there was nothing to say. */
export interface DigestTable {
  admin_id: number;
  /** ISO day in Athens. */
  day: string;
  created_at: number;
  mail_id: number | null;
}

export type Assignment = Selectable<AssignmentTable>;
export type FollowUp = Selectable<FollowUpTable>;
