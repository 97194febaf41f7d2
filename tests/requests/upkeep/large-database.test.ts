import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test, vi } from 'vitest';
import { CHECKED_AT_OPENING_BYTES } from '#db/engine/integrity-check.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const site = await serveSite();
const path = join(site.dataDir, 'drys.db');
afterAll(() => site.stop());

/** Puts so much into a table of its own that the file is not read whole at a start. */
function grow(): void {
  const file = new SQLite(path);
  file.exec('CREATE TABLE ballast (bytes BLOB)');
  const insert = file.prepare('INSERT INTO ballast VALUES (randomblob(1000000))');
  for (let i = 0; i * 1_000_000 < CHECKED_AT_OPENING_BYTES; i++) insert.run();
  file.exec('CREATE TABLE notches (text TEXT); CREATE INDEX notches_text ON notches (text)');
  file.exec(
    `INSERT INTO notches WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n
     WHERE i < 20000) SELECT hex(randomblob(40)) FROM n`,
  );
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}

test('a large database does not hold up the start; damage in it is found and told', async () => {
  grow();
  await site.restart();
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  // The last pages hold the index: noise there is damage that nothing stumbles on at first.
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  for (let page = 10; page < 60; page++) {
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, size - page * 4096);
  }
  closeSync(file);
  await site.restart('SIGKILL');
  await vi.waitFor(async () => {
    const health = await fetch(`${site.url}/healthz`);
    expect([health.status, await health.text()]).toEqual([
      503,
      'the database is damaged: restore a backup\n',
    ]);
  }, 60_000);
  expect(site.output()).toContain('"event":"database-damaged"');
  expect((await fetch(site.url)).status).toBe(200);
});
