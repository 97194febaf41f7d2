import { findAdminById } from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';

/**
 * Whether an account still is what it was when it was read: enabled, with the same password and
 * second factor. Asked in the transaction that acts on what a verified password allows, because
 * verifying takes long enough for a link, the operator or another browser to take it away.
 */
export async function isUnchanged(tx: Db, admin: Admin): Promise<boolean> {
  const current = await findAdminById(tx, admin.id);
  return (
    current?.disabled === 0 &&
    current.password_hash === admin.password_hash &&
    current.totp_secret === admin.totp_secret
  );
}
