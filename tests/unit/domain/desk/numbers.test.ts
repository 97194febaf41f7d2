import { beforeAll, describe, expect, test } from 'vitest';
import { NUMBERS } from '#app/domain/limits.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putReply, run } from '../../../support/servers/store.ts';

await useScratchDatabase();
const { getMedian, readStatistics, parseStatisticsRange } =
  await import('#app/domain/desk/numbers.server.ts');

// A Friday, 14:00 in Athens: two working days have passed for what arrived before Wednesday 14:00.
const now = new Date('2026-11-20T12:00:00Z');
const range = { from: '2026-10-19', to: '2026-11-20' };

/** Each row with its first reply; 28 October is a holiday, and the clocks went back on the 25th. */
const enquiries: [
  receivedAt: string,
  project: string,
  language: 'en' | 'el',
  repliedAt?: string,
][] = [
  // Out of the range by a minute, at each end.
  ['2026-10-18T20:59:00Z', 'Private House', 'en', '2026-10-19T08:00:00Z'],
  ['2026-11-20T22:00:00Z', 'Private House', 'en'],
  // In time on the third day, because of the holiday between; and a second too late.
  ['2026-10-26T08:00:00Z', 'Private House', 'el', '2026-10-29T08:00:00Z'],
  ['2026-10-26T08:00:00Z', 'Private House', 'el', '2026-10-29T08:00:01Z'],
  // On a Saturday in summer time: until the end of Tuesday.
  ['2026-10-24T20:30:00Z', 'Office Spaces', 'en', '2026-10-27T21:00:00Z'],
  // A minute before Monday, and Monday itself; the first one is never answered.
  ['2026-10-25T21:59:00Z', 'Office Spaces', 'en'],
  ['2026-10-25T22:00:00Z', 'Public Buildings', 'el', '2026-10-26T01:00:00Z'],
  // A minute before its two working days have passed, exactly two, and from today.
  ['2026-11-18T11:59:00Z', 'Private House', 'el', '2026-11-18T13:59:00Z'],
  ['2026-11-18T12:00:00Z', 'Private House', 'el', '2026-11-18T13:00:00Z'],
  ['2026-11-20T10:00:00Z', 'Private House', 'el'],
];

beforeAll(async () => {
  for (const [created_at, project, language, repliedAt] of enquiries) {
    const id = await putEnquiry({ created_at, project, language });
    if (repliedAt) await putReply(id, repliedAt);
  }
});

test('DA-5 computes weeks, project types, promise and median as counted by hand', async () => {
  const numbers = await readStatistics(range, now);
  expect(numbers.weeks).toEqual([
    { from: '2026-10-19', to: '2026-10-25', total: 2, isWhole: true },
    { from: '2026-10-26', to: '2026-11-01', total: 3, isWhole: true },
    { from: '2026-11-02', to: '2026-11-08', total: 0, isWhole: true },
    { from: '2026-11-09', to: '2026-11-15', total: 0, isWhole: true },
    { from: '2026-11-16', to: '2026-11-20', total: 3, isWhole: false },
  ]);
  expect(numbers.total).toBe(8);
  expect(Object.fromEntries(numbers.projects)).toEqual({
    'Private House': 5,
    'Office Spaces': 2,
    'Public Buildings': 1,
  });
  expect(Object.fromEntries(numbers.languages)).toEqual({ en: 2, el: 6 });
  // The two days of six have passed; four were answered in time.
  expect(numbers.promise).toEqual({ dueCount: 6, inTimeCount: 4 });
  // 1, 2, 3, 72, 72 and 73 hours.
  expect([numbers.answeredCount, numbers.medianHours]).toEqual([6, 37.5]);
});

test('DA-5 counts an enquiry as due from the exact time two working days after it arrived', async () => {
  const day = { from: '2026-11-18', to: '2026-11-18' };
  const promiseAt = async (time: string) => (await readStatistics(day, new Date(time))).promise;
  expect(await promiseAt('2026-11-20T11:59:00Z')).toEqual({ dueCount: 0, inTimeCount: 0 });
  expect(await promiseAt('2026-11-20T12:00:00Z')).toEqual({ dueCount: 1, inTimeCount: 1 });
  expect(await promiseAt('2026-11-20T12:00:01Z')).toEqual({ dueCount: 2, inTimeCount: 2 });
  expect(await promiseAt('2026-11-21T12:00:00Z')).toEqual({ dueCount: 2, inTimeCount: 2 });
});

