import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...ADMINS, ...ATTEMPTS, ...AUDIT, ...OUTBOX]) {
    await sql.raw(statement).execute(db);
  }
}

const ADMINS = [
  `CREATE TABLE admins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
    password_hash TEXT,
    disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
    created_at TEXT NOT NULL,
    totp_secret TEXT,
    totp_last_step INTEGER
  ) STRICT`,
  `CREATE TABLE recovery_codes (
    code_hash TEXT PRIMARY KEY,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX recovery_codes_admin ON recovery_codes (admin_id)`,
  `CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    address_hash TEXT,
    agent_hash TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX sessions_admin ON sessions (admin_id, created_at)`,
  `CREATE TABLE access_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    type TEXT NOT NULL CHECK (type IN ('recovery', 'invite')),
    access_hash TEXT NOT NULL UNIQUE,
    refresh_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT`,
  `CREATE INDEX access_links_admin ON access_links (admin_id)`,
  `CREATE TABLE devices (
    nonce_hash TEXT PRIMARY KEY,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX devices_admin ON devices (admin_id, created_at)`,
];

const ATTEMPTS = [
  `CREATE TABLE login_attempts (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL CHECK (pending IN (0, 1))
  ) STRICT`,
  `CREATE INDEX login_attempts_key ON login_attempts (key, at)`,
  `CREATE INDEX login_attempts_age ON login_attempts (at)`,
  `CREATE TABLE login_locks (
    key TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    locked_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

// A row stays as it was written; only what is older than the time it is kept for may be deleted.
const AUDIT = [
  `CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    event TEXT NOT NULL,
    admin_id INTEGER,
    address TEXT,
    request_id TEXT NOT NULL,
    details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
  ) STRICT`,
  `CREATE INDEX audit_log_at ON audit_log (at)`,
  `CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
  `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
    WHEN OLD.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-12 months')
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
];

const OUTBOX = [
  `CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    enquiry_id INTEGER REFERENCES contact_submissions (id) ON DELETE CASCADE,
    sealed TEXT,
    created_at INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    last_error TEXT
  ) STRICT`,
  `CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL`,
  `CREATE INDEX outbox_enquiry ON outbox (enquiry_id) WHERE enquiry_id IS NOT NULL`,
];
