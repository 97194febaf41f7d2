import { beforeAll, describe, expect, test } from 'vitest';
import { account, accountFaults } from '#app/content/words/account.server.ts';
import { desk } from '#app/content/words/desk.server.ts';
import { deskFaults } from '#app/content/words/enquiry.server.ts';
import { flashMessages } from '#app/content/words/flash-messages.server.ts';
import { mailPage } from '#app/content/words/desk-pages.server.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { typed } from '../../support/people/enquiry.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  textOf,
} from '../../support/reading/browser.ts';
import { latinIn } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ ENQUIRY_NOTIFY_TO: staff.basil.email });
const { database } = await import('#db/database.server.ts');
const { updateAdmin } = await import('#db/accounts.ts');

/** What is written in few words allows few words. */
const enquiry = { ...typed, message: 'A desk in oak.' };
const { project: _, ...written } = enquiry;

const templates = await database().selectFrom('reply_templates').selectAll().execute();

/**
 * Words that are the same in Greek: names, addresses, marks of files, the statuses as an address
 * has them, and what visitors and staff wrote themselves.
 */
const allowed = new Set(
  `DRYS Woodworking Email email Excel xlsx JSON QR English from new in progress completed
   name project change reply ${templates.flatMap(Object.values).join(' ')} anna basil drys example colour nobody Roche Ellinogermaniki Agogi ${Object.values(written).join(' ')}`.match(
    /[A-Za-z]+/g,
  ),
);

const id = await makeAdmin(staff.basil.email);
await updateAdmin(database(), id, { language: staff.basil.language });
const basil = await signedIn(site, staff.basil.email);
const annaId = await makeAdmin(staff.anna.email);
await updateAdmin(database(), annaId, { language: staff.anna.language });

function expectGreek({ html }: Page): void {
  expect(html).toContain('<html lang="el"');
  expect(latinIn(html).filter((word) => !allowed.has(word))).toEqual([]);
}

/** The form of a page that is posted to an address, with its answer. */
function post(page: Page, action: RegExp, given: Record<string, string>): Promise<Page> {
  const index = forms(page.html).findIndex((form) => action.test(form.action ?? ''));
  return basil.submit(page, given, index);
}

test('EL-6 the empty desk is Greek', async () => {
  const page = await basil.get('/admin/dashboard');
  expectGreek(page);
  expect(textOf(page.html)).toContain(desk.el.empty);
});

