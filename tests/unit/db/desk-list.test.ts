import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { database, databaseFile } from '#db/database.server.ts';
import {
  type DeskFilter,
  type ListRange,
  countMatching,
  readCounts,
  readDeskPage,
  readEnquiry,
  rowsQuery,
} from '#db/desk-enquiries.ts';
import { insertAdmin } from '#db/accounts.ts';
import { type PageStart, pageStart } from '#db/cursor.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { putEnquiry, putMany, run } from '../../support/servers/store.ts';

await useScratchDatabase();
await putMany(230);
const page = (start: PageStart, filter: DeskFilter = {}) =>
  readDeskPage(database(), filter, start, DESK.pageRows);
const names = (rows: { full_name: string }[]) => rows.map((row) => row.full_name);

describe('D-2 pages, newest first', () => {
  test('forward through all and back again, each enquiry once', async () => {
    const numbers = (first: number, last: number) =>
      Array.from({ length: first - last + 1 }, (_, i) => `Number ${first - i}`);
    const pages = [await page('first')];
    for (let at = pages[0]!; at.older; pages.push(at))
      at = await page(pageStart({ before: at.older, after: '', page: '' }));
    expect(pages.flatMap(({ rows }) => names(rows))).toEqual(numbers(230, 1));
    expect([pages[0]!.newer, pages.at(-1)!.rows.length]).toEqual([null, 30]);

    const last = await page('last');
    expect(names(last.rows)).toEqual(numbers(50, 1));
    expect([last.newer !== null, last.older]).toEqual([true, null]);
    const newer = await page({ after: last.rows[0]! });
    expect(names(newer.rows)).toEqual(numbers(100, 51));
    // Fewer than a page are newer: the first page, whole.
    expect(names((await page({ after: pages[0]!.rows[40]! })).rows)).toEqual(numbers(230, 181));
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

  test('an enquiry knows its neighbours in the filtered list', async () => {
    const { rows } = await page('first');
    const open = await readEnquiry(database(), rows[5]!.id, {});
    expect([open?.newer, open?.older]).toEqual([rows[4]!.id, rows[6]!.id]);
    const alone = await readEnquiry(database(), rows[5]!.id, { text: 'n225@mail.example' });
    expect([alone?.newer, alone?.older]).toEqual([null, null]);
    expect(await readEnquiry(database(), 99999, {})).toBeNull();
  });
});

describe('no form of the list scans or sorts', () => {
  const all: ListRange = { order: 'newest', limit: 51 };
  test.each<[string, DeskFilter, ListRange]>([
    ['first page', {}, all],
    ['last page', {}, { ...all, order: 'oldest' }],
    ['some page', {}, { ...all, before: { created_at: '2026-01-01T00:00:00Z', id: 5 } }],
    ['a status', { status: 'new' }, all],
    ['days', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, all],
    ['a status and days', { status: 'new', from: '2026-01-01T00:00:00Z' }, all],
    ['words', { text: 'oak' }, all],
    ['words, a status and days', { text: 'oak', status: 'new', to: '2026-01-01T00:00:00Z' }, all],
    ['an export', {}, { ...all, lastId: 9 }],
    ['DA-3 mine', { holders: [7] }, all],
    [
      'DA-3 nobody’s',
      { holders: [null, 4, 5] },
      { ...all, before: { created_at: '2026-01-01T00:00:00Z', id: 5 }, order: 'oldest' },
    ],
    ['DA-3 mine of a status and language', { holders: [7], status: 'new', language: 'el' }, all],
    ['DA-3 nobody’s with words', { holders: [null, 4], text: 'oak', language: 'el' }, all],
    ['DA-3 an export of mine', { holders: [7] }, { ...all, lastId: 9 }],
    ['EL-4 a language', { language: 'el' }, all],
    ['EL-4 a language and a status', { language: 'el', status: 'new' }, all],
    ['DK-4 a source', { source: 'phone' }, all],
    ['DK-4 the site, with words', { source: 'site', text: 'oak', status: 'new' }, all],
    ['DA-4 due', { dueBy: '2026-01-01' }, all],
    [
      'DA-4 due of all kinds',
      { dueBy: '2026-01-01', holders: [null], status: 'new', language: 'el' },
      all,
    ],
    ['DA-4 due with words', { dueBy: '2026-01-01', text: 'oak' }, all],
  ])('%s', (_, filter, stretch) => {
    const { sql, parameters } = rowsQuery(database(), filter, stretch).compile();
    const steps = databaseFile().prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as {
      detail: string;
    }[];
    const plan = steps.map((step) => step.detail).join('\n');
    // An index is read in its own order, from one end; that of the words is named so.
    expect(plan).not.toMatch(
      /SCAN (?!\S+ (USING (COVERING )?INDEX|VIRTUAL TABLE INDEX))|TEMP B-TREE/,
    );
  });

  test.each<[string, DeskFilter]>([
    ['status', { status: 'new' }],
    ['holders', { holders: [7] }],
    ['language', { language: 'el' }],
    ['source', { source: 'visit' }],
  ])('one filter, %s, is searched for in an index of its own', (_, filter) => {
    const { sql, parameters } = rowsQuery(database(), filter, all).compile();
    const [step] = databaseFile().prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters);
    expect(step).toMatchObject({ detail: expect.stringMatching(/^SEARCH .*=\?\)$/) });
  });
});

