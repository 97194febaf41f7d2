import { inTransaction } from '#db/database.server.ts';
import { changeStatus, readStatus } from '#db/desk-changes.ts';
import type { Status } from '#db/schema.ts';
import { athensText } from '#app/domain/athens-time.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { type StatusUndo, undoOf } from './status-undo.server.ts';

export interface StatusSetting {
  enquiryId: number;
  from: Status;
  to: Status;
  after?: number | undefined;
}

export type StatusResult =
  | { kind: 'changed'; undo: StatusUndo | null }
  | { kind: 'stale'; status: Status; by: string | null; at: string | null }
  | { kind: 'gone' };

/**
 * Sets a status unless somebody else did since `from` was shown: a stale change is refused with who
 * made the other one and nothing is overwritten (D-4). With `after`, the id of a change, any change
 * since that one makes it stale: what takes a change back (DA-6).
 */
export function setStatus(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to, after }: StatusSetting,
): Promise<StatusResult> {
  return inTransaction(async (tx) => {
    const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    const found = await readStatus(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const isLast = after === undefined || after === found.change?.id;
    if (isLast && (await changeStatus(tx, deed, from, to))) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'status.changed', adminId: admin.id, details });
      const made = from === to ? undefined : (await readStatus(tx, enquiryId))?.change;
      return { kind: 'changed', undo: made ? undoOf(made) : null };
    }
    const { status, change } = found;
    const known = change?.to_status === status ? change : undefined;
    const at = known ? athensText(known.created_at, admin.language) : null;
    return { kind: 'stale', status, by: known?.admin_email ?? null, at };
  });
}
