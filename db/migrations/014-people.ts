import { sql, type Kysely } from 'kysely';

// Frozen in time. The data of the people page, the time of a session's last password check, and passkeys.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE admins ADD COLUMN last_sign_in_at TEXT`.execute(db);
  await sql`
    UPDATE admins SET last_sign_in_at =
      (SELECT max(at) FROM audit_log WHERE event = 'login.ok' AND admin_id = admins.id)
  `.execute(db);
  await sql`ALTER TABLE admins ADD COLUMN passkey_handle TEXT`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE TABLE passkeys (
      id TEXT PRIMARY KEY,
      admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      public_key BLOB NOT NULL,
      counter INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT
  `.execute(db);
  await sql`CREATE INDEX passkeys_by_admin ON passkeys (admin_id)`.execute(db);
}
