import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import { mailMessages } from '#app/content/messages/mail.server.ts';
import { hashPassword, passwordError } from '#app/domain/accounts/passwords.server.ts';
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
import { LINK_LIFETIME_MS, queueMail } from '#app/domain/mail/mail.server.ts';
import {
  addressKey,
  findMetLimit,
  getAccountKey,
  getBrowserKey,
  issueDevice,
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

export interface IssuedLink {
  url: string;
  code: string;
}

type Addressee = Pick<Admin, 'id' | 'email' | 'language'>;

/** Ends the older links of the account; its mail is queued with it. */
export async function issueLink(
  tx: Db,
  admin: Addressee,
  type: LinkType,
  now = Date.now(),
): Promise<IssuedLink> {
  const access = createRandomToken(AUTH.linkTokenBytes);
  const refresh = createRandomToken(AUTH.linkTokenBytes);
  const code = createRandomCode(AUTH.linkCodeCharacters);
  const expiresAt = now + LINK_LIFETIME_MS[type];
  const fragment = new URLSearchParams({
    access_token: access,
    refresh_token: refresh,
    expires_at: String(Math.floor(expiresAt / SECOND)),
    expires_in: String(LINK_LIFETIME_MS[type] / SECOND),
    token_type: 'bearer',
    type,
  });
  const link = { url: `${config().publicUrl}/reset-password#${fragment}`, code };
  await deleteAdminLinks(tx, admin.id);
  await deleteOldLinks(tx, now - DAY);
  await insertLink(tx, {
    admin_id: admin.id,
    type,
    access_hash: hashToken(access),
    refresh_hash: hashToken(refresh),
    code_hash: hashToken(code.replaceAll('-', '')),
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    mail_id: await queueLinkMail(tx, admin, type, link),
  });
  return link;
}

function queueLinkMail(
  tx: Db,
  { email, language }: Addressee,
  type: LinkType,
  link: IssuedLink,
): Promise<number> {
  const page = `${config().publicUrl.replace(/^https?:\/\//, '')}/reset-password`;
  const { openCode, [type]: messages } = mailMessages[language];
  const about = { email, days: AUTH.invitationLinkDays };
  return queueMail(tx, {
    kind: type,
    language,
    to: [email],
    content: {
      subject: messages.subject,
      preview: messages.preview(about),
      heading: messages.heading,
      paragraphs: [messages.text(about)],
      link: { label: messages.button, href: link.url },
      code: { introduction: openCode(page), value: link.code },
      footnote: messages.footnote,
    },
  });
}

/** Tells nobody whether an address has an account, or met a limit (AL-7; security model 1.7). */
export async function requestReset(email: string, requester: Requester): Promise<void> {
  const now = getSteadyNow();
  const found = await inTransaction(async (tx) => {
    const account = getAccountKey(email);
    const keys = [`forgot-${account}`, `forgot-${addressKey(requester.address)}`] as const;
    const admin = await findAdmin(tx, email);
    if (await findMetLimit(tx, keys, now)) return admin;
    await insertUses(tx, keys, { at: now, account });
    if (!admin || admin.disabled) return admin;
    // Who has not taken up the invitation is invited again, for as long as an invitation lasts.
    await issueLink(tx, admin, admin.password_hash ? 'recovery' : 'invite');
    // As seldom as the limit of an account lets it happen: a row each.
    await recordAudit(tx, requester, 'reset.mailed', { admin: admin.id });
    return admin;
  });
  countEvent(requester, 'reset.requested', found?.id);
}

export type LinkProof = { access: string; refresh: string; type: string } | { code: string };

type OpenLinkOutcome =
  /** `device` makes the browser known: strangers cannot lock it out. */
  | { kind: 'opened'; note: string; device: string; email: string }
  | { kind: 'dead' }
  | { kind: 'blocked'; remainingMs: number };

export async function openLink(
  proof: LinkProof,
  client: SignInClient,
  now = Date.now(),
): Promise<OpenLinkOutcome> {
  const key = `code-${addressKey(client.address)}` as const;
  const triedAt = getSteadyNow();
  const outcome = await inTransaction<OpenLinkOutcome>(async (tx) => {
    const met = 'code' in proof && (await findMetLimit(tx, [key], triedAt));
    if (met) return { kind: 'blocked', remainingMs: met.waitMs };
    const found = await stillGood(tx, await findProven(tx, proof), now);
    if (!found) {
      if ('code' in proof) await insertUses(tx, [key], { at: triedAt });
      return { kind: 'dead' };
    }
    const { link, admin } = found;
    await deleteUses(tx, 'key', [getBrowserKey(client.browserId)]);
    const presented = await readDevice(
      tx,
      await client.readDeviceCookie(admin.email),
      admin.id,
      triedAt,
    );
    const device = await issueDevice(tx, admin.id, presented, triedAt);
    await recordAudit(tx, client, 'link.opened', { admin: admin.id, type: link.type });
    // For a signed cookie: the browser had the link, which is spent when the password is set.
    const note = `${link.id}~${now + AUTH.passwordFormMinutes * MINUTE}`;
    return { kind: 'opened', note, device, email: admin.email };
  });
  // After the transaction, whose work may be run twice. A code that was not looked at counts too.
  if (outcome.kind !== 'opened') countEvent(client, 'link.refused');
  return outcome;
}

async function findProven(tx: Db, proof: LinkProof): Promise<AccessLink | undefined> {
  if ('code' in proof) return findLink(tx, 'code_hash', hashToken(normalizeCode(proof.code)));
  const link = await findLink(tx, 'access_hash', hashToken(proof.access));
  const matches = link?.refresh_hash === hashToken(proof.refresh) && link.type === proof.type;
  return matches ? link : undefined;
}

async function stillGood(db: Db, link: AccessLink | undefined, now: number) {
  if (!link || link.used_at !== null || now >= link.expires_at) return null;
  const admin = await findAdminById(db, link.admin_id);
  return admin && !admin.disabled ? { link, admin } : null;
}

export async function findPasswordForm(
  note: string | null,
  now = Date.now(),
): Promise<{ link: AccessLink; admin: Admin } | null> {
  const [id, until] = note?.split('~').map(Number) ?? [];
  if (!id || !until || now >= until) return null;
  return stillGood(database(), await findLink(database(), 'id', id), now);
}

type SetPasswordOutcome =
  | { kind: 'set' }
  | { kind: 'dead-link' }
  | { kind: 'other-account' }
  | { kind: 'refused'; field: string; message: string };

/** Spends the link (RP-7). Throws PasswordsBusy. */
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
    if (!(await consumeLink(tx, link.id, Date.now()))) return { kind: 'dead-link' };
    const event = link.type === 'invite' ? 'invite.used' : 'reset.used';
    await replacePassword(tx, admin, hash, event, client);
    return { kind: 'set' };
  });
}

