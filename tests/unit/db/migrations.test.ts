import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#db/migrations/index.ts';

test('PB-9 rebuilds the content tables with all their rows, indexes and sequence numbers', async () => {
  const file = new SQLite(':memory:');
  file.pragma('foreign_keys = ON');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  expect((await migrator.migrateTo('009-milestones')).error).toBeUndefined();
  file.exec(`
    INSERT INTO site_entries VALUES
      (3, 'projects', 1, 'oak', 1, NULL, '{"a":1}', 'p', 4, 'c', 'by', 'form', NULL, '2026/u'),
      (7, 'projects', 2, NULL, 0, '{"b":2}', NULL, NULL, 1, 'c', 'by', NULL, 'd', NULL);
    INSERT INTO site_addresses VALUES ('projects', 'ash', 3);
    INSERT INTO site_publications VALUES (5, 3, 'at', 'by', '{"a":1}');
    DELETE FROM site_entries WHERE id = 7;
    INSERT INTO site_entries (kind, position, changed_at, changed_by) VALUES ('pages', 1, 'c', 'by')`);
  const tables = ['site_entries', 'site_addresses', 'site_publications'];
  const readAll = () => tables.map((table) => file.prepare(`SELECT * FROM ${table}`).all());
  const readIndexes = () =>
    file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name`).pluck().all();
  const [rows, indexes] = [readAll(), readIndexes()];
  expect((await migrator.migrateTo('012-email-domain-keys')).error).toBeUndefined();
  expect(readAll()).toEqual(rows);
  expect(readIndexes()).toEqual(expect.arrayContaining(indexes));
  expect(file.pragma('foreign_key_check')).toEqual([]);
  file.exec('DELETE FROM site_entries');
  expect(readAll()).toEqual([[], [], []]);
  const insert = file.prepare(
    `INSERT INTO site_entries (kind, position, changed_at, changed_by) VALUES ('pages', 1, 'c', 'by')`,
  );
  expect(insert.run().lastInsertRowid).toBe(9);
  await db.destroy();
});
