import type { Language } from '#app/content/language.ts';
import { findAdmin, findAdminById, spendLink } from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import type { AccessLink, Admin } from '#db/schema.ts';
import {
  findByCode,
  findByTokens,
  grantPasswordForm,
  issueLink,
  readPasswordForm,
} from './access-links.server.ts';
import { queueLinkMail } from './account-mail.server.ts';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { steadyNow } from '#app/domain/clock.server.ts';
import { issueDevice, readDevice } from '#app/domain/sign-in/devices.server.ts';
import { unlockKey } from '#app/domain/sign-in/lockout.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';
import { replacePassword } from './new-password.server.ts';
import { passwordError } from '#app/domain/passwords/password-policy.server.ts';
import { hashPassword } from '#app/domain/passwords/passwords.server.ts';
import {
  accountKey,
  addressKey,
  browserKey,
  countUse,
  findMetLimit,
} from '#app/domain/rate-limits.server.ts';

/**
 * Queues a way back in for an address that has an account; says nothing about whether it has one,
 * nor about a limit that was met (ledger AL-7; security model 1.7).
 */
export async function requestReset(email: string, requester: Requester, now = steadyNow()) {
  const asked = await inTransaction(async (tx) => {
    const account = accountKey(email);
    const keys = [`forgot-${account}`, `forgot-${addressKey(requester.address)}`] as const;
    const admin = await findAdmin(tx, email);
    if (await findMetLimit(tx, keys, now)) return admin;
    await countUse(tx, keys, now, account);
    if (!admin || admin.disabled) return admin;
    // Who has not taken up the invitation is invited again, for as long as an invitation lasts.
    const link = await issueLink(tx, admin.id, admin.password_hash ? 'recovery' : 'invite');
    await queueLinkMail(tx, admin, link);
    // As seldom as the limit of an account lets it happen: a row each.
    await recordAudit(tx, requester, { event: 'reset.mailed', adminId: admin.id });
    return admin;
  });
  countEvent(requester, 'reset.requested', asked?.id);
}

/** What a visitor has of a link: its parts from the fragment, or the code that was typed. */
export type LinkProof = { access: string; refresh: string; type: string } | { code: string };

export type OpenLinkOutcome =
  | ({ kind: 'opened' } & OpenedLink)
  /** Invalid, used or expired (ledger RP-3). */
  | { kind: 'dead' }
  /** Too many wrong codes came from the address: not even a right one is looked at. */
  | { kind: 'blocked'; remainingMs: number };

interface OpenedLink {
  /** For the cookie that lets the browser set the password. */
  note: string;
  /** For the cookie that makes the browser known: strangers cannot lock it out. */
  device: string;
  email: string;
}

/** Accepts a link without spending it (ledger RP-3, RP-6). */
export async function openLink(
  proof: LinkProof,
  client: SignInClient,
  now = steadyNow(),
): Promise<OpenLinkOutcome> {
  const key = `code-${addressKey(client.address)}` as const;
  const outcome = await inTransaction<OpenLinkOutcome>(async (tx) => {
    const met = 'code' in proof && (await findMetLimit(tx, [key], now));
    if (met) return { kind: 'blocked', remainingMs: met.waitMs };
    const link = await ('code' in proof ? findByCode(tx, proof.code) : findByTokens(tx, proof));
    const admin = link ? await findAdminById(tx, link.admin_id) : undefined;
    if (!link || !admin || admin.disabled) {
      if ('code' in proof) await countUse(tx, [key], now);
      return { kind: 'dead' };
    }
    await unlockKey(tx, browserKey(client.browserId));
    const presented = await readDevice(tx, await client.deviceOf(admin.email), admin.id, now);
    const device = await issueDevice(tx, admin.id, presented, now);
    const details = { type: link.type };
    await recordAudit(tx, client, { event: 'link.opened', adminId: admin.id, details });
    return { kind: 'opened', note: grantPasswordForm(link), device, email: admin.email };
  });
  // After the transaction, whose work may be run twice. A code that was not looked at counts too.
  if (outcome.kind !== 'opened') countEvent(client, 'link.refused');
  return outcome;
}

/** Whose password the note of openLink() lets a browser set; null when it lets it set none. */
export async function findPasswordForm(
  note: string | null,
): Promise<{ link: AccessLink; admin: Admin } | null> {
  const link = await readPasswordForm(database(), note);
  const admin = link ? await findAdminById(database(), link.admin_id) : undefined;
  return link && admin && !admin.disabled ? { link, admin } : null;
}

export type SetPasswordOutcome =
  | { kind: 'set' }
  | { kind: 'dead-link' }
  /** The form is of another account than the link that was opened last in this browser. */
  | { kind: 'other-account' }
  | { kind: 'refused'; field: string; message: string };

/**
 * Sets the password that a link allows and spends the link (RP-7). Throws PasswordsBusy.
 */
export async function setPasswordByLink(
  form: { note: string | null; email: string; password: string; confirmation: string },
  client: SignInClient,
  language: Language,
): Promise<SetPasswordOutcome> {
  const found = await findPasswordForm(form.note);
  if (!found) return { kind: 'dead-link' };
  const { link, admin } = found;
  if (form.email !== admin.email) return { kind: 'other-account' };
  const fault = await passwordError(form.password, form.confirmation, admin.email, language);
  if (fault) return { kind: 'refused', ...fault };
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await spendLink(tx, link.id, Date.now()))) return { kind: 'dead-link' };
    const event = link.type === 'invite' ? 'invite.used' : 'reset.used';
    await replacePassword(tx, admin, hash, event, client);
    return { kind: 'set' };
  });
}
