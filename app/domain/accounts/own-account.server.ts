import type { Language } from '#app/content/language.ts';
import {
  countRecoveryCodes,
  countSessionsOf,
  endSessionsOf,
  findAdminById,
  updateAdmin,
} from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';

/** What the account page shows. */
export async function readOwnAccount(admin: SignedInAdmin) {
  const row = await findAdminById(database(), admin.id);
  return {
    email: admin.email,
    language: row?.language ?? 'en',
    digest: row?.digest === 1,
    sessions: await countSessionsOf(database(), admin.id),
    secondFactor: row?.totp_secret != null,
    recoveryCodes: await countRecoveryCodes(database(), admin.id),
  };
}

/** Keeps the language of the admin's desk and mail. */
export function saveLanguage(admin: SignedInAdmin, language: Language): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { language }));
}

/** Keeps whether the admin wants the daily digest. */
export function saveDigest(admin: SignedInAdmin, wanted: boolean): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { digest: wanted ? 1 : 0 }));
}

/** Ends the admin's sessions in all other browsers. */
export async function signOutElsewhere(admin: SignedInAdmin, client: SignInClient): Promise<void> {
  await inTransaction(async (tx) => {
    const except = hashToken(client.session ?? '');
    const ending = { reason: 'elsewhere', now: Date.now(), except } as const;
    const sessions = await endSessionsOf(tx, admin.id, ending);
    const details = { sessions };
    await recordAudit(tx, client, {
      event: 'session.revoked',
      adminId: admin.id,
      details,
    });
  });
}
