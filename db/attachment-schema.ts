import type { Generated, Selectable } from 'kysely';

/** A file that came with an enquiry, or with what was set aside: exactly one of the two is named. */
export interface AttachmentTable {
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

export type Attachment = Selectable<AttachmentTable>;
