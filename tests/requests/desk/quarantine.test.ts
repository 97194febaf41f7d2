import { beforeEach, describe, expect, test } from 'vitest';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { office, staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, readText, toasts } from '../../support/people/desk.ts';
import { drawing, newVisitor, typed } from '../../support/people/enquirer.ts';
import { attribute, PlainBrowser, texts, type Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import {
  column,
  listRows,
  one,
  putEnquiry,
  putMessage,
  putSpam,
  run,
} from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: office });
const admin = await newAdmin(site, staff.anna.email);
const ADDRESS = '/admin/dashboard/quarantine';
const get = (query = '') => admin.get(ADDRESS + query);
/** Presses 'Not spam' at the first that a page shows. */
const release = (page: Page) => admin.submitTo(page, 'quarantine');
const names = (page: Page) => texts(page.all('main')[0]!, 'h2');

/** Sends the contact form as a program does that fills in everything. */
async function fall(path: string, fields: Record<string, string>, files: File[] = []) {
  const bot = newVisitor(site);
  await bot.attach(await bot.get(path), { ...typed, website: 'filled in', ...fields }, files);
}

beforeEach(() => {
  admin.cookies.delete('flash');
  run('DELETE FROM spam');
});

test('CF-7 says that the spam folder is empty, and when its messages are deleted, and offers no search', async () => {
  const page = await get();
  expect(page.text).toContain('Each message is deleted automatically after 30 days');
  expect([page.status, page.all('input')]).toEqual([200, []]);
  // Screen readers announce changes only in a live region they know.
  const readStatus = (folder: Page) => texts(folder.all('main')[0]!, 'p[role=status]');
  expect(readStatus(page)).toEqual(['There is no spam.']);
  await putSpam();
  expect(readStatus(await get())).toEqual(['']);
});

describe('CF-7 the pages of the spam folder, newest first', () => {
  const count = DESK.spamPageRows * 2 + 7;

  beforeEach(async () => {
    for (let i = 1; i <= count; i += 1) await putSpam({ full_name: `Suspect ${i}` });
  });

  test('CF-7 reach every message, forward and back, and release it in place', async () => {
    const first = await get();
    expect(first.texts('a')).not.toContain('Newer');
    expect(first.text).toContain(`${DESK.spamPageRows} of ${count} shown`);
    const middle = await admin.get(linkTo(first, 'Older'));
    const last = await admin.get(linkTo(middle, 'Older'));
    expect(last.texts('a')).not.toContain('Older');
    expect([first, middle, last].flatMap(names)).toEqual(
      Array.from({ length: count }, (_, i) => `Suspect ${count - i}`),
    );
    expect(names(await admin.get(linkTo(last, 'Newer')))).toEqual(names(middle));
    for (const link of ['Newer', 'First'])
      expect(names(await admin.get(linkTo(middle, link)))).toEqual(names(first));
    const enquiryPage = await admin.follow(await release(middle));
    expect(toasts(enquiryPage)[0]).toMatch(/^Not spam/);
    expect(enquiryPage.text).toContain(names(middle)[0]);
  });

  test('CF-7 find messages far beyond the first page, and keep the search while paging', async () => {
    const firstPage = await get('?search=suspect');
    expect(names(firstPage)).toHaveLength(DESK.spamPageRows);
    expect(names(await admin.get(linkTo(firstPage, 'Last'))).at(-1)).toBe('Suspect 1');
    expect(linkTo(firstPage, 'Older')).toMatch(
      /^\/admin\/dashboard\/quarantine\?search=suspect&before=[\w%.-]+$/,
    );
  });
});

test('CF-7 finds every word of a message, without regard to accents and case', async () => {
  await putSpam({ full_name: 'Ἀθηνᾶ Δρύς', email: 'a@mail.example', message: 'Ξύλο για ΤΟΙΧΟΥΣ' });
  await putSpam({ full_name: 'René Olive', company: 'Boiserie', phone: '+33 1 23' });
  for (const [search, found] of [
    ['τοίχους+ΔΡΥΣ', ['Ἀθηνᾶ Δρύς']],
    ['rene+boiserie', ['René Olive']],
    ['rene+walnut', []],
  ] as const)
    expect(names(await get(`?search=${search}`))).toEqual(found);
  const emptyPage = await get('?search=nobody-like-this');
  const field = emptyPage.all('input[name=search]')[0]!;
  expect(attribute(field, 'value')).toBe('nobody-like-this');
  expect(emptyPage.text).toContain('No spam matches this search.');
  expect(linkTo(emptyPage, 'Show all')).toBe(ADDRESS);
});

