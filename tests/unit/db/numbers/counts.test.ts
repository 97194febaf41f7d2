import { afterEach, beforeEach, expect, test } from 'vitest';
import { putEnquiry, putReply } from '../../../support/servers/store.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase();
const { database, databaseFile } = await import('#db/database.server.ts');
const { addDays, athensDay, athensInstant } = await import('#app/domain/athens-time.server.ts');
const { isWorkingDay, overdueBefore } = await import('#app/domain/desk/working-days.server.ts');

const file = databaseFile();
const HOUR = 3_600_000;
// Thousands of enquiries, all taken back: without their words in the search, which take minutes.
beforeEach(() => {
  file.exec('BEGIN');
  for (const when of ['insert', 'delete', 'before', 'after']) {
    file.exec(`DROP TRIGGER enquiry_search_${when}`);
  }
});
afterEach(() => void file.exec('ROLLBACK'));

const dayRows = () =>
  file.prepare('SELECT day, project, language, total FROM enquiry_days').raw().all();
const replyRows = () =>
  file.prepare('SELECT day, hours, in_time, total FROM first_reply_days').raw().all();

/** Every half hour around the changes of the clocks, and through the year at odd times. */
function instants(): Date[] {
  const found: Date[] = [];
  for (let year = 2020; year <= 2099; year += 5) {
    for (const month of [2, 9]) {
      const end = Date.UTC(year, month + 1, 1);
      for (let hour = 8 * 24; hour > 0; hour -= 0.5) found.push(new Date(end - hour * HOUR));
    }
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 97 * HOUR + 12_345) {
      found.push(new Date(at));
    }
  }
  return found;
}

test('DA-5 a day in Athens begins at midnight there, summer time or not', () => {
  const all = instants();
  const insert = file.prepare(
    `INSERT INTO contact_submissions (full_name, email, project, created_at)
     VALUES ('Day Sample', 'day@mail.example', 'Private House', ?)`,
  );
  for (const at of all) insert.run(at.toISOString());
  const expected = new Map<string, number>();
  for (const at of all) {
    const day = athensDay(at);
    expected.set(day, (expected.get(day) ?? 0) + 1);
  }
  expect(
    new Map((dayRows() as [string, string, string, number][]).map((r) => [r[0], r[3]])),
  ).toEqual(expected);
});

test('DA-5 the store knows the same holidays as the promise of two working days', () => {
  const known = new Set(file.prepare('SELECT day FROM public_holidays').pluck().all());
  const wrong: string[] = [];
  for (let day = '2020-01-01'; day < '2100-01-01'; day = addDays(day)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const works = weekday !== 0 && weekday !== 6 && !known.has(day);
    if (works !== isWorkingDay(day)) wrong.push(day);
  }
  expect(wrong).toEqual([]);
});

/** Enquiries and replies around Easter and its holidays, at times that meet to the second. */
function pairs(): { asked: Date; replied: Date }[] {
  const clocks = ['00:00:00', '09:30:00', '09:30:01'];
  const found: { asked: Date; replied: Date }[] = [];
  for (let day = '2026-03-20'; day < '2026-06-05'; day = addDays(day)) {
    const asked = athensInstant(`${day}T${clocks[found.length % clocks.length]}`);
    for (let ahead = 0; ahead < 9; ahead += 1) {
      for (const clock of clocks) {
        const replied = athensInstant(`${addDays(day, ahead)}T${clock}`);
        if (replied >= asked) found.push({ asked, replied });
      }
    }
  }
  return found;
}

test('DA-5 in time is what was not overdue when it was answered', async () => {
  const all = pairs();
  expect(all.length).toBeGreaterThan(1500);
  const insert = file.prepare(
    `INSERT INTO contact_submissions (full_name, email, project, created_at)
     VALUES ('Pair Sample', 'pair@mail.example', 'Private House', ?)`,
  );
  const inTime = file.prepare('SELECT in_time FROM first_replies WHERE enquiry_id = ?').pluck();
  const wrong: string[] = [];
  for (const { asked, replied } of all) {
    const id = Number(insert.run(asked.toISOString()).lastInsertRowid);
    await putReply(id, replied.toISOString());
    const overdue = asked < overdueBefore(replied);
    if (inTime.get(id) !== (overdue ? 0 : 1)) {
      wrong.push(`${asked.toISOString()} ${replied.toISOString()}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('DA-5 what is deleted, changed or answered earlier after all is counted as it is now', async () => {
  const at = '2026-03-02T10:00:00.000Z';
  const id = await putEnquiry({ created_at: at, language: 'el' });
  const other = await putEnquiry({ created_at: at, language: 'el' });
  expect(dayRows()).toEqual([['2026-03-02', 'Private House', 'el', 2]]);
  const update = database().updateTable('contact_submissions').where('id', '=', other);
  await update.set({ project: 'Office Spaces', status: 'completed' }).execute();
  expect(dayRows()).toEqual([
    ['2026-03-02', 'Office Spaces', 'el', 1],
    ['2026-03-02', 'Private House', 'el', 1],
  ]);

  const first = await putReply(id, '2026-03-02T14:20:00.000Z');
  await putReply(id, '2026-03-09T10:00:00.000Z');
  expect(replyRows()).toEqual([['2026-03-02', 4, 1, 1]]);
  await putReply(id, '2026-03-02T11:30:00.000Z');
  expect(replyRows()).toEqual([['2026-03-02', 2, 1, 1]]);
  file.exec("DELETE FROM replies WHERE created_at = '2026-03-02T11:30:00.000Z'");
  file.prepare('DELETE FROM replies WHERE id = ?').run(first);
  expect(replyRows()).toEqual([['2026-03-02', 168, 0, 1]]);
  // The day that it came in is that of its reply too.
  const moved = database().updateTable('contact_submissions').where('id', '=', id);
  await moved.set({ created_at: '2026-03-08T22:00:00.000Z' }).execute();
  expect(replyRows()).toEqual([['2026-03-09', 12, 1, 1]]);

  file.exec('DELETE FROM contact_submissions');
  expect([dayRows(), replyRows()]).toEqual([[], []]);
  expect(file.prepare('SELECT count(*) FROM first_replies').pluck().get()).toBe(0);
});
