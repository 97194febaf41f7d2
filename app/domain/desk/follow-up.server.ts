import { inTransaction } from '#db/database.server.ts';
import { changeFollowUp, readFollowUp } from '#db/desk-changes.ts';
import { athensText, dayText } from '#app/domain/athens-time.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';

/** ISO days in Athens; null: none. `from` is what it was when the form was shown. */
export interface FollowUp {
  enquiryId: number;
  from: string | null;
  to: string | null;
}

export type FollowUpResult =
  | { kind: 'set' }
  | { kind: 'stale'; day: string | null; moved: { by: string; at: string } | null }
  | { kind: 'gone' };

/** Sets the follow-up day of an enquiry, unless somebody else did since `from` was shown (DA-4). */
export function setFollowUp(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to }: FollowUp,
): Promise<FollowUpResult> {
  return inTransaction(async (tx) => {
    const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    if (await changeFollowUp(tx, deed, from, to)) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'follow-up.changed', adminId: admin.id, details });
      return { kind: 'set' };
    }
    const found = await readFollowUp(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const { day, last } = found;
    const at = last ? athensText(last.created_at, admin.language) : '';
    const moved = last?.to_day === day ? { by: last.admin_email, at } : null;
    return { kind: 'stale', day: day && dayText(day, admin.language), moved };
  });
}