test('DA-5 marks an incomplete week', async () => {
  const { weeks, total } = await readStatistics({ from: '2026-10-25', to: '2026-10-26' }, now);
  expect(total).toBe(4);
  expect(weeks).toEqual([
    { from: '2026-10-25', to: '2026-10-25', total: 1, isWhole: false },
    { from: '2026-10-26', to: '2026-10-26', total: 3, isWhole: false },
  ]);
});

test('DA-5 counts the earliest answer as the first, and ignores failed replies', async () => {
  const day = { from: '2026-03-02', to: '2026-03-02' };
  const readPromise = async () => {
    const { promise, answeredCount, medianHours } = await readStatistics(day, now);
    return [promise.dueCount, promise.inTimeCount, answeredCount, medianHours];
  };
  const id = await putEnquiry({ created_at: '2026-03-02T10:00:00.000Z' });
  await putReply(id, '2026-03-09T10:00:00.000Z');
  expect(await readPromise()).toEqual([1, 0, 1, 168]);
  const earlyReply = await putReply(id, '2026-03-02T14:20:00.000Z');
  for (const [state, expected] of [
    ['sent', [1, 1, 1, 4]],
    ['failed', [1, 0, 1, 168]],
    ['queued', [1, 1, 1, 4]],
  ] as const) {
    run('UPDATE replies SET state = ? WHERE id = ?', state, earlyReply);
    expect(await readPromise()).toEqual(expected);
  }
});

test('DK-8 leaves an enquiry that needs no answer out of share and median, and counts it in its week', async () => {
  const day = { from: '2026-03-03', to: '2026-03-03' };
  const id = await putEnquiry({ created_at: '2026-03-03T10:00:00.000Z' });
  const replyId = await putReply(id, '2026-03-03T12:00:00.000Z');
  for (const [channel, counts, medianHours] of [
    ['phone', [1, 1, 1, 1], 2],
    ['none', [1, 0, 0, 0], null],
  ] as const) {
    run('UPDATE replies SET channel = ? WHERE id = ?', channel, replyId);
    const numbers = await readStatistics(day, now);
    const { dueCount, inTimeCount } = numbers.promise;
    expect([numbers.total, dueCount, inTimeCount, numbers.answeredCount]).toEqual(counts);
    expect(numbers.medianHours).toBe(medianHours);
  }
});

test.each([
  [[], null],
  [[0], 0],
  [[4, 1, 1, 4], 2.5],
  [[4, 1, 4, 1, 4], 4],
])('DA-5 computes the median of %j as %s', (hours: number[], median) => {
  expect(getMedian(hours)).toBe(median);
});

describe('DA-5 the range of a query', () => {
  const today = '2026-11-20';
  const readRange = (query: string) => parseStatisticsRange(new URLSearchParams(query), today);
  const defaultRange = { from: '2026-05-25', to: today };

  test.each<[string, typeof defaultRange]>([
    ['', defaultRange],
    ['from=&to=', defaultRange],
    ['from=2026-11-20', { from: today, to: today }],
    ['from=2026-11-01&to=2026-11-15', { from: '2026-11-01', to: '2026-11-15' }],
    // The 26 weeks that end on that day.
    ['to=2026-06-28', { from: '2025-12-29', to: '2026-06-28' }],
    // Future days are not shown.
    ['from=2026-11-01&to=2026-12-31', { from: '2026-11-01', to: today }],
    ['from=2021-11-29', { from: '2021-11-29', to: today }],
    // Invalid ranges are ignored.
    ...['from=2026-02-29', 'to=yesterday', 'from=2026-1-1', 'weeks=4'].map(
      (q) => [q, defaultRange] as [string, typeof defaultRange],
    ),
    ...['from=2026-11-21', 'from=2021-11-28', 'from=2000-01-01'].map(
      (q) => [q, defaultRange] as [string, typeof defaultRange],
    ),
    ['from=2026-11-10&to=2026-11-09', { from: '2026-11-10', to: today }],
  ])('%s', (query, expected) => {
    expect(readRange(query)).toEqual(expected);
  });

  test('limits the longest range to the weeks of the limit', async () => {
    const { weeks } = await readStatistics(readRange('from=2021-11-29'), now);
    expect(weeks).toHaveLength(NUMBERS.longestWeeks);
    expect((await readStatistics(readRange(''), now)).weeks).toHaveLength(NUMBERS.weeks);
  });
});
