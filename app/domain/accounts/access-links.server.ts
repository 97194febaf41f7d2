import { config } from '#app/config.server.ts';
import {
  queueLinkEmail,
  queuePasswordChangedEmail,
  type Addressee,
  type IssuedLink,
} from '#app/domain/accounts/account-emails.server.ts';
import {
  findPasswordError,
  hashPassword,
  type PasswordError,
} from '#app/domain/accounts/passwords.server.ts';
import type { SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import { countEvent, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, getSteadyNow, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import {
  createRandomCode,
  createRandomToken,
  hashToken,
  normalizeCode,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { LINK_LIFETIME_MS } from '#app/domain/mail/mail.server.ts';
import {
  addressKey,
  findMetLimit,
  getAccountKey,
  getBrowserKey,
  issueDeviceToken,
  readDevice,
} from '#app/domain/rate-limits.server.ts';
import {
  consumeLink,
  deleteAdminDevices,
  deleteAdminLinks,
  deleteOldLinks,
  endAdminSessions,
  findAdmin,
  findAdminById,
  findLink,
  insertLink,
  updateAdmin,
} from '#db/accounts.ts';
import { deleteUses, insertUses } from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import type { AccessLink, Admin, LinkType } from '#db/schema.ts';

/** Replaces the account's older links and queues the mail with the new one. */
export async function issueLink(
  tx: Db,
  admin: Addressee,
  type: LinkType,
  nowMs = Date.now(),
): Promise<IssuedLink> {
  const access = createRandomToken(AUTH.linkTokenBytes);
  const refresh = createRandomToken(AUTH.linkTokenBytes);
  const code = createRandomCode(AUTH.linkCodeCharacters);
  const expiresAtMs = nowMs + LINK_LIFETIME_MS[type];
  const fragment = new URLSearchParams({
    access_token: access,
    refresh_token: refresh,
    expires_at: String(Math.floor(expiresAtMs / SECOND)),
    expires_in: String(LINK_LIFETIME_MS[type] / SECOND),
    token_type: 'bearer',
    type,
  });
  const link = { url: `${config().publicUrl}/reset-password#${fragment}`, code };
  await deleteAdminLinks(tx, admin.id);
  await deleteOldLinks(tx, nowMs - DAY);
  await insertLink(tx, {
    admin_id: admin.id,
    type,
    access_hash: hashToken(access),
    refresh_hash: hashToken(refresh),
    code_hash: hashToken(code.replaceAll('-', '')),
    created_at: nowMs,
    expires_at: expiresAtMs,
    used_at: null,
    mail_id: await queueLinkEmail(tx, admin, type, link),
  });
  return link;
}

/**
 * Queues a mail with a link if the account exists and no limit is met. Callers cannot distinguish these
 * cases (enumeration; AL-7, security model 1.7).
 */
export async function requestReset(email: string, requester: Requester): Promise<void> {
  const nowMs = getSteadyNow();
  const account = await inTransaction(async (tx) => {
    const accountKey = getAccountKey(email);
    const keys = [`forgot-${accountKey}`, `forgot-${addressKey(requester.address)}`] as const;
    const admin = await findAdmin(tx, email);
    if (await findMetLimit(tx, keys, nowMs)) return admin;
    await insertUses(tx, keys, { at: nowMs, account: accountKey });
    if (!admin || admin.disabled) return admin;
    // An invited admin without a password gets another invitation, which is valid longer.
    await issueLink(tx, admin, admin.password_hash ? 'recovery' : 'invite');
    // A row for each request: the limit of the account keeps their number small.
    await recordAudit(tx, requester, 'reset.mailed', { admin: admin.id });
    return admin;
  });
  countEvent(requester, 'reset.requested', account?.id);
}

export type LinkProof = { access: string; refresh: string; type: string } | { code: string };

type OpenLinkResult =
  /** The device token lets this browser sign in while strangers have locked the account. */
  | { kind: 'opened'; formToken: string; device: string; email: string }
  | { kind: 'invalid-link' }
  | { kind: 'rate-limited'; remainingMs: number };

/**
 * Opens an invitation or reset link by its tokens or its code, without using it up: mail programs open links
 * too. Returns a token for the password form, which a signed cookie carries.
 */
export async function openLink(
  proof: LinkProof,
  client: SignInClient,
  nowMs = Date.now(),
): Promise<OpenLinkResult> {
  const key = `code-${addressKey(client.address)}` as const;
  const triedAtMs = getSteadyNow();
  const result = await inTransaction<OpenLinkResult>(async (tx) => {
    const metLimit = 'code' in proof && (await findMetLimit(tx, [key], triedAtMs));
    if (metLimit) return { kind: 'rate-limited', remainingMs: metLimit.waitMs };
    const usableLink = await findUsableLink(tx, await findLinkByProof(tx, proof), nowMs);
    if (!usableLink) {
      if ('code' in proof) await insertUses(tx, [key], { at: triedAtMs });
      return { kind: 'invalid-link' };
    }
    const { link, admin } = usableLink;
    await deleteUses(tx, 'key', [getBrowserKey(client.browserId)]);
    const presentedDevice = await readDevice(
      tx,
      await client.readDeviceCookie(admin.email),
      admin.id,
      triedAtMs,
    );
    const device = await issueDeviceToken(tx, admin.id, presentedDevice, triedAtMs);
    await recordAudit(tx, client, 'link.opened', { admin: admin.id, type: link.type });
    // Setting the password uses up the link. Until then a signed cookie proves that the browser had it.
    const formToken = `${link.id}~${nowMs + AUTH.passwordFormMinutes * MINUTE}`;
    return { kind: 'opened', formToken, device, email: admin.email };
  });
  // Counts a code that was refused unread because of the limit, too.
  if (result.kind !== 'opened') countEvent(client, 'link.refused');
  return result;
}

async function findLinkByProof(tx: Db, proof: LinkProof): Promise<AccessLink | undefined> {
  if ('code' in proof) return findLink(tx, 'code_hash', hashToken(normalizeCode(proof.code)));
  const link = await findLink(tx, 'access_hash', hashToken(proof.access));
  const matches = link?.refresh_hash === hashToken(proof.refresh) && link.type === proof.type;
  return matches ? link : undefined;
}

async function findUsableLink(db: Db, link: AccessLink | undefined, nowMs: number) {
  if (!link || link.used_at !== null || nowMs >= link.expires_at) return null;
  const admin = await findAdminById(db, link.admin_id);
  return admin && !admin.disabled ? { link, admin } : null;
}

export async function findPasswordForm(
  formToken: string | null,
  nowMs = Date.now(),
): Promise<{ link: AccessLink; admin: Admin } | null> {
  const [id, expiresAtMs] = formToken?.split('~').map(Number) ?? [];
  if (!id || !expiresAtMs || nowMs >= expiresAtMs) return null;
  return findUsableLink(database(), await findLink(database(), 'id', id), nowMs);
}

type SetPasswordResult =
  | { kind: 'set' }
  | { kind: 'invalid-link' }
  | { kind: 'other-account' }
  | { kind: 'invalid'; error: PasswordError };

/** Sets the password and uses up the link (RP-7). Throws PasswordsBusy. */
export async function setPasswordByLink(
  form: { formToken: string | null; email: string; password: string; confirmation: string },
  client: SignInClient,
): Promise<SetPasswordResult> {
  const usableLink = await findPasswordForm(form.formToken);
  if (!usableLink) return { kind: 'invalid-link' };
  const { link, admin } = usableLink;
  if (form.email !== admin.email) return { kind: 'other-account' };
  const error = await findPasswordError(form.password, form.confirmation, admin.email);
  if (error) return { kind: 'invalid', error };
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await consumeLink(tx, link.id, Date.now()))) return { kind: 'invalid-link' };
    const event = link.type === 'invite' ? 'invite.used' : 'reset.used';
    await replacePassword(tx, admin, hash, event, client);
    return { kind: 'set' };
  });
}

/**
 * Sets a new password hash and ends the account's links, sessions, other devices and lockouts (RP-7).
 * The only function that changes a password.
 */
export async function replacePassword(
  tx: Db,
  admin: Addressee,
  hash: string,
  event: 'invite.used' | 'reset.used' | 'password.changed',
  client: Requester & { readDeviceCookie?: SignInClient['readDeviceCookie'] },
): Promise<void> {
  const nowMs = Date.now();
  const currentDevice = await readDevice(
    tx,
    (await client.readDeviceCookie?.(admin.email)) ?? null,
    admin.id,
    nowMs,
  );
  await updateAdmin(tx, admin.id, { password_hash: hash });
  await deleteAdminLinks(tx, admin.id);
  await endAdminSessions(tx, admin.id, { reason: 'password', nowMs });
  await deleteAdminDevices(tx, admin.id, currentDevice ?? '');
  await deleteUses(tx, 'account', [getAccountKey(admin.email)]);
  await queuePasswordChangedEmail(tx, admin);
  await recordAudit(tx, client, event, { admin: admin.id });
}
