import { config } from '#app/config.server.ts';
import {
  deleteDeadLinks,
  deleteLinksOf,
  findLink,
  findLinkByAccess,
  findLinkByCode,
  insertLink,
} from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { AccessLink, LinkType } from '#db/schema.ts';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { hashToken, randomToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { codeFrom, randomCode } from '#app/domain/sign-in/link-code.server.ts';

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
  const code = randomCode();
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

/** The living link whose three parts are given, or null. */
export async function findByTokens(
  db: Db,
  given: { access: string; refresh: string; type: string },
  now = Date.now(),
): Promise<AccessLink | null> {
  const link = await findLinkByAccess(db, hashToken(given.access));
  const matches = link?.refresh_hash === hashToken(given.refresh) && link.type === given.type;
  return matches && isAlive(link, now) ? link : null;
}

/** The living link of a typed code, or null. */
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
