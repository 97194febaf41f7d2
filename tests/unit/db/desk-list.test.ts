import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { insertAdmin } from '#db/accounts.ts';
import type { PageStart } from '#db/cursor.ts';
import { database, getDatabaseFile } from '#db/database.server.ts';
import {
  countMatching,
  readCounts,
  readDeskPage,
  selectListRows,
  type DeskFilter,
  type ListRange,
} from '#db/desk-enquiries.ts';
import { STATUSES, type NewEnquiry } from '#db/schema.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { one, putEnquiry, putMany, run } from '../../support/servers/store.ts';

await useScratchDatabase();
await putMany(230);
for (const name of 'abcd') await insertAdmin(database(), `${name}@x.example`, '2026-01-01');
const page = (start: PageStart, filter: DeskFilter = {}) =>
  readDeskPage(database(), filter, start, DESK.pageRows);
const names = (rows: { full_name: string }[]) => rows.map((row) => row.full_name);

describe('D-2 pages, newest first', () => {
  test('shows the whole first page before a row of the first page', async () => {
    const first = await page('first');
    expect(names((await page({ after: first.rows[40]! })).rows)).toEqual(names(first.rows));
  });

  test('enquiries of one instant follow by id, each once, from either end', async () => {
    const created_at = '2031-01-01T00:00:00.000Z';
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await putEnquiry({ created_at }));
    const filter = { from: created_at };
    const some = (start: PageStart) => readDeskPage(database(), filter, start, 3);
    const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);
    const first = await some('first');
    const second = await some({ before: first.rows[2]! });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.toReversed().slice(0, 6));
    const last = await some('last');
    expect(idsOf(last)).toEqual(ids.slice(0, 3).toReversed());
    expect(idsOf(await some({ after: last.rows[0]! }))).toEqual(ids.slice(3, 6).toReversed());
    run('DELETE FROM contact_submissions WHERE created_at = ?', created_at);
  });

  test('days and status narrow the list', async () => {
    const from = new Date((1700000000 + 10 * 60) * 1000).toISOString();
    const to = new Date((1700000000 + 13 * 60) * 1000).toISOString();
    const some = await page('first', { from, to });
    expect(names(some.rows)).toEqual(['Number 12', 'Number 11', 'Number 10']);
    expect((await page('first', { status: 'new' })).rows).toEqual([]);
  });
});

describe('DA-3 DA-4 DK-4 EL-4 no form of the list scans or sorts', () => {
  const all: ListRange = { order: 'newest', limit: 51 };
  const before = { created_at: '2026-01-01T00:00:00Z', id: 5 };
  const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  const [mine, nobodys, dueBy] = [[7], [null, 4, 5], '2026-01-01'];
  const text = 'oak';
  const planOf = (filter: DeskFilter, range: ListRange) => {
    const { sql, parameters } = selectListRows(database(), filter, range).compile();
    const plan = getDatabaseFile().prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters);
    return (plan as { detail: string }[]).map(({ detail }) => detail);
  };

  test.each<DeskFilter>([
    {},
    { from, to },
    { status: 'new' },
    { status: 'new', from },
    { text },
    { text, status: 'new', to },
    { holders: mine },
    { holders: mine, status: 'new', language: 'el' },
    { holders: nobodys },
    { holders: nobodys, text, language: 'el' },
    { language: 'el' },
    { language: 'el', status: 'new' },
    { source: 'phone' },
    { source: 'site', text, status: 'new' },
    { dueBy },
    { dueBy, holders: [null], status: 'new', language: 'el' },
    { dueBy, text },
  ])('%j', (filter) => {
    const ranges = [
      {},
      { order: 'oldest' },
      { before },
      { before, order: 'oldest' },
      { lastId: 9 },
    ];
    for (const range of ranges as Partial<ListRange>[])
      // An index is read in its own order, from one end; that of the words is named so.
      expect(planOf(filter, { ...all, ...range }).join('\n')).not.toMatch(
        /SCAN (?!\S+ (USING (COVERING )?INDEX|VIRTUAL TABLE INDEX))|TEMP B-TREE/,
      );
  });

  test('uses the index of a column for each single filter', () => {
    for (const filter of [
      { status: 'new' },
      { holders: mine },
      { language: 'el' },
      { source: 'visit' },
    ])
      expect(planOf(filter as DeskFilter, all)[0]).toMatch(/^SEARCH .*=\?\)$/);
  });
});

