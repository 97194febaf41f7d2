import type { Language } from '#app/content/language.ts';
import {
  deleteDevicesOf,
  deleteLinksOf,
  endSessionsOf,
  findAdmin,
  insertAdmin,
  updateAdmin,
} from '#db/accounts.ts';
import { type Db, inTransaction } from '#db/database.server.ts';
import { withdrawDigests } from '#db/digests.ts';
import type { Admin } from '#db/schema.ts';
import { accountKey, unlockAccount } from '#app/domain/rate-limits.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/plain-text.ts';
import { AUTH } from '#app/domain/limits.ts';
import { removeSecondFactor } from '#app/domain/sign-in/second-factor.server.ts';
import { type IssuedLink, issueLink, queueLinkMail } from './access-links.server.ts';

/** The operator asked for what cannot be done; the message is one line that says why. */
export class AccountError extends Error {}

/**
 * Creates the invited admin, or invites again, and queues the mail, in the language given or that
 * of the admin (at first English). Throws AccountError.
 */
export function inviteAdmin(raw: string, language?: Language): Promise<IssuedLink> {
  const email = normaliseEmail(raw);
  if (email.length > AUTH.emailMax || !isEmailAddress(email)) {
    throw new AccountError(`${raw} is not an e-mail address`);
  }
  return inTransaction(async (tx) => {
    const admin =
      (await findAdmin(tx, email)) ?? (await insertAdmin(tx, email, new Date().toISOString()));
    if (language) await updateAdmin(tx, admin.id, { language });
    const invited = language ? { ...admin, language } : admin;
    return sendLink(tx, invited, 'invite', 'invite.created');
  });
}

/** Throws AccountError. */
export function resetAdmin(email: string): Promise<IssuedLink> {
  return withAdmin(email, (tx, admin) => sendLink(tx, admin, 'recovery', 'reset.requested'));
}

/** Ends an admin's access at once: sessions, links, known browsers and digests under way. */
export function disableAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await updateAdmin(tx, admin.id, { disabled: 1 });
    await endSessionsOf(tx, admin.id, { reason: 'operator', now: Date.now() });
    await deleteLinksOf(tx, admin.id);
    await deleteDevicesOf(tx, admin.id);
    await withdrawDigests(tx, admin.id);
    await recordAudit(tx, OPERATOR, { event: 'admin.disabled', adminId: admin.id });
  });
}

export function enableAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await updateAdmin(tx, admin.id, { disabled: 0 });
    await recordAudit(tx, OPERATOR, { event: 'admin.enabled', adminId: admin.id });
  });
}

export function unlockAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await unlockAccount(tx, accountKey(admin.email));
    await recordAudit(tx, OPERATOR, { event: 'admin.unlocked', adminId: admin.id });
  });
}

export function signOutAdmin(email: string): Promise<number> {
  return withAdmin(email, async (tx, admin) => {
    const now = Date.now();
    const sessions = await endSessionsOf(tx, admin.id, { reason: 'operator', now });
    const details = { sessions };
    await recordAudit(tx, OPERATOR, { event: 'session.revoked', adminId: admin.id, details });
    return sessions;
  });
}

/** Takes an admin's second factor away: their telephone is lost. */
export function resetSecondFactor(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await removeSecondFactor(tx, admin.id);
    await recordAudit(tx, OPERATOR, { event: 'second-factor.reset', adminId: admin.id });
  });
}

async function sendLink(
  tx: Db,
  admin: Admin,
  type: 'invite' | 'recovery',
  event: string,
): Promise<IssuedLink> {
  if (admin.disabled) {
    throw new AccountError(`${admin.email} is disabled: npm run admin -- enable ${admin.email}`);
  }
  const link = await issueLink(tx, admin.id, type);
  await queueLinkMail(tx, admin, link);
  await recordAudit(tx, OPERATOR, { event, adminId: admin.id });
  return link;
}

function withAdmin<T>(raw: string, work: (tx: Db, admin: Admin) => Promise<T>): Promise<T> {
  const email = normaliseEmail(raw);
  return inTransaction(async (tx) => {
    const admin = await findAdmin(tx, email);
    if (!admin) throw new AccountError(`there is no admin ${email}: npm run admin -- list`);
    return work(tx, admin);
  });
}
