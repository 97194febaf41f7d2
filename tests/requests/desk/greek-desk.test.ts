import { mailPage } from '#app/content/words/desk-pages.server.ts';
import { flashMessages } from '#app/content/words/flash-messages.server.ts';
import { deskFaults } from '#app/content/words/enquiry.server.ts';
import { desk } from '#app/content/words/desk.server.ts';
import { account, accountFaults } from '#app/content/words/account.server.ts';
import { expect, test } from 'vitest';
import { updateAdmin } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { typed } from '../../support/people/enquirer.ts';
import { type Page, PlainBrowser, attribute } from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ ENQUIRY_NOTIFY_TO: staff.basil.email });
/** What is written in few words allows few words. */
const enquiry = { ...typed, message: 'A desk in oak.' };
const { project: _, ...written } = enquiry;
const templates = await database().selectFrom('reply_templates').selectAll().execute();

/**
 * Words that are the same in Greek: names, addresses, marks of files, the statuses as an address
 * has them, and what visitors and staff wrote themselves.
 */
const expectGreek = expectGreekBut(
  `DRYS Woodworking Email email Excel xlsx JSON QR English from new in progress completed name project
   change reply to ${templates.flatMap((each) => Object.values(each)).join(' ')} anna basil drys example colour
   nobody Roche Ellinogermaniki Agogi ${Object.values(written).join(' ')}`,
);

const id = await makeAdmin(staff.basil.email);
await updateAdmin(database(), id, { language: staff.basil.language });
const annaId = await makeAdmin(staff.anna.email);
await updateAdmin(database(), annaId, { language: staff.anna.language });
const basil = await signedIn(site, staff.basil.email);
const at = (path = '') => `/admin/dashboard${path}`;

/** Sends a form of a page, and follows where it leads. */
const done = async (page: Page, form: string, given: Record<string, string>) =>
  basil.follow(await basil.submitTo(page, form, given));

expectGreek(await basil.get(at()), desk.el.empty);
const visitor = new PlainBrowser(site);
await visitor.submit(await visitor.get('/contact?about=roche'), enquiry);
await visitor.submit(await visitor.get('/contact'), { ...enquiry, website: 'spam' });

test.each([
  '',
  '?status=completed',
  '?colour=1&from=nobody',
  '?enquiry=1',
  '?enquiry=99',
  '?assigned=nobody&due=1&language=el',
  '/account',
  '/account/password',
  '/quarantine',
  '/quarantine?search=nobody',
  '/mail',
  '/person',
  '?enquiry=1&reply=1',
  '?enquiry=1&reply=1&template=99',
  '?enquiry=1&reply=1&template=1',
  '/templates',
  '/templates?change=2',
  '/templates?change=99',
  '/numbers',
])('EL-6 %s is Greek, but for names and what was written', async (path) => {
  expectGreek(await basil.get(at(path)));
});

test('EL-6 D-7 the project type is shown in Greek, and stored and exported as ever', async () => {
  expect((await basil.get(at('?enquiry=1'))).text).toContain('Γραφεία');
  const { html } = await basil.get(at('/export.csv'));
  expect(html).toMatch(/"Project Type"[^]*"Office Spaces"[^]*"new"/);
});

test.each<[string, Record<string, string>, keyof typeof flashMessages.el]>([
  ['status', { status: 'completed' }, 'status-completed'],
  ['assignment', { admin: String(annaId) }, 'assigned'],
  ['follow-up', { due_on: '2026-01-02' }, 'follow-up-set'],
])(
  'EL-6 DA-3 DA-4 a changed %s and one that somebody else changed are told in Greek',
  async (form, given, says) => {
    const page = await basil.get(at('?enquiry=1'));
    expectGreek(await done(page, form, given), flashMessages.el[says].title);
    const other = { status: 'in_progress', admin: String(id), due_on: '2026-01-03' };
    const stale = await basil.submitTo(page, form, other);
    expect(stale.status).toBe(409);
    expectGreek(stale, deskFaults.el.nothingOverwritten);
    const refused = await basil.submitTo(page, form, { status: 'x', admin: '999', due_on: '1' });
    expect(refused.status).toBe(422);
    expectGreek(refused);
  },
);

