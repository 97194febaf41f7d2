import { beforeAll, describe, expect, test } from 'vitest';
import { numberWords } from '#app/content/words/desk-pages.server.ts';
import { NUMBERS } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  textOf,
} from '../../support/reading/browser.ts';
import { latinIn } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { putReply } from '../../support/servers/store.ts';

const site = await startSite();
const { database, databaseFile } = await import('#db/database.server.ts');
const { updateAdmin } = await import('#db/accounts.ts');
const { seedEnquiries } = await import('#db/seed/seed.ts');
const { eleni, sampleEnquiries } = await import('#db/seed/seed-enquiries.ts');
const { OPERATOR } = await import('#app/domain/audit.server.ts');
const { erasePerson } = await import('#app/domain/privacy.server.ts');
const { isWorkingDay } = await import('#app/domain/desk/working-days.server.ts');

await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
const PAGE = '/admin/dashboard/numbers';
const HOUR = 3_600_000;
const words = numberWords.en;

/** The text of each cell of each row under a heading of the page. */
function rowsOf(page: Page, table: number): string[][] {
  const found = elements(elements(page.html, 'table')[table]!, 'tr').slice(1);
  return found.map((row) =>
    row.childNodes.filter(({ nodeName }) => /^t[hd]$/.test(nodeName)).map((cell) => textOf(cell)),
  );
}

/** Whether an element, or what it lies in, is left out for those who listen. */
function isHidden(element: ReturnType<typeof elements>[number]): boolean {
  if (attribute(element, 'aria-hidden') === 'true') return true;
  const { parentNode } = element;
  return parentNode !== null && 'tagName' in parentNode && isHidden(parentNode);
}

test('DA-5 the page of an empty store says so, and divides by nothing', async () => {
  const page = await admin.get(PAGE);
  expect(page.status).toBe(200);
  expect(wordsOf(page.html)).toContain(words.empty);
  expect(wordsOf(page.html)).toContain('No enquiry has had its 2 working days yet.');
  expect(page.html).not.toMatch(/NaN|undefined|Infinity/);
});

test('D-1 without a session it leads to the login', async () => {
  const page = await new PlainBrowser(site).get(PAGE);
  expect([page.status, page.headers.get('location')]).toEqual([303, '/admin']);
});

describe('DA-5 over the sample enquiries, half of them answered', () => {
  // After 3, 8, 13 … hours, as long as that has passed.
  const answers = sampleEnquiries.map(({ hoursAgo }, index) => {
    const waited = 3 + 5 * index;
    return index % 2 === 0 && waited < hoursAgo ? waited : null;
  });
  const now = Date.now();
  const asked = sampleEnquiries.map(({ hoursAgo }) => now - hoursAgo * HOUR);
  let page: Page;

  beforeAll(async () => {
    await seedEnquiries(database(), now);
    const find = databaseFile()
      .prepare('SELECT id FROM contact_submissions WHERE email = ?')
      .pluck();
    for (const [index, waited] of answers.entries()) {
      if (waited === null) continue;
      const { email } = sampleEnquiries[index]!;
      const id = find.get(email) as number;
      await putReply(id, new Date(asked[index]! + waited * HOUR).toISOString());
    }
    page = await admin.get(PAGE);
  });

  /** What a calendar and a clock on a wall in Athens show. */
  const athens = (at: number) => {
    const text = new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Athens' });
    return { day: text.slice(0, 10), clock: text.slice(11) };
  };
  const nextDay = (day: string) => new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10);
  /** Until when an answer is in time: walked day by day, from the enquiry on. */
  const fallsDue = (at: number) => {
    const start = athens(at);
    let { day } = start;
    for (let left = 2; left > 0;) {
      day = nextDay(day);
      if (isWorkingDay(day)) left -= 1;
    }
    return `${day} ${isWorkingDay(start.day) ? start.clock : '24:00:00'}`;
  };
  const onTheWall = (at: number) => `${athens(at).day} ${athens(at).clock}`;

  test('the weeks are those of a calendar in Athens', () => {
    const mondayBefore = (day: string) => {
      const weekday = (new Date(day).getUTCDay() + 6) % 7;
      return new Date(Date.parse(day) - weekday * 24 * HOUR).toISOString().slice(0, 10);
    };
    const expected = Array.from({ length: NUMBERS.weeks }, () => 0);
    const thisWeek = Date.parse(mondayBefore(athens(now).day));
    for (const at of asked) {
      const ago = (thisWeek - Date.parse(mondayBefore(athens(at).day))) / (7 * 24 * HOUR);
      expected[NUMBERS.weeks - 1 - ago]! += 1;
    }
    expect(rowsOf(page, 0).map(([, total]) => Number(total))).toEqual(expected);
    expect(expected.reduce((sum, total) => sum + total)).toBe(sampleEnquiries.length);
  });

  test('project types and languages, the most first', () => {
    const tally = (names: string[]) =>
      Object.entries(Object.groupBy(names, (name) => name))
        .map(([name, all]) => [
          name,
          String(all!.length),
          `${Math.round((all!.length / 12) * 100)}%`,
        ])
        .toSorted((a, b) => Number(b[1]) - Number(a[1]) || (a[0]! < b[0]! ? -1 : 1));
    const sorted = (rows: string[][]) =>
      rows.toSorted((a, b) => Number(b[1]) - Number(a[1]) || (a[0]! < b[0]! ? -1 : 1));
    expect(sampleEnquiries).toHaveLength(12);
    const projects = rowsOf(page, 1);
    expect(sorted(projects)).toEqual(tally(sampleEnquiries.map(({ project }) => project)));
    const totals = projects.map(([, total]) => Number(total));
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    const languages = sampleEnquiries.map(({ language }) =>
      language === 'el' ? 'Greek' : 'English',
    );
    expect(rowsOf(page, 2)).toEqual(tally(languages));
  });

  test('the share that was answered within two working days', () => {
    const due = asked.map((at, index) => ({
      by: fallsDue(at),
      at,
      waited: answers[index] ?? null,
    }));
    const past = due.filter(({ by }) => by < onTheWall(now));
    const kept = past.filter(
      ({ by, at, waited }) => waited !== null && onTheWall(at + waited * HOUR) <= by,
    );
    expect(kept.length).toBeGreaterThan(0);
    const share = `${Math.round((kept.length / past.length) * 100)}%`;
    expect(wordsOf(page.html)).toContain(
      `Answered within 2 working days ${share} ${kept.length} of ${past.length}, once`,
    );
  });

  test('the median time to the first reply', () => {
    const waits = answers.filter((waited) => waited !== null).toSorted((a, b) => a - b);
    const half = waits.length / 2;
    const median = (waits[Math.ceil(half) - 1]! + waits[Math.floor(half)]!) / 2;
    expect(wordsOf(page.html)).toContain(
      `Median time to the first reply ${median} hours Of ${waits.length} that were answered.`,
    );
  });

  test('an erased person is in no number any more', async () => {
    await erasePerson(eleni.email, OPERATOR);
    const after = await admin.get(PAGE);
    const sum = rowsOf(after, 0).reduce((all, [, total]) => all + Number(total), 0);
    expect(sum).toBe(sampleEnquiries.length - 1);
  });

  test('it is drawn by the server: paths, no script that draws, nothing a reader stumbles on', async () => {
    const [main] = elements(page.html, 'main');
    const drawings = elements(main!, 'svg');
    expect(drawings.length).toBeGreaterThan(3);
    expect(elements(main!, 'path').length).toBeGreaterThan(3);
    expect(elements(main!, 'svg').filter((drawing) => !isHidden(drawing))).toEqual([]);
    expect(page.html).not.toMatch(/ style="|NaN/);
  });
});

