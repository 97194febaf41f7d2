import { numberWords } from '#app/content/words/desk-pages.server.ts';
import { one } from '../../support/servers/store.ts';
import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import { type Page, attribute, elements, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putReply } from '../../support/servers/store.ts';

const site = await startSite();
const { database } = await import('#db/database.server.ts');
const { seedEnquiries } = await import('#db/seed/seed.ts');
const { eleni, sampleEnquiries } = await import('#db/seed/seed-enquiries.ts');
const { OPERATOR } = await import('#app/domain/audit.server.ts');
const { erasePerson } = await import('#app/domain/privacy.server.ts');
const { readNumbers, readNumbersRange } = await import('#app/domain/desk/numbers.server.ts');
const { athensDay } = await import('#app/domain/clock.server.ts');

const admin = await newAdmin(site, staff.anna.email);
const PAGE = '/admin/dashboard/numbers';
const HOUR = 3_600_000;
const words = numberWords.en;

/** The text of each cell of each row under a heading of the page. */
function rowsOf(page: Page, table: number): string[][] {
  const found = elements(page.all('table')[table]!, 'tr').slice(1);
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
  expect(wordsOf(page.html)).toContain('No enquiry has had its 2 business days yet.');
  expect(page.html).not.toMatch(/NaN|undefined|Infinity/);
});

test('DA-5 the page shows what was counted: weeks, kinds, the promise and the median', async () => {
  const now = Date.now();
  await seedEnquiries(database(), now);
  // Half of them are answered after 3, 13 … hours, as long as that has passed.
  for (const [index, { email, hoursAgo }] of sampleEnquiries.entries()) {
    const waited = 3 + 5 * index;
    if (index % 2 === 1 || waited >= hoursAgo) continue;
    const id = one('SELECT id FROM contact_submissions WHERE email = ?', email) as number;
    await putReply(id, new Date(now - (hoursAgo - waited) * HOUR).toISOString());
  }
  const page = await admin.get(PAGE);
  const usual = readNumbersRange(new URLSearchParams(), athensDay(new Date()));
  const { weeks, total, projects, languages, promise, answered, medianHours } = await readNumbers(
    usual,
    new Date(),
  );
  expect([total, promise.kept > 0]).toEqual([sampleEnquiries.length, true]);
  expect(rowsOf(page, 0).map(([, count]) => Number(count))).toEqual(
    weeks.map((week) => week.total),
  );
  const shares = (counts: Iterable<readonly [string, number]>) =>
    [...counts].map(([name, count]) => [name, `${count}`, `${Math.round((count / total) * 100)}%`]);
  const sorted = (rows: string[][]) => rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  expect(sorted(rowsOf(page, 1))).toEqual(sorted(shares(projects)));
  const counts = rowsOf(page, 1).map(([, count]) => Number(count));
  expect(counts, 'the most first').toEqual(counts.toSorted((a, b) => b - a));
  const named = [...languages].map(([key, n]) => [key === 'el' ? 'Greek' : 'English', n] as const);
  expect(sorted(rowsOf(page, 2))).toEqual(sorted(shares(named)));
  const share = `${Math.round((promise.kept / promise.asked) * 100)}%`;
  const said = wordsOf(page.html);
  expect(said).toContain(
    `within 2 business days ${share} ${promise.kept} of ${promise.asked}, once`,
  );
  expect(said).toContain(
    `first reply ${medianHours} hours Of ${answered} enquiries that were answered.`,
  );

  // Drawn by the server: paths, no script that draws, nothing a reader stumbles on.
  const drawings = elements(page.all('main')[0]!, 'svg');
  expect(drawings.length).toBeGreaterThan(3);
  expect(drawings.filter((drawing) => !isHidden(drawing))).toEqual([]);
  expect(page.html).not.toMatch(/ style="|NaN/);
});

test('DA-5 an erased person is in no number any more', async () => {
  await erasePerson(eleni.email, OPERATOR);
  const after = rowsOf(await admin.get(PAGE), 0).map(([, total]) => Number(total));
  expect(after.reduce((sum, total) => sum + total)).toBe(sampleEnquiries.length - 1);
});

test('DA-5 the list leads to it; the range in the address is shown, and offered again in the form', async () => {
  expect((await admin.get('/admin/dashboard')).html).toContain(`href="${PAGE}"`);
  const page = await admin.get(`${PAGE}?from=2026-01-05&to=2026-02-01`);
  expect(wordsOf(page.html)).toContain('from 5 Jan 2026 to 1 Feb 2026.');
  expect(page.values('input', 'value')).toEqual(['2026-01-05', '2026-02-01']);
});

test('DA-5 a bar is as much of its row as the share beside it says', async () => {
  const page = await admin.get(PAGE);
  for (const table of page.all('table').slice(1)) {
    const drawn = elements(table, 'rect').map((bar) => Number.parseFloat(attribute(bar, 'width')!));
    const shares = elements(table, 'tr')
      .slice(1)
      .map((row) => textOf(elements(row, 'td')[1]!));
    expect(drawn.length).toBeGreaterThan(1);
    expect(drawn.map((width) => `${Math.round(width)}%`)).toEqual(shares);
  }
});
