import { expect, test } from 'vitest';
import { useScratchDatabase } from '../../support/servers/scratch-database.ts';

await useScratchDatabase();
const { recordAudit } = await import('#app/domain/audit.server.ts');
const { database, databaseFile } = await import('#db/database.server.ts');

const requester = { address: '192.0.2.7', requestId: 'r1' };

test('an event is kept without the address that caused it', async () => {
  await recordAudit(database(), requester, { event: 'login.failed', adminId: 7 });
  const row = databaseFile().prepare('SELECT * FROM audit_log ORDER BY id DESC').get();
  expect(row).toMatchObject({ event: 'login.failed', admin_id: 7, request_id: 'r1' });
  expect(JSON.stringify(row)).not.toContain(requester.address);
});

test('what was recorded can be neither changed nor deleted', async () => {
  await recordAudit(database(), requester, { event: 'logout' });
  const run = (sql: string) => () => databaseFile().prepare(sql).run();
  expect(run("UPDATE audit_log SET event = 'x'")).toThrow('append-only');
  expect(run('DELETE FROM audit_log')).toThrow('append-only');
});

test('what is older than 12 months may go', () => {
  const file = databaseFile();
  file
    .prepare(
      "INSERT INTO audit_log (at, event, request_id) VALUES ('2020-01-01T00:00:00Z', 'a', 'r')",
    )
    .run();
  expect(file.prepare("DELETE FROM audit_log WHERE at < '2021'").run().changes).toBe(1);
});
