import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { type SuspectFields, quarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { staff, office } from '#db/seed/people.ts';

import {
  PlainBrowser,
  type Page,
  attribute,
  elements,
  forms,
  textOf,
} from '../../support/reading/browser.ts';
import { linkTo, toasts, wordsOf } from '../../support/people/desk.ts';
import { drawing, typed } from '../../support/people/enquirer.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, run, putEnquiry, one } from '../../support/servers/store.ts';
import { newAdmin } from '../../support/people/admins.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: office });
const admin = await newAdmin(site, staff.anna.email);
const ADDRESS = '/admin/dashboard/quarantine';
const get = (query = '') => admin.get(ADDRESS + query);
/** Presses 'Not spam' at the first that a page shows. */
const release = (page: Page) => admin.submitTo(page, 'quarantine');
const names = (page: Page) =>
  elements(elements(page.html, 'main')[0]!, 'h2').map((heading) => textOf(heading));
const has = (page: Page, name: string) =>
  elements(page.html, 'a').some((link) => textOf(link) === name);

function put(fields: Partial<SuspectFields>) {
  const person = { full_name: 'Bot', email: 'bot@mail.example', project: 'Office Spaces' };
  return quarantine(database(), { ...person, ...fields });
}

test('CF-7 with nothing set aside the page says so, and offers no search', async () => {
  const page = await get();
  expect([page.status, wordsOf(page.html).includes('Nothing has been set aside.')]).toEqual([
    200,
    true,
  ]);
  expect(elements(page.html, 'input')).toEqual([]);
});

describe('CF-7 pages by links, newest first', () => {
  const count = DESK.quarantinePageRows * 2 + 7;

  test('CF-7 all of them can be reached, forward and back', async () => {
    for (let i = 1; i <= count; i += 1) await put({ full_name: `Suspect ${i}` });
    const seen: string[] = [];
    let page = await get();
    const first = names(page);
    expect(first[0]).toBe(`Suspect ${count}`);
    expect(has(page, 'Newer')).toBe(false);
    expect(wordsOf(page.html)).toContain(`${DESK.quarantinePageRows} of ${count} shown`);
    for (;;) {
      seen.push(...names(page));
      if (!has(page, 'Older')) break;
      page = await admin.get(linkTo(page, 'Older'));
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, i) => `Suspect ${count - i}`));
    const middle = await admin.get(linkTo(page, 'Newer'));
    expect(names(middle)).toEqual(seen.slice(DESK.quarantinePageRows, -7));
    expect(names(await admin.get(linkTo(middle, 'Newer')))).toEqual(first);
    expect(names(await admin.get(linkTo(middle, 'First')))).toEqual(first);
  });

  test('CF-7 one that is beyond the first page can be released from there', async () => {
    const page = await admin.get(linkTo(await get(), 'Older'));
    const shown = await admin.follow(await release(page));
    expect(toasts(shown)[0]).toMatch(/^Not spam/);
    expect(wordsOf(shown.html)).toContain(`Suspect ${count - DESK.quarantinePageRows}`);
  });
});

describe('CF-7 the search stands in the URL and in its field', () => {
  test('CF-7 every word, anywhere in what was sent, without accents and case', async () => {
    await put({ full_name: 'Ἀθηνᾶ Δρύς', email: 'a@mail.example', message: 'Ξύλο για ΤΟΙΧΟΥΣ' });
    await put({ full_name: 'René Olive', company: 'Boiserie', phone: '+33 1 23' });
    expect(names(await get('?search=τοίχους+ΔΡΥΣ'))).toEqual(['Ἀθηνᾶ Δρύς']);
    expect(names(await get('?search=rene+boiserie'))).toEqual(['René Olive']);
    expect(names(await get('?search=rene+walnut'))).toEqual([]);
    const page = await get('?search=olive');
    const field = elements(page.html, 'input').find((i) => attribute(i, 'name') === 'search')!;
    expect(attribute(field, 'value')).toBe('olive');
    expect(linkTo(page, 'Show all')).toBe(ADDRESS);
    const none = await get('?search=nobody-like-this');
    expect(wordsOf(none.html)).toContain('Nothing that was set aside matches this search.');
    expect(has(none, 'Show all')).toBe(true);
  });

  test('CF-7 finds what lies far beyond the first page, and its pages keep the search', async () => {
    const all = await get('?search=suspect');
    expect(names(all)).toHaveLength(DESK.quarantinePageRows);
    expect(names(await admin.get(linkTo(all, 'Last'))).at(-1)).toBe('Suspect 1');
    expect(linkTo(all, 'Older')).toMatch(
      /^\/admin\/dashboard\/quarantine\?search=suspect&before=[\w%.-]+$/,
    );
  });
});

test('CF-7 a send about a project keeps it: on the page, in the enquiry, by its title', async () => {
  const visitor = new PlainBrowser(site, { 'x-forwarded-for': '198.51.100.1' });
  const form = await visitor.get('/contact?about=roche');
  await visitor.submit(form, { ...typed, full_name: 'From Roche', website: 'filled in' });
  const page = await get('?search=from+roche');
  expect(linkTo(page, 'Roche')).toBe('/projects/roche');
  const shown = await admin.follow(await release(page));
  expect(linkTo(shown, 'Roche')).toBe('/projects/roche');
});

