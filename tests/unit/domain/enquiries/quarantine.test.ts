import { beforeEach, describe, expect, test } from 'vitest';
import { receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { readCounts, one } from '../../../support/servers/store.ts';
import { typed } from '../../../support/people/enquirer.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const PERSON = 'person@mail.example';
const kept = (email: string) => one('SELECT count(*) FROM quarantine WHERE email = ?', email);
const total = () => one('SELECT count(*) FROM quarantine');

beforeEach(() => {
  databaseFile().exec('DELETE FROM quarantine');
});

function honeypot(email: string, address: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  const all = { ...typed, email, website: 'https://spam.example', ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return receiveEnquiry(form, { visitor: null, address, requestId: 'r' });
}

/** Many at once, as they come: they share their transactions. */
async function flood(count: number, addressOf: (i: number) => string): Promise<void> {
  for (let i = 0; i < count; i += 500) {
    const some = Array.from({ length: Math.min(500, count - i) }, (_, n) => i + n);
    await Promise.all(some.map((n) => honeypot(`bot${n}@mail.example`, addressOf(n))));
  }
}

/** Rows that are there already, the first with the lowest id. */
function fill(count: number, addressOf: (i: number) => string | null): void {
  const file = databaseFile();
  const put = file.prepare(`INSERT INTO quarantine
    (full_name, email, phone, company, project, message, verified, reason, created_at, address)
    VALUES ('Filler', ?, '', '', 'Office Spaces', '', 0, 'honeypot', ?, ?)`);
  const at = new Date().toISOString();
  file.transaction(() => {
    for (let i = 0; i < count; i += 1) put.run(`filler${i}@mail.example`, at, addressOf(i));
  })();
}

describe('CF-7 a flood of honeypots pushes nobody out of quarantine', () => {
  test.each([
    ['one address', () => '192.0.2.1'],
    ['one /64', (i: number) => `2001:db8:0:1::${i.toString(16)}`],
  ])('CF-7 500 from %s', async (_, addressOf) => {
    await honeypot(PERSON, '198.51.100.1');
    await flood(500, addressOf);
    await honeypot('later@mail.example', '198.51.100.2');
    expect([kept(PERSON), kept('later@mail.example')]).toEqual([1, 1]);
    expect(total()).toBe(2 + DESK.quarantinePerAddressAndDay);
    expect(kept('bot0@mail.example'), 'the first of an address are the ones kept').toBe(1);
  });

  test('CF-7 a crowd that fills it makes room for who comes later, and keeps the first', async () => {
    await honeypot(PERSON, '198.51.100.1');
    fill(DESK.quarantineRows - 1, (i) => `crowd ${i % 300}`);
    await honeypot('later@mail.example', '198.51.100.2');
    await flood(40, (i) => `203.0.113.${i % 4}`);
    expect([kept(PERSON), kept('later@mail.example')]).toEqual([1, 1]);
    expect(kept('bot0@mail.example'), 'the first of a later address').toBe(1);
    for (const first of [0, 150, 299]) expect(kept(`filler${first}@mail.example`)).toBe(1);
    expect(total()).toBe(DESK.quarantineRows);
  });

  test('CF-7 a crowd of which each sends once cannot push out who came before', async () => {
    await honeypot(PERSON, '198.51.100.1');
    fill(DESK.quarantineRows - 51, (i) => `crowd ${i}`);
    await flood(100, (i) => `2001:db8:2:${i.toString(16)}::1`);
    expect([kept(PERSON), total()]).toEqual([1, DESK.quarantineRows]);
    expect([kept('bot49@mail.example'), kept('bot99@mail.example')]).toEqual([1, 0]);
  });
});

test('what is not kept is counted', async () => {
  const before = (await readCounts())['quarantine.full']?.count ?? 0;
  await flood(DESK.quarantinePerAddressAndDay + 7, () => '203.0.113.5');
  expect((await readCounts())['quarantine.full']?.count).toBe(before + 7);
});

test('an address is kept in a name of the day only', async () => {
  await honeypot(PERSON, '198.51.100.77');
  const rows = await database().selectFrom('quarantine').selectAll().execute();
  expect(rows[0]!.address).toMatch(/^[\w-]{16}$/);
  expect(JSON.stringify(rows)).not.toContain('198.51.100');
});

test('rows without an address make room like those of one address', async () => {
  fill(DESK.quarantineRows, () => null);
  await honeypot(PERSON, '198.51.100.1');
  expect([kept(PERSON), total()]).toEqual([1, DESK.quarantineRows]);
});