test('EL-6 DA-1 DA-2 a note, a reply and a template, taken and refused, are told in Greek', async () => {
  const page = await basil.get(at('?enquiry=1&reply=1'));
  expectGreek(await basil.submitTo(page, 'notes', { note: ' ' }));
  expectGreek(await done(page, 'notes', { note: 'example' }), flashMessages.el['note-added'].title);
  const reply = { subject: 'example', message: 'example' };
  for (const wrong of [{ subject: ' ' }, { message: '' }])
    expectGreek(await basil.submitTo(page, 'replies', { ...reply, ...wrong }));
  expectGreek(await done(page, 'replies', reply), flashMessages.el['reply-queued'].title);
  const twice: Record<string, string>[] = [{}, { key: 'A'.repeat(22) }];
  for (const other of twice)
    expectGreek(await basil.submitTo(page, 'replies', { ...reply, message: 'nobody', ...other }));
  const own = await basil.get(at('/templates'));
  expectGreek(await basil.submitTo(own, 'templates', { name: 'example', subject_el: '{nobody}' }));
});

test.each([
  [{ digest: 'on' }, 'digest-on'],
  [{}, 'digest-off'],
] as const)('EL-6 DA-4 the digest is chosen in Greek: %j', async (given, says) => {
  const saved = await basil.follow(await basil.post(at('/account/digest'), given));
  expectGreek(saved, flashMessages.el[says].title);
  const box = saved.all('input').find((each) => attribute(each, 'name') === 'digest')!;
  expect(attribute(box, 'checked')).toBe(says === 'digest-on' ? '' : undefined);
});

test('EL-6 a person is looked up, and what is no spam becomes an enquiry, in Greek', async () => {
  const page = await basil.get(at('/person'));
  for (const email of [enquiry.email, 'nobody@drys.example'])
    expectGreek(await basil.submitTo(page, 'person', { email }));
  const aside = await basil.get(at('/quarantine'));
  expectGreek(await done(aside, 'quarantine', {}), flashMessages.el['not-spam'].title);
});

test('EL-6 mail that was given up is told in Greek, with the reason', async () => {
  const failed = { failed_at: Date.now(), sent_at: null, last_error: 'EENVELOPE 550' };
  await database().updateTable('outbox').set(failed).execute();
  expectGreek(await basil.get(at('/mail')), mailPage.el.refused('550'));
  expectGreek(await basil.get(at('/account')), 'Email (');
});

test('EL-6 wrong words on the account pages are told in Greek', async () => {
  const given = { current_password: 'wrong', password: 'dovetail & mortise 7' };
  const page = await basil.get(at('/account/password'));
  const wrong = { ...given, confirm_password: given.password };
  expectGreek(await basil.submitTo(page, 'password', wrong), accountFaults.el.notCurrent);
  const twoStep = await basil.get(at('/account/two-step'));
  expect(twoStep.text).toContain(account.el.twoStep.scan);
  const code = { code: '000000', current_password: PASSWORD };
  const refused = await basil.submitTo(twoStep, 'two-step', code);
  expect(refused.text).toContain(accountFaults.el.wrongCode);
});

test('EL-6 the desk is in the language of its admin, whatever the browser chose', async () => {
  const anna = new PlainBrowser(site);
  const given = { email: staff.anna.email, password: PASSWORD };
  const login = await anna.get('/admin?language=el');
  const english = await anna.follow(await anna.submit(login, given));
  expect(english.html).toContain('<html lang="en"');
  expect(english.text).toContain(desk.en.title);
  const page = await anna.get(at('/account'));
  const greek = await anna.follow(await anna.submitTo(page, 'language', { language: 'el' }));
  expectGreek(greek, flashMessages.el['language-saved'].title);
  const again = await anna.submitTo(await anna.get(at('/account')), 'language', { language: 'en' });
  expect(again.headers.get('set-cookie'), 'and the login with it').toContain('language=en');
});
