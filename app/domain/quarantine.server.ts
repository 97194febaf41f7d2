import type { Db } from '#db/database.server.ts';
import { addToQuarantine } from '#db/quarantine.ts';
import { CONTACT, DESK } from './limits.ts';

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
  created_at?: string;
}

const ABOUT_PROJECT_MAX = 200;

/**
 * Sets aside what filled the honeypot (CF-7), with the reason, outside contact_submissions: a
 * password manager may have done it for a person, and the desk can make it an enquiry within
 * DESK.quarantineDays. Never refuses: what is too long to be an enquiry is cut.
 */
export async function quarantine(
  tx: Db,
  fields: SuspectFields,
  reason: QuarantineReason,
): Promise<void> {
  const row = {
    full_name: fields.full_name.slice(0, CONTACT.nameMax),
    email: fields.email.slice(0, CONTACT.emailMax),
    phone: (fields.phone ?? '').slice(0, CONTACT.phoneMax),
    company: (fields.company ?? '').slice(0, CONTACT.companyMax),
    project: fields.project.slice(0, CONTACT.companyMax),
    message: (fields.message ?? '').slice(0, CONTACT.messageMax),
    verified: fields.verified ?? 0,
    about_project: fields.about_project?.slice(0, ABOUT_PROJECT_MAX) ?? null,
    reason,
    created_at: fields.created_at ?? new Date().toISOString(),
  };
  await addToQuarantine(tx, row, DESK.quarantineRows);
}