describe('EL-6 with an enquiry', () => {
  beforeAll(async () => {
    const visitor = new PlainBrowser(site);
    await visitor.submit(await visitor.get('/contact?about=roche'), enquiry);
    await visitor.submit(await visitor.get('/contact'), { ...enquiry, website: 'spam' });
  });

  test.each([
    '/admin/dashboard',
    '/admin/dashboard?status=completed',
    '/admin/dashboard?colour=1&from=nobody',
    '/admin/dashboard?enquiry=1',
    '/admin/dashboard?enquiry=99',
    '/admin/dashboard/account',
    '/admin/dashboard/account/password',
    '/admin/dashboard/quarantine',
    '/admin/dashboard/quarantine?search=nobody',
    '/admin/dashboard/mail',
    '/admin/dashboard/person',
    '/admin/dashboard?enquiry=1&reply=1',
    '/admin/dashboard?enquiry=1&reply=1&template=99',
    '/admin/dashboard?enquiry=1&reply=1&template=1',
    '/admin/dashboard/templates',
    '/admin/dashboard/templates?change=2',
    '/admin/dashboard/templates?change=99',
    '/admin/dashboard/numbers',
  ])('%s is Greek, but for names and what was written', async (path) => {
    expectGreek(await basil.get(path));
  });

  test('its project type and its day are Greek, and stored as ever', async () => {
    const page = await basil.get('/admin/dashboard?enquiry=1');
    const text = textOf(page.html);
    expect(text).toContain('Χώροι γραφείων');
    const row = database().selectFrom('contact_submissions').select(['project', 'status']);
    expect(await row.executeTakeFirstOrThrow()).toEqual({
      project: 'Office Spaces',
      status: 'new',
    });
    const csv = await basil.get('/admin/dashboard/export.csv');
    expect(csv.html).toContain('"Project Type"');
    expect(csv.html).toContain('"Office Spaces"');
  });

  test('a changed status, a stale one and a note are told in Greek', async () => {
    const page = await basil.get('/admin/dashboard?enquiry=1');
    const changed = await basil.follow(await post(page, /status/, { status: 'completed' }));
    expectGreek(changed);
    expect(textOf(changed.html)).toContain(flashMessages.el['status-completed'].title);
    const stale = await post(page, /status/, { status: 'in_progress' });
    expect(stale.status).toBe(409);
    expectGreek(stale);
    expect(textOf(stale.html)).toContain(deskFaults.el.nothingOverwritten);
    const blank = await post(page, /notes/, { note: ' ' });
    expectGreek(blank);
    const noted = await basil.follow(await post(page, /notes/, { note: 'example' }));
    expectGreek(noted);
    expect(textOf(noted.html)).toContain(flashMessages.el['note-added'].title);
  });

  test('DA-1 a reply, sent and refused, and DA-2 a template are told in Greek', async () => {
    const page = await basil.get('/admin/dashboard?enquiry=1&reply=1');
    const text = { subject: 'example' };
    expectGreek(await post(page, /replies/, { subject: ' ', message: 'example' }));
    expectGreek(await post(page, /replies/, { message: '' }));
    const sent = await basil.follow(await post(page, /replies/, { ...text, message: 'example' }));
    expectGreek(sent);
    expect(textOf(sent.html)).toContain(flashMessages.el['reply-queued'].title);
    expectGreek(await post(page, /replies/, { ...text, message: 'nobody' }));
    const stale = { ...text, message: 'nobody', key: 'A'.repeat(22) };
    expectGreek(await post(page, /replies/, stale));
    const templates = await basil.get('/admin/dashboard/templates');
    expectGreek(await post(templates, /templates/, { name: 'example', subject_el: '{nobody}' }));
  });

  test('DA-3 DA-4 whose it is and its day, and why neither was changed, are told in Greek', async () => {
    const page = await basil.get('/admin/dashboard?enquiry=1');
    const steps: [RegExp, Record<string, string>, string][] = [
      [/assignment/, { admin: String(annaId) }, flashMessages.el.assigned.title],
      [/follow-up/, { due_on: '2026-01-02' }, flashMessages.el['follow-up-set'].title],
    ];
    for (const [action, given, says] of steps) {
      const done = await basil.follow(await post(page, action, given));
      expectGreek(done);
      expect(textOf(done.html)).toContain(says);
      const stale = await post(page, action, { admin: String(id), due_on: '2026-01-03' });
      expect(stale.status).toBe(409);
      expectGreek(stale);
      expect(textOf(stale.html)).toContain(deskFaults.el.nothingOverwritten);
      const refused = await post(page, action, { admin: '999', due_on: '1' });
      expect(refused.status).toBe(422);
      expectGreek(refused);
    }
    expectGreek(await basil.get('/admin/dashboard?assigned=nobody&due=1&language=el'));
  });

  test('DA-4 the digest is chosen in Greek', async () => {
    for (const [given, notice] of [
      [{ digest: 'on' }, 'digest-on'],
      [{}, 'digest-off'],
    ] as const) {
      const saved = await basil.follow(await basil.post('/admin/dashboard/account/digest', given));
      expectGreek(saved);
      expect(textOf(saved.html)).toContain(flashMessages.el[notice].title);
      const box = elements(saved.html, 'input').find(
        (each) => attribute(each, 'name') === 'digest',
      );
      expect(attribute(box!, 'checked')).toBe(notice === 'digest-on' ? '' : undefined);
    }
  });

  test('a person is looked up in Greek', async () => {
    const page = await basil.get('/admin/dashboard/person');
    expectGreek(await post(page, /person$/, { email: enquiry.email }));
    expectGreek(await post(page, /person$/, { email: 'nobody@drys.example' }));
  });

  test('what is no spam becomes an enquiry', async () => {
    const page = await basil.get('/admin/dashboard/quarantine');
    const index = forms(page.html).findIndex(({ fields }) => 'created_at' in fields);
    const released = await basil.follow(await basil.submit(page, {}, index));
    expectGreek(released);
    expect(textOf(released.html)).toContain(flashMessages.el['not-spam'].title);
  });
});

test('EL-6 mail that was given up is told in Greek, with the reason', async () => {
  const rows = database().updateTable('outbox');
  const failed = { failed_at: Date.now(), sent_at: null, last_error: 'EENVELOPE 550' };
  await rows.set(failed).execute();
  const page = await basil.get('/admin/dashboard/mail');
  expect(textOf(page.html)).toContain(mailPage.el.refused('550'));
  expectGreek(page);
  const other = await basil.get('/admin/dashboard/account');
  expectGreek(other);
  expect(textOf(other.html)).toContain('Κάποια μηνύματα δεν στάλθηκαν');
});

test('EL-6 wrong words on the account pages are told in Greek', async () => {
  const page = await basil.get('/admin/dashboard/account/password');
  const given = { current_password: 'wrong', password: 'dovetail & mortise 7' };
  const wrong = await post(page, /password/, { ...given, confirm_password: given.password });
  expectGreek(wrong);
  expect(textOf(wrong.html)).toContain(accountFaults.el.notCurrent);
  const twoStep = await basil.get('/admin/dashboard/account/two-step');
  expect(textOf(twoStep.html)).toContain(account.el.twoStep.scan);
  const refused = await post(twoStep, /two-step/, { code: '000000', current_password: PASSWORD });
  expect(textOf(refused.html)).toContain(accountFaults.el.wrongCode);
});

test('EL-6 the desk is in the language of its admin, whatever the browser chose', async () => {
  const anna = new PlainBrowser(site);
  const login = await anna.get('/admin?language=el');
  const given = { email: staff.anna.email, password: PASSWORD };
  const english = await anna.follow(await anna.submit(login, given));
  expect(english.html).toContain('<html lang="en"');
  expect(textOf(english.html)).toContain(desk.en.title);
  const page = await anna.get('/admin/dashboard/account');
  const index = forms(page.html).findIndex(({ fields }) => 'language' in fields);
  const greek = await anna.follow(await anna.submit(page, { language: 'el' }, index));
  expectGreek(greek);
  expect(textOf(greek.html)).toContain(flashMessages.el['language-saved'].title);
});