/** Nothing else changes a password: all that must die with the old one dies here (ledger RP-7). */
export async function replacePassword(
  tx: Db,
  admin: Admin,
  hash: string,
  event: 'invite.used' | 'reset.used' | 'password.changed',
  client: Requester & { readDeviceCookie?: SignInClient['readDeviceCookie'] },
): Promise<void> {
  const now = Date.now();
  const kept = await readDevice(
    tx,
    (await client.readDeviceCookie?.(admin.email)) ?? null,
    admin.id,
    now,
  );
  await updateAdmin(tx, admin.id, { password_hash: hash });
  await deleteAdminLinks(tx, admin.id);
  await endAdminSessions(tx, admin.id, { reason: 'password', now });
  await deleteAdminDevices(tx, admin.id, kept ?? '');
  await deleteUses(tx, 'account', [getAccountKey(admin.email)]);
  await queuePasswordChangedMail(tx, admin);
  await recordAudit(tx, client, event, { admin: admin.id });
}

function queuePasswordChangedMail(tx: Db, { email, language }: Addressee): Promise<number> {
  const { subject, preview, heading, text, ifNot } = mailMessages[language].passwordChanged;
  const paragraphs = [text(email), ifNot(`${config().publicUrl}/admin?forgot`)];
  const content = { subject, preview, heading, paragraphs };
  return queueMail(tx, { kind: 'password-changed', language, to: [email], content });
}