describe('DA-5 the range in the address', () => {
  test('is shown, and offered again in the form', async () => {
    const page = await admin.get(`${PAGE}?from=2026-01-05&to=2026-02-01`);
    expect(wordsOf(page.html)).toContain('from 5 Jan 2026 to 1 Feb 2026.');
    const fields = elements(page.html, 'input').map(({ attrs }) =>
      Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    );
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['from', '2026-01-05'],
      ['to', '2026-02-01'],
    ]);
  });
});

test('DA-5 a bar is as much of its row as the share beside it says', async () => {
  const page = await admin.get(PAGE);
  for (const table of elements(page.html, 'table').slice(1)) {
    const drawn = elements(table, 'rect').map((bar) => Number.parseFloat(attribute(bar, 'width')!));
    const shares = elements(table, 'tr')
      .slice(1)
      .map((row) => textOf(elements(row, 'td')[1]!));
    expect(drawn.length).toBeGreaterThan(1);
    expect(drawn.map((width) => `${Math.round(width)}%`)).toEqual(shares);
  }
});

test('DA-5 a store that fails says so in words, and the way to ask again', async () => {
  databaseFile().exec('ALTER TABLE replies RENAME TO elsewhere');
  try {
    const page = await admin.get(PAGE);
    expect(page.status).toBe(500);
    expect(wordsOf(page.html)).toContain('Something went wrong here.');
    expect(wordsOf(page.html)).toContain('Try again');
    expect(page.html).not.toMatch(/SQLITE|no such table|elsewhere/);
  } finally {
    databaseFile().exec('ALTER TABLE elsewhere RENAME TO replies');
  }
});

test('DA-5 EL-6 the page is Greek for who reads Greek', async () => {
  const id = await makeAdmin(staff.basil.email);
  await updateAdmin(database(), id, { language: staff.basil.language });
  const basil = await signedIn(site, staff.basil.email);
  const page = await basil.get(`${PAGE}`);
  const names = /^(DRYS|Woodworking|basil|drys|example|from|to)$/;
  expect(latinIn(page.html).filter((word) => !names.test(word))).toEqual([]);
  expect(wordsOf(page.html)).toContain(numberWords.el.byWeek);
});

test('DA-5 the list of enquiries leads to it', async () => {
  expect((await admin.get('/admin/dashboard')).html).toContain(`href="${PAGE}"`);
});
