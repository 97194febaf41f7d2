import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  type HeldFile,
  handOnAttachments,
  insertAttachments,
  shrinkQuarantined,
} from '#db/attachments.ts';
import {
  type QuarantineKey,
  addToQuarantine,
  countFromAddress,
  findQuarantined,
  takeFromQuarantine,
} from '#db/quarantine.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import type { Language } from '#app/content/language.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { dailyAddress } from '#app/domain/daily-address.server.ts';
import { hasShareFor, honeypotBytes } from '#app/domain/attachments/attachment-space.server.ts';
import { queueEnquiryEmail } from './enquiry-email.server.ts';
import { bytesIn } from './enquiry-files.server.ts';
import { ENQUIRY_FIELDS } from './enquiry-fields.server.ts';
import { enquirySchema } from './enquiry-schema.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';

/** Why an enquiry was set aside. */
export type QuarantineReason = 'honeypot';

/** What a visitor sent, in the names of the table; instants as ISO 8601 UTC text. */
export interface SuspectFields {
  full_name: string;
  email: string;
  phone?: string;
  company?: string;
  project: string;
  message?: string;
  verified?: number;
  about_project?: string | null;
  language?: Language;
  created_at?: string;
}

const PROJECT_MAX = 100;
const ABOUT_PROJECT_MAX = 200;

/**
 * Sets aside what filled the honeypot (CF-7), with the reason, outside contact_submissions: a
 * password manager may have done it for a person, and the desk can make it an enquiry within
 * DESK.quarantineDays. What is too long to be an enquiry is cut. False when it was not kept: the
 * address has had its share for the day, or there is no room but what others came to first. The
 * address is kept as a name of that day, until the row goes. Its files stay with it (AT-8), within
 * the share of honeypots: the oldest of all of them give way.
 */
export async function quarantine(
  tx: Db,
  fields: SuspectFields,
  reason: QuarantineReason,
  address: string | null = null,
  files: readonly HeldFile[] = [],
): Promise<boolean> {
  const sender = address === null ? null : dailyAddress('quarantine', address, new Date());
  if (sender !== null) {
    const kept = await countFromAddress(tx, sender);
    if (kept >= DESK.quarantinePerAddressAndDay) return false;
  }
  const row = rowOf(fields, reason, sender);
  const id = await addToQuarantine(tx, row, DESK.quarantineRows);
  if (id === null) return false;
  const bytes = bytesIn(files);
  if (bytes > 0 && bytes <= honeypotBytes()) {
    await shrinkQuarantined(tx, honeypotBytes() - bytes);
    if (!(await hasShareFor(tx, bytes))) return true;
    await insertAttachments(tx, { quarantine_id: id }, files, row.created_at);
  }
  return true;
}

function rowOf(fields: SuspectFields, reason: QuarantineReason, address: string | null) {
  return {
    full_name: fields.full_name.slice(0, ENQUIRY_FIELDS.full_name.max),
    email: fields.email.slice(0, ENQUIRY_FIELDS.email.max),
    phone: (fields.phone ?? '').slice(0, ENQUIRY_FIELDS.phone.max),
    company: (fields.company ?? '').slice(0, ENQUIRY_FIELDS.company.max),
    project: fields.project.slice(0, PROJECT_MAX),
    message: (fields.message ?? '').slice(0, ENQUIRY_FIELDS.message.max),
    verified: fields.verified ?? 0,
    about_project: fields.about_project?.slice(0, ABOUT_PROJECT_MAX) ?? null,
    language: fields.language ?? 'en',
    reason,
    created_at: fields.created_at ?? new Date().toISOString(),
    address,
  };
}

export type Released =
  { kind: 'released'; enquiryId: number } | { kind: 'gone' } | { kind: 'incomplete' };

/**
 * 'Not spam': makes it an enquiry of the time it came in, with its notice, all or nothing. What the
 * form would have refused stays where it is.
 */
export async function releaseFromQuarantine(
  key: QuarantineKey,
  requester: Requester,
  admin: SignedInAdmin,
): Promise<Released> {
  if (!Number.isSafeInteger(key.id)) return { kind: 'gone' };
  const item = await findQuarantined(database(), key);
  if (!item) return { kind: 'gone' };
  const fields = enquirySchema.safeParse(item);
  if (!fields.success) return { kind: 'incomplete' };
  return inTransaction(async (tx) => {
    const found = await findQuarantined(tx, key);
    if (!found) return { kind: 'gone' };
    const { verified, about_project, language, created_at } = found;
    const enquiry = await insertEnquiry(tx, {
      ...fields.data,
      verified,
      about_project,
      language,
      created_at,
    });
    // Before its row goes, and all that belongs to it.
    await handOnAttachments(tx, key.id, enquiry.id);
    await takeFromQuarantine(tx, key);
    await queueEnquiryEmail(tx, enquiry);
    const details = { enquiry: enquiry.id };
    await recordAudit(tx, requester, { event: 'quarantine.released', adminId: admin.id, details });
    return { kind: 'released', enquiryId: enquiry.id };
  });
}
