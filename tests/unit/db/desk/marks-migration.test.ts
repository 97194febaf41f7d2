import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#db/migrations/index.ts';
import { staff } from '#db/seed/people.ts';

test('DA-3 DA-4 enquiries from before there were holders and days keep their words, and take both', async () => {
  const file = new SQLite(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db, provider });
  const found = (match: string) =>
    file
      .prepare('SELECT count(*) FROM enquiry_search WHERE enquiry_search MATCH ?')
      .pluck()
      .get(match);
  const check = () =>
    file.exec(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`);
  await migrator.migrateTo('010-replies');
  file.exec(`
    INSERT INTO admins (email, created_at) VALUES ('${staff.anna.email}', '2026-01-01T00:00:00Z');
    INSERT INTO contact_submissions (full_name, email, project, created_at, message, language)
      VALUES ('Old', 'a@mail.example', 'Private House', '2026-01-01T10:00:00Z', 'Δρυς', 'el'),
        ('Older', 'b@mail.example', 'Private House', '2026-01-01T10:00:00Z', 'oak', 'en')`);
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  check();
  expect([found('δρυσ'), found('status : "taken"')]).toEqual([1, 0]);
  file.exec(`UPDATE contact_submissions SET assigned_to = 1, due_on = '2026-02-03'`);
  check();
  expect([
    found('δρυσ'),
    found('status : "by1" AND status : "dated"'),
    found('status : "new"'),
  ]).toEqual([1, 2, 2]);
  file.exec('DELETE FROM contact_submissions');
  check();
  expect(found('oak')).toBe(0);
  await db.destroy();
});
