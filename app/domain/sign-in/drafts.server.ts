import { setSessionDraft } from '#db/accounts.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { MINUTE } from '#app/domain/clock.server.ts';
import { hashToken, seal, unseal } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { inTransaction } from '#db/database.server.ts';

const draft = z.object({
  admin: z.number(),
  form: z.string(),
  fields: z.record(z.string(), z.string()),
  until: z.number(),
});

/** A form of the desk as it was sent when its session had ended: which one, and what it held. */
export type RestoredDraft = Pick<z.infer<typeof draft>, 'form' | 'fields'>;

/** Seals a draft, for its own admin and for DESK.draftMinutes: the login page carries it. */
export function sealDraft(admin: number, written: RestoredDraft, now = Date.now()): string {
  const text = JSON.stringify({ admin, ...written, until: now + DESK.draftMinutes * MINUTE });
  // Greek posted as a form is three times as long as it is here.
  return seal('draft', deflateRawSync(text).toString('base64'));
}

/** The draft of sealDraft(); null when it is old, another admin's, or not ours. */
export function openDraft(
  sealed: string | null | undefined,
  adminId: number,
  now = Date.now(),
): RestoredDraft | null {
  const packed = sealed ? unseal('draft', sealed) : null;
  if (packed === null) return null;
  const text = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const { admin, until, ...written } = draft.parse(JSON.parse(text));
  return admin === adminId && now < until ? written : null;
}

/** Leaves a draft that came with a login to the new session, if it is that admin's. */
export async function leaveDraft(token: string, adminId: number, sealed: string): Promise<void> {
  if (!openDraft(sealed, adminId)) return;
  await inTransaction((tx) => setSessionDraft(tx, hashToken(token), sealed));
}

/** Whatever is sent next, the draft has had its turn. */
export async function dropDraft(token: string): Promise<void> {
  await inTransaction((tx) => setSessionDraft(tx, hashToken(token), null));
}
