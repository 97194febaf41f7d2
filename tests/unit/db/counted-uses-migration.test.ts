import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#db/migrations/index.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH, CONTACT } from '#app/domain/limits.ts';
import { findMetLimit } from '#app/domain/rate-limits.server.ts';
import type { Schema } from '#db/schema.ts';

test('AL-6 CF-9 what was locked or counted before limits had one table stays so', async () => {
  const file = new SQLite(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: file }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db, provider });
  await migrator.migrateTo('012-numbers');
  const now = Date.parse('2026-11-20T09:00:00Z');
  const until = now + 10 * MINUTE;
  const since = until - AUTH.lockoutMinutes * MINUTE;
  const lock = file.prepare('INSERT INTO login_locks VALUES (?, ?, ?, ?)');
  for (const key of ['acct:a', 'ip:a']) lock.run(key, 'acct:a', since, until);
  const attempt = file.prepare(
    `INSERT INTO login_attempts (key, account, at, pending) VALUES ('brw:b', 'acct:b', ?, 0)`,
  );
  for (let n = 1; n < AUTH.lockoutFailures; n++) attempt.run(now - MINUTE);
  file
    .prepare(
      `INSERT INTO enquiry_sends (sent_at, visitor, address, strict) VALUES (?, 'v', 'i', 1)`,
    )
    .run(now - SECOND);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();

  for (const key of ['acct:a', 'ip:a'] as const) {
    expect(await findMetLimit(db, [key], now)).toEqual({ waitMs: until - now, text: 'locked' });
    expect(await findMetLimit(db, [key], until)).toBeNull();
  }
  expect(await findMetLimit(db, ['brw:b'], now)).toBeNull();
  file.exec(`INSERT INTO counted_uses (key, at) VALUES ('brw:b', ${now})`);
  expect(await findMetLimit(db, ['brw:b'], now)).not.toBeNull();
  for (const key of ['visitor:v', 'unverified:i'] as const) {
    const waitMs = CONTACT.intervalSeconds * SECOND - SECOND;
    expect(await findMetLimit(db, [key], now)).toEqual({ waitMs, text: 'wait' });
  }
  expect(await findMetLimit(db, ['address:i'], now)).toBeNull();
  await db.destroy();
});