test('CF-7 AT-8 shows the project and files of a message, and keeps them with its enquiry', async () => {
  const files = ['plan.pdf', 'section.pdf'].map((name) => drawing(name, { mark: name }));
  await fall('/contact?about=roche', { full_name: 'From Roche' }, files);
  const page = await get('?search=from+roche');
  expect(page.text).toContain('plan.pdf, section.pdf');
  const enquiryPage = await admin.follow(await release(page));
  for (const each of [page, enquiryPage]) expect(linkTo(each, 'Roche')).toBe('/projects/roche');
  const enquiry = await admin.get(linkTo(await admin.get('/admin/dashboard'), 'View From Roche'));
  expect(enquiry.text).toContain('section.pdf');
});

test('CF-7 says how many messages were counted but not kept', async () => {
  expect((await get()).text).not.toContain('counted but not kept');
  for (let i = 0; i < DESK.spamPerIpAddressAndDay + 3; i += 1) {
    const visitor = new PlainBrowser(site, { 'x-forwarded-for': `2001:db8:0:9::${i}` });
    await visitor.post('/contact', { ...typed, website: 'x', message: `Bot ${i}` });
  }
  await flushEventCounts();
  expect(readText((await get()).html)).toContain('3 more messages were counted but not kept');
});

const suspect = {
  full_name: 'Real Person',
  email: 'real@mail.example',
  project: 'Office Spaces',
  message: 'My browser filled everything in.',
  created_at: '2026-11-01T10:00:00.000Z',
};

test("CF-7 'Not spam' creates an enquiry with the original time and sends its notification", async () => {
  await putSpam(suspect);
  const page = await get('?search=filled+everything');
  expect(page.text).toContain('The form’s hidden field was filled in.');
  const enquiryPage = await admin.follow(await release(page));
  expect(toasts(enquiryPage)[0]).toMatch(/^Not spam/);
  expect(enquiryPage.text).toContain(suspect.message);
  const [row] = listRows<{ id: number }>(
    'SELECT * FROM contact_submissions ORDER BY id DESC LIMIT 1',
  );
  expect(row).toMatchObject({ ...suspect, status: 'new', verified: 0 });
  expect(column('SELECT kind FROM outbox WHERE enquiry_id = ?', row!.id)).toEqual(['enquiry']);
  expect((await release(page)).status).toBe(409);
});

test('CF-7 does not release an invalid message, nor another one under a reused id', async () => {
  await putSpam({ ...suspect, email: 'nobody' });
  const refused = await release(await get('?search=filled+everything'));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('This message cannot become an enquiry');
  await putSpam({ full_name: 'Seen', created_at: '2026-01-01T10:00:00.000Z' });
  const page = await get('?search=seen');
  run(`DELETE FROM spam WHERE full_name = 'Seen'`);
  await putSpam({ full_name: 'Another' });
  expect((await release(page)).status).toBe(409);
  expect(names(await get('?search=another'))).toEqual(['Another']);
});

test('AN-8 names the enquiries of other people that have messages from the email', async () => {
  const id = await putEnquiry({ email: 'first@mail.example' });
  await putMessage(id, { sender: 'Second@mail.example' });
  const lookUp = async (email: string) =>
    (await admin.post('/admin/dashboard/person', { intent: 'lookUp', email })).text;
  const secondPage = await lookUp('second@mail.example');
  expect(secondPage).not.toContain('We hold nothing');
  expect(secondPage).toContain(`nor erased here: DRYS-${id}`);
  expect(await lookUp('first@mail.example')).not.toContain('of other people');
});

test('AT-8 CF-5 finds, exports and erases a person from the desk', async () => {
  await putEnquiry({ email: 'Person@mail.example', full_name: 'Some Person' });
  const countEnquiries = () =>
    one(`SELECT count(*) FROM contact_submissions WHERE full_name = 'Some Person'`);
  const email = 'person@mail.example';
  // As a mail program copies it.
  const lookUp = { intent: 'lookUp', email: '"Person, Some" <person@mail.example>;' };
  const personPage = await admin.post('/admin/dashboard/person', lookUp);
  expect(personPage.text).toContain('Enquiries: 1. Spam: 0.');
  const countLiveRegions = (page: Page) => page.all('[aria-live]').length;
  const pageBefore = await admin.get('/admin/dashboard/person');
  expect(countLiveRegions(personPage)).toBe(countLiveRegions(pageBefore));
  const file = await admin.submitTo(personPage, 'file');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="personal-data.json"');
  expect(JSON.parse(file.html).enquiries).toMatchObject([{ full_name: 'Some Person' }]);

  await admin.post('/admin/dashboard/person', { intent: 'erase', email });
  expect(countEnquiries()).toBe(1);
  const erase = async () =>
    toasts(await admin.follow(await admin.submitTo(personPage, 'erase', { sure: 'yes' })));
  expect((await erase())[0]).toMatch(/^Erased/);
  expect(countEnquiries()).toBe(0);
  expect(await erase()).toEqual([
    'Nothing erased There is no enquiry and no spam from this email address or phone number.',
  ]);
  const emptyPersonPage = await admin.post('/admin/dashboard/person', lookUp);
  expect(emptyPersonPage.text).toContain(`We hold nothing about ${email}.`);
});