test('an id that was given again releases nobody else', async () => {
  await put({ full_name: 'Seen', created_at: '2026-01-01T10:00:00.000Z' });
  const page = await get('?search=seen');
  run(`DELETE FROM quarantine WHERE full_name = 'Seen'`);
  await put({ full_name: 'Another' });
  const answer = await release(page);
  expect(answer.status).toBe(409);
  expect(names(await get('?search=another'))).toEqual(['Another']);
});

test('AT-8 the files of what was set aside are named, and belong to the enquiry it becomes', async () => {
  const bot = new PlainBrowser(site, { 'x-forwarded-for': '192.0.2.77' });
  const bait = { ...typed, full_name: 'With a plan', website: 'filled in' };
  const files = ['plan.pdf', 'section.pdf'].map((name) => drawing(name, { mark: name }));
  await bot.attach(await bot.get('/contact'), bait, files);
  const page = await get('?search=With+a+plan');
  expect(wordsOf(page.html)).toContain('plan.pdf, section.pdf');
  await release(page);
  const enquiry = await admin.get(linkTo(await admin.get('/admin/dashboard'), 'View With a plan'));
  expect(wordsOf(enquiry.html)).toContain('section.pdf');
});

test('what was counted but not kept is said', async () => {
  expect(wordsOf((await get()).html)).not.toContain('counted but not kept');
  for (let i = 0; i < DESK.quarantinePerAddressAndDay + 3; i += 1) {
    const visitor = new PlainBrowser(site, { 'x-forwarded-for': `2001:db8:0:9::${i}` });
    await visitor.post('/contact', { ...typed, website: 'x', message: `Bot ${i}` });
  }
  const { flushCounts } = await import('#app/domain/audit.server.ts');
  await flushCounts();
  expect(wordsOf((await get()).html)).toContain('3 more were counted but not kept');
});

const suspect = {
  full_name: 'Real Person',
  email: 'real@mail.example',
  project: 'Office Spaces',
  message: 'My browser filled everything in.',
  created_at: '2026-11-01T10:00:00.000Z',
};

test("CF-7 'Not spam' makes an enquiry of the time it came in and sends its notice", async () => {
  await quarantine(database(), suspect);
  const page = await get('?search=filled+everything');
  expect(wordsOf(page.html)).toContain('A field that people do not see was filled in.');
  const shown = await admin.follow(await release(page));
  expect(toasts(shown)[0]).toMatch(/^Not spam/);
  expect(wordsOf(shown.html)).toContain('My browser filled everything in.');
  const row = databaseFile()
    .prepare('SELECT * FROM contact_submissions WHERE email = ?')
    .get(suspect.email) as { id: number };
  expect(row).toMatchObject({ ...suspect, status: 'new', verified: 0 });
  expect(column('SELECT kind FROM outbox WHERE enquiry_id = ?', row.id)).toEqual(['enquiry']);
  expect((await release(page)).status).toBe(409);
});

test('what the form would have refused cannot be released', async () => {
  await quarantine(database(), { ...suspect, email: 'nobody' });
  const page = await get('?search=filled+everything');
  const answer = await release(page);
  expect(answer.status).toBe(409);
  expect(wordsOf(answer.html)).toContain('It cannot become an enquiry');
});

test('a person is looked up, exported and erased from the desk', async () => {
  await putEnquiry({ email: 'Person@mail.example', full_name: 'Some Person' });
  const found = await admin.post('/admin/dashboard/person', { email: 'person@mail.example' });
  expect(wordsOf(found.html)).toContain('Enquiries: 1. Messages set aside as spam: 0.');
  const of = (part: string) =>
    forms(found.html).findIndex(({ action }) => action?.endsWith(part) ?? false);
  const file = await admin.submit(found, {}, of('/file'));
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="personal-data.json"');
  expect(JSON.parse(file.html).enquiries).toMatchObject([{ full_name: 'Some Person' }]);

  await admin.post('/admin/dashboard/person/erasure', { email: 'person@mail.example' });
  expect(kept()).toBe(1);
  const answer = await admin.submit(found, { sure: 'yes' }, of('/erasure'));
  expect(toasts(await admin.follow(answer))[0]).toMatch(/^Erased/);
  expect(kept()).toBe(0);

  const gone = await admin.post('/admin/dashboard/person', { email: 'person@mail.example' });
  expect(wordsOf(gone.html)).toContain('Nothing is kept about person@mail.example.');
  const again = await admin.post('/admin/dashboard/person/erasure', {
    email: 'person@mail.example',
    sure: 'yes',
  });
  expect(toasts(await admin.follow(again))).toEqual([
    'Nothing erased Nothing is kept about this address or phone number.',
  ]);
});

function kept() {
  return one(`SELECT count(*) FROM contact_submissions WHERE full_name = 'Some Person'`);
}
