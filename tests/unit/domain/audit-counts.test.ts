import { expect, test, vi } from 'vitest';
import { countEvent, flushEventCounts } from '#app/domain/audit.server.ts';
import { submitEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { AUDIT } from '#app/domain/limits.ts';
import { applyRetention } from '#app/domain/privacy.server.ts';
import { OTHERS } from '#db/audit.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { typed } from '../../support/people/enquirer.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { listRows, one, readCounts, run } from '../../support/servers/store.ts';

await useScratchDatabase();
const { recordAudit } = await import('#app/domain/audit.server.ts');
const { getDatabase } = await import('#db/database.server.ts');
const auditRows = () => one('SELECT count(*) FROM audit_log');

function createForm(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...fields })) data.set(name, value);
  return data;
}

test('stores 600 refused tokens in a few rows and lines', async () => {
  using write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const rowsBefore = auditRows();
  const requester = { visitor: null, ipAddress: '192.0.2.1', requestId: 'r' };
  const refused = await Promise.all(
    Array.from({ length: 600 }, (_, i) =>
      submitEnquiry(createForm({ turnstileToken: `wrong ${i}` }), requester),
    ),
  );
  expect(new Set(refused.map(({ kind }) => kind))).toEqual(new Set(['not-human']));
  const { 'verification.failed': counted } = await readCounts();
  await new Promise(setImmediate);
  const lines = write.mock.calls.flatMap(([text]) => String(text).split('\n')).filter(Boolean);
  expect(counted?.count).toBe(600);
  expect(counted?.rows).toBeLessThan(10);
  expect(lines.length).toBeLessThan(20);
  expect(auditRows()).toBe(rowsBefore);
});

test('stores the IP addresses of one IPv6 /64 in one row, under a name that does not reveal them', async () => {
  for (let i = 0; i < 50; i += 1) {
    countEvent({ ipAddress: `2001:db8:0:7::${i}`, requestId: 'r' }, 'link.refused');
  }
  const { 'link.refused': refused } = await readCounts();
  expect(refused?.count).toBe(50);
  expect(refused?.rows, 'one, or two if a minute ended').toBeLessThanOrEqual(2);
  expect(JSON.stringify(listRows('SELECT * FROM audit_counts'))).not.toContain('2001');
});

test('counts the first IP addresses of a minute apart and all others in one row', async () => {
  const otherCount = 150;
  const countFrom = (i: number) =>
    countEvent({ ipAddress: `198.51.${i >> 8}.${i & 255}`, requestId: 'r' }, 'post.cross-site');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:30.000Z') });
  for (let i = 0; i < AUDIT.ipAddressesPerMinute; i += 1) countFrom(i);
  await flushEventCounts();
  for (let i = 0; i < otherCount; i += 1) countFrom(AUDIT.ipAddressesPerMinute + i);
  // An address with a row keeps it, and another event has its own limit.
  countFrom(0);
  countEvent({ ipAddress: '203.0.113.9', requestId: 'r' }, 'login.locked', 7);
  const counts = await readCounts();
  vi.useRealTimers();
  expect(counts['post.cross-site']).toEqual({
    rows: AUDIT.ipAddressesPerMinute + 1,
    count: AUDIT.ipAddressesPerMinute + otherCount + 1,
  });
  const storedRows = listRows<{ ip_hash: string; count: number }>(
    `SELECT ip_hash, count FROM audit_counts WHERE event = 'post.cross-site'`,
  );
  expect(storedRows.filter(({ ip_hash }) => ip_hash === OTHERS)).toEqual([
    { ip_hash: OTHERS, count: otherCount },
  ]);
  expect(storedRows.filter(({ count: number }) => number === 2)).toHaveLength(1);
  expect(counts['login.locked']).toEqual({ rows: 1, count: 1 });
});

test('limits the rows of an outage of a week, and loses no count', async () => {
  using _errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  using _lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const minutes = 7 * 24 * 60;
  getSqliteConnection().pragma('query_only = 1');
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let i = 0; i < minutes; i += 1) {
    vi.setSystemTime(Date.parse('2026-03-02T10:00:00.000Z') + i * 60_000);
    countEvent(
      { ipAddress: `2001:db8:${(i % 5000).toString(16)}::1`, requestId: 'r' },
      'reset.requested',
    );
    if (i % 1000 === 0) await flushEventCounts();
  }
  vi.useRealTimers();
  await flushEventCounts();
  getSqliteConnection().pragma('query_only = 0');
  const { 'reset.requested': requested } = await readCounts();
  expect(requested?.count).toBe(minutes);
  expect(requested?.rows).toBeLessThanOrEqual(AUDIT.heldCounts + 1);
});

test('only increases counts, and deletes them after their retention period', async () => {
  countEvent({ ipAddress: '192.0.2.3', requestId: 'r' }, 'login.token');
  await flushEventCounts();
  const runSql = (sql: string) => () => run(sql);
  expect(runSql('UPDATE audit_counts SET count = count - 1')).toThrow('only grow');
  expect(runSql("UPDATE audit_counts SET ip_hash = 'x'")).toThrow('only grow');
  expect(runSql('DELETE FROM audit_counts')).toThrow('only grow');
  const old = new Date(Date.now() - (AUDIT.countDays + 1) * 86_400_000).toISOString();
  run(`INSERT INTO audit_counts VALUES (?, 'login.failed', 0, 'a', 3)`, old);
  await applyRetention();
  const remaining = await readCounts();
  expect(remaining['login.failed']).toBeUndefined();
  expect(remaining['login.token']?.count).toBe(1);
});

const requester = { ipAddress: '192.0.2.7', requestId: 'r1' };

test('stores an event without the IP address that caused it', async () => {
  await recordAudit(getDatabase(), requester, 'login.failed', { admin: 7 });
  const [row] = listRows('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
  expect(row).toMatchObject({ event: 'login.failed', admin_id: 7, request_id: 'r1' });
  expect(JSON.stringify(row)).not.toContain(requester.ipAddress);
});

test('refuses to change or delete a recorded event', async () => {
  await recordAudit(getDatabase(), requester, 'logout');
  const runSql = (sql: string) => () => run(sql);
  expect(runSql("UPDATE audit_log SET event = 'x'")).toThrow('append-only');
  expect(runSql('DELETE FROM audit_log')).toThrow('append-only');
  run(`INSERT INTO audit_log (at, event, request_id) VALUES ('2020-01-01T00:00:00Z', 'old', 'r')`);
  expect(run(`DELETE FROM audit_log WHERE at < '2021'`).changes, 'after 12 months').toBe(1);
});
