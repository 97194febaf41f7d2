import { findAdminById } from '#db/accounts.ts';
import { type Db, inTransaction } from '#db/database.server.ts';
import { type Holder, changeHolder, readHolder } from '#db/desk-changes.ts';
import { athensText } from '#app/domain/athens-time.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';

/** Whom an enquiry is to be given to, and who had it when the form was shown; null: nobody. */
export interface Assignment {
  enquiryId: number;
  from: number | null;
  to: number | null;
}

export type AssignmentResult =
  | { kind: 'assigned' }
  | { kind: 'stale'; holder: string | null; since: string | null }
  | { kind: 'unknown' }
  | { kind: 'gone' };

/**
 * Gives an enquiry to an admin, or to nobody, unless somebody else did since `from` was shown: then
 * nothing is overwritten, and who has it is told (DA-3). A disabled admin is given nothing.
 */
export function assignEnquiry(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to }: Assignment,
): Promise<AssignmentResult> {
  return inTransaction(async (tx) => {
    const holder = to === null ? null : await findHolder(tx, to);
    if (holder === undefined) return { kind: 'unknown' };
    const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    if (await changeHolder(tx, deed, from, holder)) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'assignment.changed', adminId: admin.id, details });
      return { kind: 'assigned' };
    }
    return staleOf(tx, enquiryId, admin);
  });
}

async function findHolder(tx: Db, id: number): Promise<Holder | undefined> {
  const admin = await findAdminById(tx, id);
  return admin?.disabled === 0 ? admin : undefined;
}

async function staleOf(
  tx: Db,
  enquiryId: number,
  { language }: SignedInAdmin,
): Promise<AssignmentResult> {
  const found = await readHolder(tx, enquiryId);
  if (!found) return { kind: 'gone' };
  const holder = found.holder?.email ?? null;
  const known = found.last?.to_email === holder ? found.last : undefined;
  const since = known ? athensText(known.created_at, language) : null;
  return { kind: 'stale', holder, since };
}
