import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { insertAdmin } from '#db/accounts.ts';
import type { CursorRange } from '#db/cursor.ts';
import { getDatabase } from '#db/database.server.ts';
import {
  countByStatus,
  countMatchingEnquiries,
  readDeskPage,
  type DeskFilter,
} from '#db/desk-enquiries.ts';
import { STATUSES, type NewEnquiry } from '#db/schema.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { one, putEnquiry, putMany, putMessage, run } from '../../support/servers/store.ts';

await useScratchDatabase();
await putMany(230);
for (const name of 'abcd') await insertAdmin(getDatabase(), `${name}@x.example`, '2026-01-01');
const FIRST: CursorRange = { order: 'newest' };
const LAST: CursorRange = { order: 'oldest' };
const readPage = (start: CursorRange, filter: DeskFilter = {}) =>
  readDeskPage(getDatabase(), filter, start, DESK.pageRows);
const listSenderNames = (rows: { full_name: string }[]) => rows.map((row) => row.full_name);

describe('D-2 pages, newest first', () => {
  test('show the whole first page before a row of the first page', async () => {
    const first = await readPage(FIRST);
    expect(
      listSenderNames((await readPage({ after: first.rows[40]!, order: 'oldest' })).rows),
    ).toEqual(listSenderNames(first.rows));
  });

  test('order enquiries of one instant by id, each once, from either end', async () => {
    const created_at = '2031-01-01T00:00:00.000Z';
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await putEnquiry({ created_at }));
    const filter = { from: created_at };
    const readRows = (start: CursorRange) => readDeskPage(getDatabase(), filter, start, 3);
    const listIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);
    const first = await readRows(FIRST);
    const second = await readRows({ before: first.rows[2]!, order: 'newest' });
    expect([...listIds(first), ...listIds(second)]).toEqual(ids.toReversed().slice(0, 6));
    const last = await readRows(LAST);
    expect(listIds(last)).toEqual(ids.slice(0, 3).toReversed());
    expect(listIds(await readRows({ after: last.rows[0]!, order: 'oldest' }))).toEqual(
      ids.slice(3, 6).toReversed(),
    );
    run('DELETE FROM contact_submissions WHERE created_at = ?', created_at);
  });

  test('contain only the chosen days and statuses', async () => {
    const from = new Date((1700000000 + 10 * 60) * 1000).toISOString();
    const to = new Date((1700000000 + 13 * 60) * 1000).toISOString();
    const matching = await readPage(FIRST, { from, to });
    expect(listSenderNames(matching.rows)).toEqual(['Number 12', 'Number 11', 'Number 10']);
    expect((await readPage(FIRST, { from, to, status: 'new' })).rows).toEqual([]);
  });
});

