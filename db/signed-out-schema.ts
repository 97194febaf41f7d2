import type { Selectable } from 'kysely';

/** Why a session ended that nobody signed out of. */
export type SessionEnd = 'elsewhere' | 'operator' | 'password' | 'idle' | 'expired' | 'displaced';

/** Sessions that ended behind their browser's back, so that it can be told why. */
export interface EndedSessionTable {
  token_hash: string;
  admin_id: number;
  reason: SessionEnd;
  ended_at: number;
}

/** What an admin sent when their session had ended: offered again for a while after the login. */
export interface UnsavedChangeTable {
  /** Of the session that had ended, then of the one that took its place. */
  token_hash: string;
  kind: 'status' | 'note' | 'reply';
  admin_id: number;
  enquiry_id: number;
  /** The change, sealed: a note or a reply may say anything. */
  sealed: string;
  created_at: number;
}

export type KeptChange = Selectable<UnsavedChangeTable>;