describe('the search', () => {
  const found = async (text: string, filter: DeskFilter = {}) =>
    names((await page('first', { ...filter, text })).rows);

  test('finds Greek with and without accents', async () => {
    await putEnquiry({ full_name: 'Νίκος', message: 'Σπίτι στην Αθήνα' });
    for (const text of ['αθηνα', 'Αθήνα', 'ΑΘΗΝΑ', 'ΑΘΉΝΑ', 'αθη', 'νίκος αθήνα', 'νικοσ', 'ΝΊΚΟΣ'])
      expect(await found(text), text).toEqual(['Νίκος']);
  });

  test('looks in name, e-mail, phone, company and message, and at nothing else', async () => {
    const contact = { email: 'a.b@c.example', company: 'Café Noir', phone: '+30 22950 77' };
    await putEnquiry({ full_name: 'Finder', ...contact });
    for (const text of ['a.b@c.example', 'cafe', '22950 77', 'finder noir'])
      expect(await found(text, { status: 'new' }), text).toEqual(['Finder']);
    expect(await found('finder', { status: 'completed' })).toEqual([]);
    expect(await found('new')).toEqual([]);
  });

  test('takes nothing typed for syntax', async () => {
    const typed = ['"', '*', 'a"b', 'NOT', 'a AND', '(', 'name:x', '^', '🪵', '-- ;', '\0x'];
    for (const text of typed) expect(await found(text), text).toBeInstanceOf(Array);
  });

  test('DA-3 DA-4 follows changes of text, assignee and day, and drops deleted enquiries', async () => {
    const id = await putEnquiry({ full_name: 'Moved', message: 'ephemera' });
    const set = (column: string, value: unknown) =>
      run(`UPDATE contact_submissions SET ${column} = ? WHERE id = ?`, value, id);
    const by = async (...filters: DeskFilter[]) =>
      Promise.all(filters.map(async (filter) => (await found('lasting', filter)).length));
    set('message', 'lasting');
    expect([await found('ephemera'), await found('lasting')]).toEqual([[], ['Moved']]);
    set('assigned_to', 4);
    set('due_on', '2026-01-01');
    const holders = [4, null];
    expect(
      await by({ holders: [4], dueBy: '2026-01-01' }, { holders: [null] }, { holders }),
    ).toEqual([1, 0, 1]);
    expect(await by({ dueBy: '2025-12-31' })).toEqual([0]);
    set('due_on', null);
    // An admin who is deleted by hand leaves theirs to nobody.
    run('DELETE FROM admins WHERE id = 4');
    expect(await by({ holders: [null] }, { holders: [4] }, { dueBy: '2030-01-01' })).toEqual([
      1, 0, 0,
    ]);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    expect(await found('lasting')).toEqual([]);
    run(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`);
  });
});

describe('DA-3 DA-4 EL-4 every mixture of filters', () => {
  const STATUS = [undefined, 'new', 'in_progress', 'completed'] as const;
  const HOLDERS = [undefined, [1], [null], [null, 2], [2, 3]] as const;
  const rows: Partial<NewEnquiry>[] = Array.from({ length: 72 }, (_, i) => ({
    full_name: `Mixed ${i}`,
    message: i % 4 ? 'mixedwood' : 'mixedwood of walnut',
    status: STATUS[1 + (i % 3)]!,
    language: i % 2 ? 'el' : 'en',
    assigned_to: [null, 1, 2, 3][Math.floor(i / 6) % 4]!,
    due_on: [null, '2026-01-01', '2027-01-01'][Math.floor(i / 24)]!,
    created_at: new Date(Date.UTC(2030, 0, 1, 0, i)).toISOString(),
  }));
  let mixtures: DeskFilter[] = [{}];
  const either = { language: [undefined, 'en', 'el'], dueBy: [undefined, '2026-06-01'] };
  const given = { status: STATUS, holders: HOLDERS, ...either, text: [undefined, 'walnut'] };
  for (const [name, values] of Object.entries(given))
    mixtures = mixtures.flatMap((mix) => values.map((value) => ({ ...mix, [name]: value })));
  const fits = (row: Partial<NewEnquiry>, filter: DeskFilter) =>
    (!filter.status || row.status === filter.status) &&
    (!filter.holders || filter.holders.includes(row.assigned_to ?? null)) &&
    (!filter.language || row.language === filter.language) &&
    (!filter.dueBy || (row.due_on ?? '9') <= filter.dueBy) &&
    (!filter.text || row.message!.includes(filter.text));

  test('returns exactly the matching rows, newest first, page by page from both ends', async () => {
    for (const row of rows) await putEnquiry(row);
    const from = '2030-01-01T00:00:00.000Z';
    for (const mixture of mixtures) {
      const filter = { ...mixture, from };
      const expected = names(rows.filter((row) => fits(row, mixture)) as never).toReversed();
      const found: string[] = [];
      let start: PageStart = 'first';
      for (let more = true; more;) {
        const part = await readDeskPage(database(), filter, start, 7);
        found.push(...names(part.rows));
        more = part.older !== null;
        if (more) start = { before: part.rows.at(-1)! };
      }
      expect(found, JSON.stringify(mixture)).toEqual(expected);
      const last = await readDeskPage(database(), filter, 'last', 7);
      expect(names(last.rows)).toEqual(expected.slice(-7));
      expect(await countMatching(database(), filter, 1e6)).toBe(expected.length);
    }
  });
});

test('counts follow every change', async () => {
  const before = await readCounts(database());
  const id = await putEnquiry();
  run(`UPDATE contact_submissions SET status = 'completed' WHERE id = ?`, id);
  await putEnquiry();
  const { new: fresh, completed, ...rest } = await readCounts(database());
  expect([fresh, completed]).toEqual([before.new + 1, before.completed + 1]);
  const total = one('SELECT count(*) FROM contact_submissions');
  expect(Object.values(rest).reduce((sum, n) => sum + n, fresh + completed)).toBe(total);
});

test.each(STATUSES)('D-4 the database accepts and counts the status %s', async (status) => {
  const before = await readCounts(database());
  const id = await putEnquiry({ status });
  const after = await readCounts(database());
  run('DELETE FROM contact_submissions WHERE id = ?', id);
  expect(after).toEqual({ ...before, [status]: before[status] + 1 });
});
