import { logError } from '#app/log.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { readStatus } from '#db/desk/desk-updates.ts';
import type { WrittenReply } from '#db/reply-schema.ts';
import type { KeptChange } from '#db/signed-out-schema.ts';
import type { Status } from '#db/status.ts';
import {
  deleteOldUnsaved,
  deleteUnsaved,
  findUnsaved,
  handOnUnsaved,
  insertUnsaved,
} from '#db/desk/unsaved-changes.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { seal, unseal } from '#app/domain/sealing.server.ts';
import type { SignedInAdmin } from './sessions.server.ts';

const LIFE_MS = DESK.unsavedMinutes * MINUTE;

/** What an admin sent to the desk when their session had ended. */
export interface UnsavedChanges {
  enquiryId: number;
  status?: { from: Status; to: Status } | undefined;
  note?: string | undefined;
  reply?: WrittenReply | undefined;
}

/**
 * Keeps what the session of `token` may not save any more, for its own admin and browser and for
 * DESK.unsavedMinutes. It goes with its enquiry. False where there is nothing to keep.
 */
export async function keepUnsaved(
  token: string,
  adminId: number,
  { enquiryId, status, note, reply }: UnsavedChanges,
  now = Date.now(),
): Promise<boolean> {
  if (!status && !note && !reply) return false;
  const of = { token_hash: hashToken(token), admin_id: adminId, enquiry_id: enquiryId };
  const keep = (tx: Db, kind: KeptChange['kind'], text: string) =>
    insertUnsaved(tx, { ...of, kind, sealed: seal('unsaved-change', text), created_at: now });
  const kept = await inTransaction(async (tx) => {
    await deleteOldUnsaved(tx, now - LIFE_MS);
    if (!(await readStatus(tx, enquiryId))) return false;
    if (status) await keep(tx, 'status', `${status.from} ${status.to}`);
    if (note) await keep(tx, 'note', note);
    if (reply) await keep(tx, 'reply', JSON.stringify(reply));
    return true;
  });
  if (kept) setTimeout(dropOld, LIFE_MS).unref();
  return kept;
}

/** Whether anything is kept for the session that a cookie was of. */
export async function hasUnsaved(token: string, now = Date.now()): Promise<boolean> {
  return (await findUnsaved(database(), hashToken(token), now - LIFE_MS)).length > 0;
}

/** At a login: what the browser's last session left is its admin's again, or nobody's. */
export async function takeOverUnsaved(
  tx: Db,
  { presented, session, adminId }: { presented: string | null; session: string; adminId: number },
): Promise<void> {
  if (!presented) return;
  const from = hashToken(presented);
  await handOnUnsaved(tx, { from, to: hashToken(session), adminId });
  await deleteUnsaved(tx, from);
}

/** Unsaved changes as they are offered again, with the name of the enquiry's sender. */
export type OfferedChanges = UnsavedChanges & { name: string };

/** The changes to offer again in a session; null where there are none. */
export async function readUnsaved(
  admin: SignedInAdmin,
  token: string | null,
  now = Date.now(),
): Promise<OfferedChanges | null> {
  if (!token) return null;
  const kept = await findUnsaved(database(), hashToken(token), now - LIFE_MS);
  const own = kept.filter((change) => change.admin_id === admin.id);
  const last = own.at(-1);
  if (!last) return null;
  const of = own.filter((change) => change.enquiry_id === last.enquiry_id);
  const text = (kind: KeptChange['kind']) => {
    const change = of.find((each) => each.kind === kind);
    return change && (unseal('unsaved-change', change.sealed) ?? undefined);
  };
  const [from, to] = (text('status')?.split(' ') ?? []) as [Status?, Status?];
  const status = from && to && { from, to };
  const written = text('reply');
  const reply = written === undefined ? undefined : (JSON.parse(written) as WrittenReply);
  return { enquiryId: last.enquiry_id, name: last.full_name, status, note: text('note'), reply };
}

/** Drops what has been done, or is not wanted: one kind on one enquiry, or all of a session. */
export async function dropUnsaved(
  token: string | null,
  done?: { kind: KeptChange['kind']; enquiryId: number },
): Promise<void> {
  if (!token) return;
  const which = done && { kind: done.kind, enquiry_id: done.enquiryId };
  await deleteUnsaved(database(), hashToken(token), which);
}

function dropOld(): void {
  deleteOldUnsaved(database(), Date.now() - LIFE_MS).catch((error: Error) =>
    logError('unsaved-changes', { reason: error.message }),
  );
}
