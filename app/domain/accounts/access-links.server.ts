import {
  deleteDeadLinks,
  deleteLinksOf,
  findLink,
  findLinkByAccess,
  findLinkByCode,
  insertLink,
  tieLinkToMail,
} from '#db/accounts.ts';
import { config } from '#app/config.server.ts';
import type { Db } from '#db/database.server.ts';
import type { AccessLink, Admin, LinkType } from '#db/schema.ts';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { codeFrom, hashToken, randomCode, randomToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { mailWords } from '#app/content/words/mail.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';

/** What the mail says; nobody can read it from the database afterwards. */
export interface IssuedLink {
  id: number;
  url: string;
  code: string;
  type: LinkType;
}

const LIFE_MS: Record<LinkType, number> = {
  recovery: AUTH.recoveryLinkMinutes * MINUTE,
  invite: AUTH.invitationLinkDays * DAY,
};

/** Makes a link with which an admin sets a password; their older links die (ledger RP-2, RP-7). */
export async function issueLink(
  tx: Db,
  adminId: number,
  type: LinkType,
  now = Date.now(),
): Promise<IssuedLink> {
  const access = randomToken(AUTH.linkTokenBytes);
  const refresh = randomToken(AUTH.linkTokenBytes);
  const code = randomCode(AUTH.linkCodeCharacters);
  const expiresAt = now + LIFE_MS[type];
  await deleteLinksOf(tx, adminId);
  await deleteDeadLinks(tx, now - DAY);
  const id = await insertLink(tx, {
    admin_id: adminId,
    type,
    access_hash: hashToken(access),
    refresh_hash: hashToken(refresh),
    code_hash: hashToken(code.replaceAll('-', '')),
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    mail_id: null,
  });
  const fragment = new URLSearchParams({
    access_token: access,
    refresh_token: refresh,
    expires_at: String(Math.floor(expiresAt / SECOND)),
    expires_in: String(LIFE_MS[type] / SECOND),
    token_type: 'bearer',
    type,
  });
  return { url: `${config().publicUrl}/reset-password#${fragment}`, code, type, id };
}

export async function findByTokens(
  db: Db,
  given: { access: string; refresh: string; type: string },
  now = Date.now(),
): Promise<AccessLink | null> {
  const link = await findLinkByAccess(db, hashToken(given.access));
  const matches = link?.refresh_hash === hashToken(given.refresh) && link.type === given.type;
  return matches && isAlive(link, now) ? link : null;
}

export async function findByCode(
  db: Db,
  typed: string,
  now = Date.now(),
): Promise<AccessLink | null> {
  const link = await findLinkByCode(db, hashToken(codeFrom(typed)));
  return link && isAlive(link, now) ? link : null;
}

/**
 * What a signed cookie keeps between opening the link and setting the password: that the browser
 * had the link. The link itself is spent only when the password is set.
 */
export function grantPasswordForm(link: AccessLink, now = Date.now()): string {
  return `${link.id}~${now + AUTH.passwordFormMinutes * MINUTE}`;
}

/** The link that a note was given for; null when it has died since, in whatever way. */
export async function readPasswordForm(
  db: Db,
  note: string | null,
  now = Date.now(),
): Promise<AccessLink | null> {
  const [id, until] = note?.split('~').map(Number) ?? [];
  if (!id || !until || now >= until) return null;
  const link = await findLink(db, id);
  return link && isAlive(link, now) ? link : null;
}

function isAlive(link: AccessLink, now: number): boolean {
  return link.used_at === null && now < link.expires_at;
}

type Addressee = Pick<Admin, 'email' | 'language'>;

/** Queues the mail with a link and its code: an invitation, or a way back in. */
export async function queueLinkMail(
  tx: Db,
  { email, language }: Addressee,
  link: IssuedLink,
): Promise<void> {
  const page = `${config().publicUrl.replace(/^https?:\/\//, '')}/reset-password`;
  const { openCode, [link.type]: words } = mailWords[language];
  const about = { email, days: AUTH.invitationLinkDays };
  const mailId = await queueMail(tx, {
    kind: link.type,
    language,
    to: [email],
    subject: words.subject,
    body: {
      preview: words.preview(about),
      heading: words.heading,
      paragraphs: [words.text(about)],
      button: { label: words.button, href: link.url },
      code: { introduction: openCode(page), value: link.code },
      footnote: words.footnote,
    },
  });
  await tieLinkToMail(tx, link.id, mailId);
}

/** Queues the mail that tells an admin about a new password: a stranger's would be noticed. */
export function queuePasswordChangedMail(tx: Db, { email, language }: Addressee): Promise<number> {
  const { subject, preview, heading, text, ifNot } = mailWords[language].passwordChanged;
  const paragraphs = [text(email), ifNot(`${config().publicUrl}/admin?forgot`)];
  const body = { preview, heading, paragraphs };
  return queueMail(tx, { kind: 'password-changed', language, to: [email], subject, body });
}
