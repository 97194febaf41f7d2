import { deleteDevicesOf, deleteLinksOf, endSessionsOf, updateAdmin } from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import { queuePasswordChangedMail } from './account-mail.server.ts';
import { accountKey } from '#app/domain/rate-limits.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { readDevice } from '#app/domain/sign-in/devices.server.ts';
import { unlockAccount } from '#app/domain/sign-in/lockout.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';

/** How a password came to be changed: the name it has in the audit log. */
export type PasswordEvent = 'invite.used' | 'reset.used' | 'password.changed';

/**
 * Gives an admin a new password. Nothing else does, and all that must die with the old one dies
 * here: every link and code with its waiting mail and the form it opened, every session, the device
 * cookies of all other browsers, the locks (ledger RP-7). A mail says so. The client's own browser
 * stays known.
 */
export async function replacePassword(
  tx: Db,
  admin: Admin,
  hash: string,
  event: PasswordEvent,
  client: Requester & { deviceOf?: SignInClient['deviceOf'] },
): Promise<void> {
  const now = Date.now();
  const kept = await readDevice(tx, (await client.deviceOf?.(admin.email)) ?? null, admin.id, now);
  await updateAdmin(tx, admin.id, { password_hash: hash });
  await deleteLinksOf(tx, admin.id);
  await endSessionsOf(tx, admin.id, { reason: 'password', now });
  await deleteDevicesOf(tx, admin.id, kept ?? '');
  await unlockAccount(tx, accountKey(admin.email));
  await queuePasswordChangedMail(tx, admin);
  await recordAudit(tx, client, { event, adminId: admin.id });
}
