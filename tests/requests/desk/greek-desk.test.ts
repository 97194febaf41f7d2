import { expect, test } from 'vitest';
import { accountErrors, accountTexts } from '#app/content/texts/account.server.ts';
import { mailPage } from '#app/content/texts/desk-pages.server.ts';
import { desk } from '#app/content/texts/desk.server.ts';
import { deskErrors } from '#app/content/texts/enquiry.server.ts';
import { flashTexts } from '#app/content/texts/flash-texts.server.ts';
import { buildCustomerSignature } from '#app/domain/mail/mail-layout.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, PASSWORD, signedIn } from '../../support/people/admins.ts';
import { typed } from '../../support/people/enquirer.ts';
import { attribute, PlainBrowser, type Page } from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { putMessage, run } from '../../support/servers/store.ts';

const site = await startSite({ ENQUIRY_NOTIFY_TO: staff.basil.email });
/** A short text: expectGreek would count its English words on the Greek pages. */
const enquiry = { ...typed, message: 'A desk in oak.' };
const { project: _, ...enquiryForm } = enquiry;
// A reply is signed in the customer's language.
const signature = buildCustomerSignature('DRYS-1', 'en').join(' ');
const templates = await getDatabase().selectFrom('reply_templates').selectAll().execute();

/**
 * Words that are the same in Greek: names, addresses, types of files, the statuses as an address
 * has them, and what visitors and staff wrote themselves.
 */
const expectGreek = expectGreekBut(
  `DRYS PDF JPEG PNG WebP HEIC DWG DXF DOCX XLSX MB Woodworking Email email Excel xlsx JSON QR English from new in progress completed name project
   number sender change reply to ${signature} ${templates.flatMap((each) => Object.values(each)).join(' ')} anna basil drys example colour
   nobody Roche Ellinogermaniki Agogi ${Object.values(enquiryForm).join(' ')}`,
);

const id = await makeAdmin(staff.basil.email);
run(`UPDATE admins SET language = 'el' WHERE id = ?`, id);
const annaId = await makeAdmin(staff.anna.email);
const basil = await signedIn(site, staff.basil.email);
const toDeskPath = (path = '') => `/admin/dashboard${path}`;

expectGreek(await basil.get(toDeskPath()), desk.el.empty);
const visitor = new PlainBrowser(site);
await visitor.submit(await visitor.get('/contact?about=roche'), enquiry);
await visitor.submit(await visitor.get('/contact'), { ...enquiry, website: 'spam' });
const unkeptFiles = ['notAccepted', 'empty', 'small', 'no-room', 'tooLarge', 'together', 'tooMany'];
await putMessage(1, {
  sender: staff.anna.email,
  text: 'Καλημέρα σας.',
  quoted_text: 'Σας ευχαριστούμε.',
  is_cut: 1,
  unkept_files: JSON.stringify(
    unkeptFiles.map((kind) => ({ kind, name: 'drys', mb: 1, count: 1 })),
  ),
});
run('UPDATE contact_submissions SET suspected = 1');
await putMessage(1, { kind: 'automatic', sender: staff.anna.email });
await putMessage(1, { kind: 'bounce', reason: '550' });

test.each([
  [
    '?unread=1',
    '?view=answer',
    '?status=completed',
    '?colour=1&from=nobody',
    '?assigned=nobody&due=1&language=el',
  ],
  ['?enquiry=1', '?enquiry=99', '?enquiry=1&reply=1', '?enquiry=1&reply=1&template=99'],
  ['/account', '/account/password', '/quarantine', '/quarantine?search=nobody'],
  ['/mail', '/person', '/people'],
  ['/templates', '/templates?change=2', '/templates?change=99', '/numbers'],
])('EL-6 shows %s in Greek, except for names and typed text', async (...paths) => {
  for (const path of paths) expectGreek(await basil.get(toDeskPath(path)), '', path);
});

test('DK-7 EL-6 calls the enquiries that wait for an answer Προς απάντηση', async () => {
  expect((await basil.get(toDeskPath('?view=answer'))).text).toContain('Προς απάντηση');
});

test('EL-6 D-7 shows the project type in Greek, and stores and exports it in English', async () => {
  expect((await basil.get(toDeskPath('?enquiry=1'))).text).toContain('Γραφεία');
  const { html } = await basil.get(toDeskPath('/export.csv'));
  expect(html).toMatch(/"Project Type"[^]*"Office Spaces"[^]*"new"/);
});

