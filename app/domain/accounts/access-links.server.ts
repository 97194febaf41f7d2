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
import {
  findClientDeviceHash,
  rememberBrowser,
  type SignInClient,
  type StaffClient,
} from '#app/domain/accounts/sign-in.server.ts';
import { countEvent, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, getMonotonicNowMs, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import {
  createHyphenatedCode,
  createRandomToken,
  hashToken,
  normaliseCode,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { LINK_LIFETIME_MS } from '#app/domain/mail/mail.server.ts';
import {
  findReachedLimit,
  getAccountKey,
  getBrowserKey,
  getIpAddressKey,
} from '#app/domain/rate-limits.server.ts';
import {
  deleteAdminDevices,
  deleteAdminLinksAndTheirUnsentMail,
  deleteOldLinks,
  endAdminSessions,
} from '#db/accounts.ts';
import { insertUses } from '#db/counted-uses.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#db/rows.ts';
import type { AccessLink, Admin, LinkType } from '#db/schema.ts';

/**
 * Replaces all links of an account, and their unsent mails, by a new link. Queues a mail with the new link, and returns
 * the link. Also deletes the links of all accounts that were used, or have expired, more than a day ago.
 */
export async function replaceLinksAndQueueEmail(
  tx: Db,
  admin: Addressee,
  type: LinkType,
): Promise<IssuedLink> {
  const nowMs = Date.now();
  // The link has two tokens (RP-2), the mail also a code to type. The database has only their hashes.
  const access = createRandomToken(AUTH.linkTokenBytes);
  const refresh = createRandomToken(AUTH.linkTokenBytes);
  const code = createHyphenatedCode(AUTH.linkCodeCharacters);
  const expiresAtMs = nowMs + LINK_LIFETIME_MS[type];
  const link = { url: formatLinkUrl(type, access, refresh, expiresAtMs), code };

  await deleteAdminLinksAndTheirUnsentMail(tx, admin.id);
  await deleteOldLinks(tx, nowMs - DAY);

  const mailId = await queueLinkEmail(tx, admin, type, link);
  await insertRow(tx, 'access_links', {
    admin_id: admin.id,
    type,
    access_hash: hashToken(access),
    refresh_hash: hashToken(refresh),
    code_hash: hashToken(normaliseCode(code)),
    created_at: nowMs,
    expires_at: expiresAtMs,
    used_at: null,
    mail_id: mailId,
  });

  return link;
}

function formatLinkUrl(type: LinkType, access: string, refresh: string, expiresAtMs: number) {
  const fragment = new URLSearchParams({
    access_token: access,
    refresh_token: refresh,
    expires_at: String(Math.floor(expiresAtMs / SECOND)),
    expires_in: String(LINK_LIFETIME_MS[type] / SECOND),
    token_type: 'bearer',
    type,
  });
  return `${config().publicUrl}/reset-password#${fragment}`;
}

/**
 * Queues a mail with a link if the account is enabled and no limit is reached, neither its own nor that of the IP
 * address. Callers cannot distinguish these cases (enumeration; AL-7, security model 1.7). `email` comes from
 * normaliseEmail.
 */
export async function requestPasswordReset(email: string, requester: Requester): Promise<void> {
  const adminId = await inTransaction(async (tx) => {
    const admin = await findRow(tx, 'admins', { email });
    const isWithinLimits = await countRequestWithinLimits(tx, email, requester);
    const mayGetLink = admin && !admin.disabled;

    if (isWithinLimits && mayGetLink) {
      // An admin without a password gets another invitation, which is valid longer.
      await replaceLinksAndQueueEmail(tx, admin, admin.password_hash ? 'recovery' : 'invite');
      // A row for each request: the limit of the account keeps their number small.
      await recordAudit(tx, requester, 'reset.mailed', { admin: admin.id });
    }
    return admin?.id;
  });

  countEvent(requester, 'reset.requested', adminId);
}

/** Returns false, and counts nothing, if the account or the IP address has reached its limit. */
async function countRequestWithinLimits(
  tx: Db,
  email: string,
  requester: Requester,
): Promise<boolean> {
  const nowMs = getMonotonicNowMs();
  const account = getAccountKey(email);
  const ipAddress = getIpAddressKey(requester.ipAddress);
  const keys = [`forgot-${account}`, `forgot-${ipAddress}`] as const;
  if (await findReachedLimit(tx, keys, nowMs)) return false;
  await insertUses(tx, keys, { at: nowMs, account });
  return true;
}

/** Proves that a person has a link: its tokens from the URL, or the code in the mail. */
export type LinkProof = { access: string; refresh: string; type: string } | { code: string };

type OpenLinkResult =
  /** The device token lets this browser sign in while strangers have locked the account. */
  | { kind: 'opened'; formToken: string; deviceToken: string; email: string }
  | { kind: 'invalid-link' }
  | { kind: 'rate-limited'; remainingMs: number };

/**
 * Checks an invitation or reset link without using it up, because mail programs open links too. The person who
 * has the link is the admin, so this stores the browser as a device and ends its lockout. Counts wrong codes for the
 * rate limit of the IP address. `formToken` is for setPasswordByLink; 'invalid-link' is an unknown, used or expired
 * link, or one of a disabled admin.
 */
export async function openAccessLink(
  proof: LinkProof,
  client: SignInClient,
): Promise<OpenLinkResult> {
  // Only codes are limited: the tokens of a URL are too long to be guessed.
  const isCode = 'code' in proof;
  const codeKey = `code-${getIpAddressKey(client.ipAddress)}` as const;
  const triedAtMs = getMonotonicNowMs();

  const result = await inTransaction<OpenLinkResult>(async (tx) => {
    const reachedLimit = isCode ? await findReachedLimit(tx, [codeKey], triedAtMs) : null;
    if (reachedLimit) return { kind: 'rate-limited', remainingMs: reachedLimit.waitMs };

    const usableLink = await toUsableLink(tx, await findLinkByProof(tx, proof));
    if (!usableLink) {
      if (isCode) await insertUses(tx, [codeKey], { at: triedAtMs });
      return { kind: 'invalid-link' };
    }

    const { link, admin } = usableLink;
    // Ends the lockout of the browser.
    await deleteRows(tx, 'counted_uses', { key: getBrowserKey(client.browserId) });
    const deviceToken = await rememberBrowser(tx, admin, client);
    await recordAudit(tx, client, 'link.opened', { admin: admin.id, type: link.type });

    // Nobody can make up a form token: its cookie is signed, and only the link and the database have the hash.
    const formToken = `${link.access_hash}~${Date.now() + AUTH.passwordFormMinutes * MINUTE}`;
    return { kind: 'opened', formToken, deviceToken, email: admin.email };
  });

  // Includes codes that were not checked because of the rate limit.
  if (result.kind !== 'opened') countEvent(client, 'link.refused');
  return result;
}

async function findLinkByProof(tx: Db, proof: LinkProof): Promise<AccessLink | undefined> {
  if ('code' in proof)
    return findRow(tx, 'access_links', { code_hash: hashToken(normaliseCode(proof.code)) });
  const link = await findRow(tx, 'access_links', { access_hash: hashToken(proof.access) });
  const matches = link?.refresh_hash === hashToken(proof.refresh) && link.type === proof.type;
  return matches ? link : undefined;
}

interface UsableLink {
  link: AccessLink;
  admin: Admin;
}

/** Adds the admin. Returns null if the link is unknown, used or expired, or its admin is disabled. */
async function toUsableLink(db: Db, link: AccessLink | undefined): Promise<UsableLink | null> {
  const isValid = link && link.used_at === null && Date.now() < link.expires_at;
  if (!isValid) return null;

  const admin = await findRow(db, 'admins', { id: link.admin_id });
  return admin && !admin.disabled ? { link, admin } : null;
}

/**
 * Returns the unused link of a password form and its admin, or null if the form or the link has expired, the link was
 * used, or its admin is disabled. The caller has verified the signature of the token by reading its cookie.
 */
export async function findLinkByFormToken(
  verifiedToken: string | null,
): Promise<UsableLink | null> {
  const [access_hash, expiresAtMs] = verifiedToken?.split('~') ?? [];
  // A missing or invalid time is NaN, and no comparison with it is true.
  const isValid = Number(expiresAtMs) > Date.now();
  if (access_hash === undefined || !isValid) return null;

  const link = await findRow(getDatabase(), 'access_links', { access_hash });
  return toUsableLink(getDatabase(), link);
}

type SetPasswordResult =
  { kind: 'set' | 'invalid-link' | 'other-account' } | { kind: 'invalid'; error: PasswordError };

/**
 * Sets the password, uses up the link, and revokes access as for each new password (RP-7); opens no session. The
 * client stays a device. 'other-account': the email of the form is not that of the link. Throws PasswordsBusy.
 */
export async function setPasswordByLink(
  form: { formToken: string | null; email: string; password: string; confirmation: string },
  client: StaffClient,
): Promise<SetPasswordResult> {
  const usableLink = await findLinkByFormToken(form.formToken);
  if (!usableLink) return { kind: 'invalid-link' };
  const { link, admin } = usableLink;
  if (form.email !== admin.email) return { kind: 'other-account' };

  const error = await findPasswordError(form, admin.email);
  if (error) return { kind: 'invalid', error };

  const passwordHash = await hashPassword(form.password);
  const event = link.type === 'invite' ? 'invite.used' : 'reset.used';

  return inTransaction(async (tx) => {
    // Another request may have used the link since it was found above.
    const unusedLink = { id: link.id, used_at: null };
    const isUsedNow = await updateRows(tx, 'access_links', unusedLink, { used_at: Date.now() });
    if (!isUsedNow) return { kind: 'invalid-link' };

    const exceptDeviceHash = await findClientDeviceHash(tx, admin, client);
    const change = { passwordHash, event, exceptDeviceHash } as const;
    await replacePasswordAndRevokeAccess(tx, admin, change, client);
    return { kind: 'set' };
  });
}

interface PasswordChange {
  passwordHash: string;
  event: 'invite.used' | 'reset.used' | 'password.changed';
  /** The device that stays; null ends all. */
  exceptDeviceHash: string | null;
}

/**
 * Stores a new password hash, and ends the account's links, sessions, other devices and lockouts (RP-7).
 * Queues a mail about it, and audits `event`. No other function changes a password.
 */
export async function replacePasswordAndRevokeAccess(
  tx: Db,
  admin: Addressee,
  { passwordHash, event, exceptDeviceHash }: PasswordChange,
  requester: Requester,
): Promise<void> {
  await updateRows(tx, 'admins', { id: admin.id }, { password_hash: passwordHash });
  await deleteAdminLinksAndTheirUnsentMail(tx, admin.id);
  await endAdminSessions(tx, admin.id, { reason: 'password' });
  await deleteAdminDevices(tx, admin.id, { exceptNonceHash: exceptDeviceHash });
  // The lockouts of the account.
  await deleteRows(tx, 'counted_uses', { account: getAccountKey(admin.email) });
  await queuePasswordChangedEmail(tx, admin);
  await recordAudit(tx, requester, event, { admin: admin.id });
}