describe('the search', () => {
  const searchNames = async (text: string, filter: DeskFilter = {}) =>
    listSenderNames((await readPage(FIRST, { ...filter, text })).rows);

  test('finds Greek with and without accents', async () => {
    await putEnquiry({ full_name: 'Νίκος', message: 'Σπίτι στην Αθήνα' });
    for (const text of ['αθηνα', 'Αθήνα', 'ΑΘΗΝΑ', 'ΑΘΉΝΑ', 'αθη', 'νίκος αθήνα', 'νικοσ', 'ΝΊΚΟΣ'])
      expect(await searchNames(text), text).toEqual(['Νίκος']);
  });

  test('searches name, email, phone, company and message, and nothing else', async () => {
    const contact = { email: 'a.b@c.example', company: 'Café Noir', phone: '+30 22950 77' };
    await putEnquiry({ full_name: 'Finder', ...contact });
    for (const text of ['a.b@c.example', 'cafe', '22950 77', 'finder noir'])
      expect(await searchNames(text, { status: 'new' }), text).toEqual(['Finder']);
    expect(await searchNames('finder', { status: 'completed' })).toEqual([]);
    expect(await searchNames('new')).toEqual([]);
  });

  test('D-2 finds a phone number however it is written', async () => {
    const names = [
      '697 123 4567',
      '+306971234567',
      '0030 (697) 123-4567',
      '+30 (0)697 123 4567',
      '697.123/4567 εσωτ. 2',
    ];
    for (const phone of names) await putEnquiry({ full_name: phone, phone });
    await putEnquiry({ full_name: 'Other', phone: '+30 697 124 0000' });
    await putEnquiry({ full_name: 'Abroad', phone: '+496971234567' });
    for (const text of [
      '6971234567',
      '+30 697 123 4567',
      '00306971234567',
      '+30 (0)697 1234567',
      '697-1234',
      '697 123',
      '\u202a+306971234567\u202c',
    ])
      expect((await searchNames(text)).toSorted(), text).toEqual(names.toSorted());
    expect(await searchNames('6971234567', { status: 'completed' })).toEqual([]);
    for (const text of ['+49697123', '0049 (0)697 123'])
      expect(await searchNames(text), text).toEqual(['Abroad']);
    await putEnquiry({ full_name: 'Berlin', phone: '+49 (0)30 123 456' });
    for (const text of ['+49 (0)30 123', '+49(0)30123456', '+49 (0) 30 12'])
      expect(await searchNames(text), text).toEqual(['Berlin']);
    const id = await putEnquiry({ full_name: 'New', phone: '22950 00000' });
    expect(await searchNames('2295000000')).toEqual(['New']);
    run(`UPDATE contact_submissions SET phone = '22950 00001' WHERE id = ?`, id);
    expect([await searchNames('2295000000'), await searchNames('2295000001')]).toEqual([
      [],
      ['New'],
    ]);
    run(`DELETE FROM contact_submissions WHERE phone <> ''`);
  });

  test('AN-4 finds the words of messages, with the name of their sender and the filters', async () => {
    const ids = [await putEnquiry({ full_name: 'Answerer One' }), await putEnquiry()];
    const texts = ['Ευχαριστώ για το πιθάρι', 'wainscoting', 'wainscoting'];
    for (const [index, text] of texts.entries()) await putMessage(ids[index % 2]!, { text });
    run('UPDATE contact_submissions SET unread = 0');
    const find = async (text: string, filter: DeskFilter = {}) =>
      (await readPage(FIRST, { ...filter, text })).rows.map(({ id }) => id);
    expect(await find('πιθαρι ΕΥΧΑΡΙΣΤΩ')).toEqual([ids[0]]);
    expect(await find('wainsc')).toEqual(ids.toReversed());
    expect(await find('wainscoting answerer')).toEqual([ids[0]]);
    expect(await find('wainscoting', { status: 'completed' })).toEqual([]);
    expect(await find('wainscoting', { isUnread: true })).toEqual([]);
    run('UPDATE contact_submissions SET unread = 1 WHERE id = ?', ids[1]);
    expect(await find('wainscoting', { isUnread: true })).toEqual([ids[1]]);
    run('DELETE FROM contact_submissions WHERE id IN (?, ?)', ...ids);
    expect(await find('wainscoting')).toEqual([]);
    run(`INSERT INTO message_search (message_search) VALUES ('integrity-check')`);
  });

  test('AN-4 finds a word at the end of the longest message', async () => {
    const id = await putEnquiry();
    await putMessage(id, { text: `${'x '.repeat(49_990)} architrave` });
    const { rows } = await readPage(FIRST, { text: 'archit' });
    expect(rows.map((row) => row.id)).toEqual([id]);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    expect((await readPage(FIRST, { text: 'archit' })).rows).toEqual([]);
  });

  test('D-2 lists matches by the time they arrived, not by their number', async () => {
    const texts = { message: 'marquetry' };
    const newerId = await putEnquiry({ ...texts, created_at: '2026-06-02T00:00:00.000Z' });
    const olderId = await putEnquiry({ ...texts, created_at: '2026-06-01T00:00:00.000Z' });
    const { rows } = await readPage(FIRST, { text: 'marquetry' });
    expect(rows.map((row) => row.id)).toEqual([newerId, olderId]);
    run('DELETE FROM contact_submissions WHERE id IN (?, ?)', newerId, olderId);
  });

  test('treats no input as search syntax', async () => {
    const typed = ['"', '*', 'a"b', 'NOT', 'a AND', '(', 'name:x', '^', '🪵', '-- ;', '\0x'];
    for (const text of typed) expect(await searchNames(text), text).toBeInstanceOf(Array);
  });

  test('D-2 follows changes of text, and drops deleted enquiries', async () => {
    const id = await putEnquiry({ full_name: 'Moved', message: 'ephemera' });
    run(`UPDATE contact_submissions SET message = 'lasting' WHERE id = ?`, id);
    expect([await searchNames('ephemera'), await searchNames('lasting')]).toEqual([[], ['Moved']]);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    expect(await searchNames('lasting')).toEqual([]);
    run(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`);
  });
});

describe('DA-3 DA-4 EL-4 every combination of filters', () => {
  const STATUS = [undefined, ...STATUSES];
  const ASSIGNEES = [undefined, 1, 2, 'nobody'] as const;
  const DISABLED_ADMIN = 3;
  const rows: Partial<NewEnquiry>[] = Array.from({ length: 72 }, (_, i) => ({
    full_name: `Mixed ${i}`,
    message: i % 4 ? 'mixedwood' : 'mixedwood of walnut',
    status: STATUSES[i % STATUSES.length]!,
    language: i % 2 ? 'el' : 'en',
    assigned_to: [null, 1, 2, 3][Math.floor(i / 6) % 4]!,
    due_on: [null, '2026-01-01', '2027-01-01'][Math.floor(i / 24)]!,
    created_at: new Date(Date.UTC(2030, 0, 1, 0, i)).toISOString(),
  }));
  let combinations: DeskFilter[] = [{}];
  const optionalFilters = { language: [undefined, 'en', 'el'], dueBy: [undefined, '2026-06-01'] };
  const filterValues = {
    status: STATUS,
    assignee: ASSIGNEES,
    ...optionalFilters,
    text: [undefined, 'walnut'],
  };
  for (const [name, values] of Object.entries(filterValues))
    combinations = combinations.flatMap((combination) =>
      values.map((value) => ({ ...combination, [name]: value })),
    );
  const getAssignee = ({ assigned_to }: Partial<NewEnquiry>) =>
    assigned_to && assigned_to !== DISABLED_ADMIN ? assigned_to : 'nobody';
  const isMatch = (row: Partial<NewEnquiry>, filter: DeskFilter) =>
    (!filter.status || row.status === filter.status) &&
    (!filter.assignee || getAssignee(row) === filter.assignee) &&
    (!filter.language || row.language === filter.language) &&
    (!filter.dueBy || (row.due_on ?? '9') <= filter.dueBy) &&
    (!filter.text || row.message!.includes(filter.text));

  test('returns exactly the matching rows, newest first, page by page from both ends', async () => {
    run('UPDATE admins SET disabled = 1 WHERE id = ?', DISABLED_ADMIN);
    for (const row of rows) await putEnquiry(row);
    const from = '2030-01-01T00:00:00.000Z';
    for (const combination of combinations) {
      const filter = { ...combination, from };
      const expected = listSenderNames(
        rows.filter((row) => isMatch(row, combination)) as never,
      ).toReversed();
      const pagedNames: string[] = [];
      let start: CursorRange = FIRST;
      for (let hasMore = true; hasMore;) {
        const part = await readDeskPage(getDatabase(), filter, start, 7);
        pagedNames.push(...listSenderNames(part.rows));
        hasMore = part.olderCursor !== null;
        if (hasMore) start = { before: part.rows.at(-1)!, order: 'newest' };
      }
      expect(pagedNames, JSON.stringify(combination)).toEqual(expected);
      const last = await readDeskPage(getDatabase(), filter, LAST, 7);
      expect(listSenderNames(last.rows)).toEqual(expected.slice(-7));
      expect(await countMatchingEnquiries(getDatabase(), filter, 1e6)).toBe(expected.length);
    }
  });
});

test('DA-3 unassigns the enquiries of an admin who is deleted by hand', async () => {
  const id = await putEnquiry({ assigned_to: 4 });
  run('DELETE FROM admins WHERE id = 4');
  expect(one('SELECT assigned_to FROM contact_submissions WHERE id = ?', id)).toBeNull();
});

test.each(STATUSES)('D-4 the database accepts and counts the status %s', async (status) => {
  const countsBefore = await countByStatus(getDatabase());
  const id = await putEnquiry({ status });
  const countsAfter = await countByStatus(getDatabase());
  run('DELETE FROM contact_submissions WHERE id = ?', id);
  expect(countsAfter).toEqual({ ...countsBefore, [status]: countsBefore[status] + 1 });
});
