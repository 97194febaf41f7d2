import type { Db } from '#db/database.server.ts';

export async function insertDevice(db: Db, nonceHash: string, adminId: number, now: number) {
  await db
    .insertInto('devices')
    .values({ nonce_hash: nonceHash, admin_id: adminId, created_at: now })
    .execute();
}

/** Whether the browser is known for the admin, and was made known after `since`. */
export async function isDeviceOf(db: Db, nonceHash: string, adminId: number, since: number) {
  const row = await db
    .selectFrom('devices')
    .select('admin_id')
    .where('nonce_hash', '=', nonceHash)
    .where('admin_id', '=', adminId)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDevice(db: Db, nonceHash: string): Promise<void> {
  await db.deleteFrom('devices').where('nonce_hash', '=', nonceHash).execute();
}

/** Forgets an admin's browsers, but for the one named. */
export async function deleteDevicesOf(db: Db, adminId: number, except = ''): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('admin_id', '=', adminId)
    .where('nonce_hash', '!=', except)
    .execute();
}

/** Forgets browsers made known before an instant. */
export async function deleteOldDevices(db: Db, before: number): Promise<void> {
  await db.deleteFrom('devices').where('created_at', '<', before).execute();
}