test('EL-6 DA-1 DA-2 DA-3 DA-4 confirms, refuses and explains changes in Greek', async () => {
  const flash = (name: keyof typeof flashTexts.el) => flashTexts.el[name].title;
  const { nothingOverwritten } = deskErrors.el;
  const wish = 'dovetail & mortise 7';
  const password = { current_password: 'wrong', password: wish, confirm_password: wish };
  const posts: [page: string, form: string, fields: object, expectedText?: string][] = [
    ['?enquiry=1&reply=1', 'status', { status: 'completed' }, flash('status-completed')],
    ['?enquiry=1&reply=1', 'status', { status: 'in_progress' }, nothingOverwritten],
    ['?enquiry=1&reply=1', 'status', { status: 'x' }],
    ['?enquiry=1&reply=1', 'assignee', { admin: annaId }, flash('assigned')],
    ['?enquiry=1&reply=1', 'assignee', { admin: id }, nothingOverwritten],
    ['?enquiry=1&reply=1', 'assignee', { admin: 999 }],
    ['?enquiry=1&reply=1', 'followUp', { due_on: '2026-01-02' }, flash('follow-up-set')],
    ['?enquiry=1&reply=1', 'followUp', { due_on: '2026-01-03' }, nothingOverwritten],
    ['?enquiry=1&reply=1', 'followUp', { due_on: '1' }],
    ['?enquiry=1&reply=1', 'note', { note: ' ' }],
    ['?enquiry=1&reply=1', 'note', { note: 'example' }, flash('note-added')],
    ['?enquiry=1&reply=1', 'reply', { subject: ' ' }],
    ['?enquiry=1&reply=1', 'reply', { message: '' }],
    ['?enquiry=1&reply=1', 'reply', { subject: 'name', message: 'name' }, flash('reply-queued')],
    ['?enquiry=1&reply=1', 'reply', { subject: 'example', message: 'nobody' }],
    ['?enquiry=1&reply=1', 'reply', { subject: 'example', key: 'A'.repeat(22) }],
    ['/templates', 'templates', { name: 'example', subject_el: '{nobody}' }],
    ['/account', 'digest', { digest: 'on' }, flash('digest-on')],
    ['/account/password', 'password', password, accountErrors.el.notCurrent],
    ['/person', 'person', { email: enquiry.email }],
    ['/person', 'person', { email: 'nobody@drys.example' }],
    ['/quarantine', 'quarantine', {}, flash('not-spam')],
  ];
  const pages = new Map<string, Page>();
  for (const [path, form, fields, expectedText] of posts) {
    const page = pages.get(path) ?? (await basil.get(toDeskPath(path)));
    pages.set(path, page);
    const answer = await basil.submitTo(page, form, fields as Record<string, string>);
    const resultPage = answer.location ? await basil.follow(answer) : answer;
    expectGreek(resultPage, expectedText, `${form} ${JSON.stringify(fields)}`);
  }
});

test('DA-4 turns the digest on and off with a checkbox that shows its state', async () => {
  for (const [given, checked] of [
    [{ digest: 'on' }, ''],
    [{}, undefined],
  ] as const) {
    const response = await basil.post(toDeskPath('/account'), { intent: 'digest', ...given });
    const saved = await basil.follow(response);
    const box = saved.all('input[name=digest]')[0]!;
    expect(attribute(box, 'checked')).toBe(checked);
  }
});

test('EL-6 shows an undeliverable email in Greek, with the reason', async () => {
  run(`UPDATE outbox SET failed_at = 1, sent_at = NULL, last_error = 'EENVELOPE 550'`);
  const reason = mailPage.el.refused.replace('{code}', '550');
  expectGreek(await basil.get(toDeskPath('/mail')), reason);
  expectGreek(await basil.get(toDeskPath('/account')), 'Email (');
});

test('EL-6 shows the error of a wrong code in Greek, beside a secret in Latin letters', async () => {
  const page = await basil.get(toDeskPath('/account/two-step'));
  expect(page.text).toContain(accountTexts.el.twoStep.scan);
  const code = { code: '000000', current_password: PASSWORD };
  expect((await basil.submitTo(page, 'two-step', code)).text).toContain(accountErrors.el.wrongCode);
});

test('EL-6 shows the desk in the language of its admin, regardless of the browser’s cookie', async () => {
  const anna = new PlainBrowser(site);
  const credentials = { email: staff.anna.email, password: PASSWORD };
  const login = await anna.get('/admin?language=el');
  const english = await anna.follow(await anna.submit(login, credentials));
  expect(english.html).toContain('<html lang="en"');
  expect(english.text).toContain(desk.en.title);
  const page = await anna.get(toDeskPath('/account'));
  const greek = await anna.follow(await anna.submitTo(page, 'language', { language: 'el' }));
  expectGreek(greek, flashTexts.el['language-saved'].title);
  const account = await anna.get(toDeskPath('/account'));
  const { headers } = await anna.submitTo(account, 'language', { language: 'en' });
  expect(headers.get('set-cookie'), 'and the login with it').toContain('language=en');
});