describe('the search', () => {
  const found = async (text: string, filter: DeskFilter = {}) =>
    names((await page('first', { ...filter, text })).rows);

  test.each(['αθηνα', 'Αθήνα', 'ΑΘΗΝΑ', 'ΑΘΉΝΑ', 'αθη', 'νίκος αθήνα', 'νικοσ', 'ΝΊΚΟΣ'])(
    'finds Greek with and without accents: %s',
    async (text) => {
      await putEnquiry({ full_name: 'Νίκος', message: 'Σπίτι στην Αθήνα' });
      expect(await found(text)).toContain('Νίκος');
    },
  );

  test('looks in name, e-mail, phone, company and message, and at nothing else', async () => {
    await putEnquiry({
      full_name: 'Finder',
      email: 'a.b@c.example',
      company: 'Café Noir',
      phone: '+30 22950 77',
    });
    expect(await found('a.b@c.example')).toEqual(['Finder']);
    expect(await found('cafe')).toEqual(['Finder']);
    expect(await found('22950 77')).toEqual(['Finder']);
    expect(await found('finder noir')).toEqual(['Finder']);
    expect(await found('finder', { status: 'new' })).toEqual(['Finder']);
    expect(await found('finder', { status: 'completed' })).toEqual([]);
    expect(await found('new')).toEqual([]);
  });

  test.each(['"', '*', 'a"b', 'NOT', 'a AND', '(', 'name:x', '^', '🪵', '-- ;', '\0x'])(
    'takes nothing typed for syntax: %j',
    async (text) => expect(await found(text)).toBeInstanceOf(Array),
  );

  test('follows changes, and forgets what is deleted', async () => {
    const id = await putEnquiry({ full_name: 'Passing Visitor', message: 'ephemera' });
    const file = databaseFile();
    file.prepare(`UPDATE contact_submissions SET message = 'lasting' WHERE id = ?`).run(id);
    expect([await found('ephemera'), await found('lasting')]).toEqual([[], ['Passing Visitor']]);
    file.prepare('DELETE FROM contact_submissions WHERE id = ?').run(id);
    expect(await found('lasting')).toEqual([]);
    file.prepare(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`).run();
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
  const mixtures = STATUS.flatMap((status) =>
    HOLDERS.flatMap((holders) =>
      ([undefined, 'en', 'el'] as const).flatMap((language) =>
        [undefined, '2026-06-01'].flatMap((dueBy) =>
          [undefined, 'walnut'].map((text): DeskFilter => ({
            status,
            holders,
            language,
            dueBy,
            text,
          })),
        ),
      ),
    ),
  );
  const fits = (row: Partial<NewEnquiry>, filter: DeskFilter) =>
    (!filter.status || row.status === filter.status) &&
    (!filter.holders || filter.holders.includes(row.assigned_to ?? null)) &&
    (!filter.language || row.language === filter.language) &&
    (!filter.dueBy || (row.due_on ?? '9') <= filter.dueBy) &&
    (!filter.text || row.message!.includes(filter.text));

  test('finds what it says, newest first, page by page from either end', async () => {
    for (const email of ['a@x.example', 'b@x.example', 'c@x.example'])
      await insertAdmin(database(), email, '2026-01-01T00:00:00Z');
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

  test('and follows a change of holder and day, words included', async () => {
    const file = databaseFile();
    const id = await putEnquiry({ full_name: 'Moved', message: 'movedword' });
    const set = (column: string, value: unknown) =>
      file.prepare(`UPDATE contact_submissions SET ${column} = ? WHERE id = ?`).run(value, id);
    const by = async (filter: DeskFilter) =>
      names((await page('first', { ...filter, text: 'movedword' })).rows);
    set('assigned_to', 2);
    set('due_on', '2026-01-01');
    expect(await by({ holders: [2], dueBy: '2026-01-01' })).toEqual(['Moved']);
    expect(await by({ holders: [null] })).toEqual([]);
    expect(await by({ holders: [null, 2] })).toEqual(['Moved']);
    expect(await by({ dueBy: '2025-12-31' })).toEqual([]);
    set('due_on', null);
    // An admin who is deleted by hand leaves theirs to nobody.
    file.prepare('DELETE FROM admins WHERE id = 2').run();
    expect(await by({ holders: [null] })).toEqual(['Moved']);
    expect([await by({ holders: [2] }), await by({ dueBy: '2030-01-01' })]).toEqual([[], []]);
    file.prepare('DELETE FROM contact_submissions WHERE id = ?').run(id);
    file.prepare(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`).run();
  });
});

test('counts follow every change', async () => {
  const before = await readCounts(database());
  const id = await putEnquiry();
  const file = databaseFile();
  file.prepare(`UPDATE contact_submissions SET status = 'completed' WHERE id = ?`).run(id);
  await putEnquiry();
  const { new: fresh, completed } = await readCounts(database());
  expect([fresh, completed]).toEqual([before.new + 1, before.completed + 1]);
  const counted = file.prepare('SELECT count(*) AS n FROM contact_submissions').get() as {
    n: number;
  };
  const total = Object.values(await readCounts(database())).reduce((sum, n) => sum + n, 0);
  expect(total).toBe(counted.n);
});
