import SQLite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { templateErrors } from '#app/content/texts/desk-pages.server.ts';
import { deskErrors, failureTitles } from '#app/content/texts/enquiry.server.ts';
import { replyErrors } from '#app/content/texts/reply.server.ts';
import { DAY, HOUR } from '#app/domain/clock.server.ts';
import { MAIL, REPLY } from '#app/domain/limits.ts';
import { getDatabasePath, getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import {
  fieldsTo,
  formTo,
  getFieldError,
  linkTo,
  openReply,
  readText,
  sendReply,
  toasts,
} from '../../support/people/desk.ts';
import { drawing, MB } from '../../support/people/enquirer.ts';
import {
  attribute,
  elements,
  textOf,
  values,
  type Page,
  type PlainBrowser,
} from '../../support/reading/browser.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, column, listRows, one, putEnquiry, run } from '../../support/servers/store.ts';

const server = await startMailServer();
const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');

const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);
const replyFields = { subject: 'Your desk in oak', message: 'Dear Eleni,\n\n3 < 4 & "quotes".' };

let id: number;
beforeEach(async () => {
  for (const browser of [anna, basil]) browser.cookies.delete('flash');
  server.refusals.clear();
  server.received.length = 0;
  getSqliteConnection().exec('DELETE FROM contact_submissions; DELETE FROM outbox');
  run(`UPDATE admins SET name = '', role_en = '', phone = ''`);
  id = await putEnquiry({ project: 'Office Spaces' });
});

const open = () => anna.get(`/admin/dashboard?enquiry=${id}`);
/** Sends the open reply of a page, by default with `replyFields`. */
const send = (page: Page, fields: Record<string, string> = replyFields, browser = anna) =>
  sendReply(browser, page, fields);
/** Presses 'Use template'. The list of templates stands outside the form to which it belongs. */
function chooseTemplate(page: Page, template: string, fields: Record<string, string> = {}) {
  const formFields = fieldsTo(page, 'reply');
  const outerFields = page
    .all('select[form=reply-form], input[form=reply-form]')
    .map((each) => [attribute(each, 'name')!, attribute(each, 'value') ?? ''] as const);
  // The site refuses a form that sends a field twice.
  for (const [name] of outerFields) expect(formFields).not.toHaveProperty(name);
  return anna.post(getTemplatePath(page), {
    ...formFields,
    ...Object.fromEntries(outerFields),
    ...fields,
    template,
  });
}

/** Returns where 'Use template' posts the form of a reply. */
function getTemplatePath(page: Page): string {
  const button = page.all('button').find((each) => textOf(each) === 'Use template')!;
  return attribute(button, 'formaction')!;
}

const getTemplateList = (page: Page) => page.all('select[name=template]')[0]!;
const getChosenTemplate = (page: Page) =>
  values(getTemplateList(page), 'option[selected]', 'value').join();
/** How many replies and mails there are, and the status. */
const readStored = () => [
  one('SELECT count(*) FROM replies'),
  one('SELECT count(*) FROM outbox'),
  one('SELECT status FROM contact_submissions WHERE id = ?', id),
];
const NOTHING = [0, 0, 'new'];

describe('DA-1 DA-2 the form of a reply', () => {
  test('opens from the enquiry with the first template, and says which address answers go to', async () => {
    const query = `?status=new&enquiry=${id}`;
    const page = await anna.get(`/admin/dashboard${query}`);
    expect(linkTo(page, 'Reply')).toBe(`/admin/dashboard${query}&reply=1#reply`);
    const form = await anna.get(linkTo(page, 'Reply'));
    const first = {
      subject: `Your enquiry DRYS-${id}: Office Spaces`,
      message: expect.stringMatching(/^Dear Eleni Papadaki,\n\nThank you .*[^]+\n\nKind regards$/),
    };
    expect(fieldsTo(form, 'reply')).toMatchObject(first);
    expect(readText(form.html)).toContain(`Reply to ${eleni.full_name} , in English`);
    expect(readText(form.html)).toContain(`Replies to this email go to ${staff.anna.email}.`);
    expect(linkTo(form, 'Cancel')).toBe(`/admin/dashboard${query}`);
    expect(linkTo(form, 'Close')).toBe('/admin/dashboard?status=new');
  });

  test('offers the templates in one list; without JavaScript, a choice replaces an unchanged text', async () => {
    const form = await openReply(anna, id);
    expect(attribute(getTemplateList(form), 'form')).toBe('reply-form');
    expect(elements(getTemplateList(form), 'option').map(textOf)).toEqual([
      'First answer / Πρώτη απάντηση',
      'Drawings / Σχέδια',
    ]);
    expect(form.texts('button')).toContain('Use template');

    const drawings = await openReply(anna, id, 2);
    const page = await chooseTemplate(form, '2');
    expect(page.status).toBe(200);
    const { subject, message } = fieldsTo(drawings, 'reply');
    expect(fieldsTo(page, 'reply')).toMatchObject({ subject, message });
    expect(getChosenTemplate(page)).toBe('2');
    // The form now has the text of the second template, which can be replaced again.
    const secondForm = await chooseTemplate(page, '1');
    expect(fieldsTo(secondForm, 'reply')['message']).toBe(fieldsTo(form, 'reply')['message']);
    expect((await send(secondForm, {})).status).toBe(303);
  });

  test('inserts a template that is chosen without JavaScript into a text that was changed, without its salutation and close', async () => {
    const form = await openReply(anna, id);
    const typed = { subject: '', message: 'Mine first.' };
    const page = await chooseTemplate(form, '2', typed);
    const { subject, message } = fieldsTo(page, 'reply');
    expect(subject).toBe('');
    expect(message).toMatch(
      /^Mine first\.\r?\n\r?\nThank you for your enquiry\.[^]+what you have\.$/,
    );
    // Another press of the button changes nothing.
    const secondForm = await chooseTemplate(page, '2');
    expect(fieldsTo(secondForm, 'reply')).toMatchObject({ subject, message });
  });

  test('returns the typed text with the chosen template, and sends nothing, when a file is chosen too', async () => {
    const form = await openReply(anna, id);
    const body = new FormData();
    const fields = { template: '2', from: '1', ...fieldsTo(form, 'reply'), ...replyFields };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    // At the end: the site reads what follows a large file only with the file.
    body.delete('files');
    body.set('files', drawing('quotation.pdf', { bytes: MB }));
    const page = await anna.postParts(getTemplatePath(form), body);
    expect([page.status, ...readStored()]).toEqual([200, ...NOTHING]);
    expect(fieldsTo(page, 'reply')['message']).toMatch(/^Dear Eleni,[^]+what you have\./);
    expect(page.text).toContain('Please choose your files again.');
  });

  test('keeps the typed text when the chosen template was deleted, or the enquiry erased', async () => {
    const form = await openReply(anna, id);
    const deleted = await chooseTemplate(form, '99', replyFields);
    expect([deleted.status, fieldsTo(deleted, 'reply')]).toMatchObject([200, replyFields]);
    run('DELETE FROM contact_submissions');
    const erased = await chooseTemplate(form, '2', replyFields);
    expect(erased.status).toBe(404);
    expect(readText(erased.html)).toContain('What you wrote Your desk in oak Dear Eleni, 3 < 4');
  });

  test('CF-6 starts from a template whole that is too long once its placeholders are filled', async () => {
    const message = 'x'.repeat(REPLY.messageMax - '{name}'.length);
    const template = one('SELECT message_en FROM reply_templates WHERE id = 2');
    const setTemplate = (text: unknown) =>
      run('UPDATE reply_templates SET message_en = ? WHERE id = 2', text);
    setTemplate(`${message}{name}`);
    const form = await openReply(anna, id, 2).finally(() => setTemplate(template));
    expect(fieldsTo(form, 'reply')).toMatchObject({ message: message + eleni.full_name });
    expect((await send(form, {})).status).toBe(422);
  });

  test.each(['99', 'x', '1e3', "'"])('says that there is no template %s', async (template) => {
    const page = await anna.get(`/admin/dashboard?enquiry=${id}&reply=1&template=${template}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('There is no such template.');
  });
});

describe('DA-1 a reply', () => {
  test('is sent once, from the site with the admin as Reply-To, and appears in the history', async () => {
    const answer = await send(await openReply(anna, id));
    expect(answer.outcome).toBe(`303 /admin/dashboard?enquiry=${id}`);
    const page = await anna.follow(answer);
    expect(toasts(page)).toEqual(['Your reply is on its way The status is now In Progress.']);
    expect(readText(page.html)).toMatch(
      /Replies anna@drys\.example \/ .{17} \/ Queued \/ New to In Progress Your desk in oak Dear Eleni,/,
    );
    expect(readStored()).toEqual([1, 1, 'in_progress']);
    await deliverDueMail();
    await deliverDueMail({ aheadMs: HOUR });
    expect(server.received).toMatchObject([
      {
        from: { address: 'no-reply@drys.example', name: 'DRYS' },
        replyTo: [{ address: staff.anna.email }],
        recipients: [eleni.email],
        subject: replyFields.subject,
        text: expect.stringMatching(/^Dear Eleni,\n\n3 < 4 & "quotes"\.\n\n-- \nDRYS/),
        html: expect.stringContaining('3 &lt; 4 &amp; &quot;quotes&quot;.'),
      },
    ]);
    expect(server.received[0]!.headers.map(({ key }) => key)).not.toContain('auto-submitted');
    expect(readText((await open()).html)).toMatch(/\/ Sent \/ New to/);
    const number = expect.any(Number);
    expect(audited('reply.queued')[0]).toEqual({ enquiry: id, reply: number, mail: number });
    expect(audited('status.changed')[0]).toMatchObject({ enquiry: id, from: 'new' });
  });

  test('DA-8 comes from the name that its author gave, and is signed with name, role, company and phone', async () => {
    const identity = { name: 'Anna Papadaki', role_en: 'Sales', role_el: '', phone: '+30 210 1' };
    const saved = await anna.post('/admin/dashboard/account', { intent: 'identity', ...identity });
    expect(saved.status).toBe(303);
    const account = await anna.get('/admin/dashboard/account');
    expect(fieldsTo(account, 'identity')).toMatchObject(identity);
    // Browsers can fill in the admin's own name and phone (WCAG 1.3.5).
    expect(account.values('input', 'autocomplete')).toEqual(
      expect.arrayContaining(['name', 'tel']),
    );

    const form = await openReply(anna, id);
    expect(readText(form.html)).toContain('Anna Papadaki Sales DRYS Woodworking');
    expect(fieldsTo(form, 'reply')['message']).toMatch(/Kind regards\r?\nAnna Papadaki$/);
    await send(form);
    const greekId = await putEnquiry({ language: 'el' });
    await send(await openReply(anna, greekId));
    await deliverDueMail();

    expect(server.received).toMatchObject([
      {
        from: { address: 'no-reply@drys.example', name: 'Anna Papadaki, DRYS Woodworking' },
        text: expect.stringMatching(
          /-- \nAnna Papadaki\nSales\nDRYS Woodworking\n.*\n\+30 210 1\n/,
        ),
      },
      {
        text: expect.stringMatching(/-- \nAnna Papadaki\nDRYS Woodworking\n.*\nΤηλ\. \+30 210 1\n/),
      },
    ]);
  });

  test('DA-8 comes from the site and is signed by the company if its author has no name, even with a role and a phone', async () => {
    run(`UPDATE admins SET role_en = 'Sales', phone = '+30 210 1'`);
    const form = await openReply(anna, id);
    await send(form);
    await deliverDueMail();

    expect(readText(form.html)).not.toContain('Sales');
    expect(server.received).toMatchObject([{ from: { name: 'DRYS' } }]);
    const [, signature] = server.received[0]!.text!.split('\n-- \n');
    expect(signature).toMatch(/^DRYS Woodworking\n/);
    expect(signature).not.toMatch(/Sales|\+30 210 1/);
    expect(signature).toContain(`Your reference: DRYS-${id}`);
  });

  test('DA-8 refuses a name and a phone that are too long, and keeps the typed values', async () => {
    const typed = {
      name: 'x'.repeat(101),
      role_en: '',
      role_el: 'Πωλήσεις',
      phone: '1'.repeat(21),
    };
    const page = await anna.post('/admin/dashboard/account', { intent: 'identity', ...typed });
    expect(page.status).toBe(422);
    expect(fieldsTo(page, 'identity')).toMatchObject(typed);
    expect(getFieldError(page, 'name')).toContain('at most 100 characters');
    expect(getFieldError(page, 'phone')).toContain('at most 20 characters');
    expect(one('SELECT name FROM admins WHERE email = ?', staff.anna.email)).toBe('');
  });

  test('is sent once when its form arrives twice, and both posts get the same response', async () => {
    const page = await openReply(anna, id);
    const answers = await Promise.all([1, 2, 3].map(() => send(page)));
    await deliverDueMail();
    for (const answer of [...answers, await send(page)]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.getSetCookie().join()).toContain('flash=reply-began');
    }
    await deliverDueMail({ aheadMs: HOUR });
    expect([...readStored(), server.received.length]).toEqual([1, 1, 'in_progress', 1]);
  });

  test('changes no status but New; another text from the same page is kept, and sent when it is sent again', async () => {
    run(`UPDATE contact_submissions SET status = 'completed'`);
    const page = await openReply(anna, id);
    const sentPage = await anna.follow(await send(page));
    expect(toasts(sentPage)).toEqual(['Your reply is on its way']);
    expect(readText(sentPage.html)).not.toContain('to In Progress');
    const answer = await send(page, { ...replyFields, message: 'And one thing more.' });
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toContain(replyErrors.en.spent);
    expect(fieldsTo(answer, 'reply')['message']).toBe('And one thing more.');
    expect((await send(answer, {})).status).toBe(303);
    expect(readStored()).toEqual([2, 2, 'completed']);
  });

  test('DA-8 of the second of two admins is refused once, with the name and the reply of the first, and can then be sent', async () => {
    run(`UPDATE admins SET name = 'Anna Xenou' WHERE email = ?`, staff.anna.email);
    const [first, second] = [await openReply(anna, id), await openReply(basil, id)];
    expect((await send(first)).status).toBe(303);
    const other = { subject: 'Mine', message: 'What Basil wrote.' };
    const overtaken = await send(second, other, basil);
    expect(overtaken.status).toBe(409);
    expect(toasts(overtaken)[0]).toMatch(/^Reply not sent Anna Xenou replied on /);
    expect(readText(overtaken.html)).toContain('3 < 4 & "quotes".');
    expect(fieldsTo(overtaken, 'reply')).toMatchObject(other);
    const page = await basil.follow(await send(overtaken, {}, basil));
    expect(readText(page.html)).toMatch(/Anna Xenou .* basil@drys\.example .* What Basil/);
    await deliverDueMail();
    const answersTo = server.received.map(({ replyTo }) => replyTo?.[0]?.address);
    expect(answersTo).toEqual([staff.anna.email, staff.basil.email]);
  });

  test('has a subject of one line and one recipient, regardless of the input', async () => {
    const evil = await putEnquiry({ full_name: 'Eve\r\nBcc: all@mail.example\r\n\r\n<script>' });
    const subject = 'Yours\r\nBcc: evil@mail.example\n\n\u2028Subject: other\tend';
    expect((await send(await openReply(anna, evil, 1), { subject })).status).toBe(303);
    await deliverDueMail();
    expect(server.received).toMatchObject([
      { recipients: [eleni.email], subject: 'Yours Bcc: evil@mail.example Subject: other end' },
    ]);
    expect(server.received[0]!.bcc).toBeUndefined();
    expect(server.received[0]!.html).not.toContain('<script>');

    const email = 'a@mail.example, b@mail.example';
    await send(await openReply(anna, await putEnquiry({ email })));
    await deliverDueMail();
    const recipients = server.received.slice(1).flatMap((mail) => mail.recipients);
    expect(recipients.filter((address) => address !== email)).toEqual([]);
  });
});

describe('DA-1 a refused reply keeps its text', () => {
  const repeatLetter = (count: number) => 'λ'.repeat(count);

  test.each([
    ['no subject', 'subject', ' \n ', replyErrors.en.noSubject],
    ['no message', 'message', ' \n ', replyErrors.en.noMessage],
    ['a long subject', 'subject', repeatLetter(201), replyErrors.en.longSubject(200)],
    ['a long message', 'message', repeatLetter(10_001), replyErrors.en.longMessage(10_000)],
  ])('after %s', async (_, field, value, error) => {
    const answer = await send(await openReply(anna, id), { ...replyFields, [field]: value });
    expect([answer.status, getFieldError(answer, field)]).toEqual([422, error]);
    expect(fieldsTo(answer, 'reply')).toMatchObject({ ...replyFields, [field]: value });
    expect(readStored()).toEqual(NOTHING);
    const [subject, message] = [REPLY.subjectMax, REPLY.messageMax].map(repeatLetter);
    expect((await send(answer, { subject: subject!, message: message! })).status).toBe(303);
  });

  test('in a form without hidden fields, and is a 404 for an unknown enquiry', async () => {
    const fields = { intent: 'reply', ...replyFields, enquiry: String(id) };
    const answer = await anna.post(`/admin/dashboard?enquiry=${id}&reply=1`, fields);
    expect(answer.status).toBe(422);
    expect(fieldsTo(answer, 'reply')).toMatchObject(replyFields);
    expect((await send(answer, {})).status).toBe(303);
    for (const enquiry of ['', 'x', '-1', '1e9']) {
      const refusal = await anna.post('/admin/dashboard', { ...fields, enquiry });
      expect(refusal.status).toBe(404);
    }
  });

  test('when the enquiry was erased in the meantime', async () => {
    const page = await openReply(anna, id);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    const answer = await send(page);
    expect(answer.status).toBe(404);
    expect(toasts(answer)).toEqual([`${failureTitles.en.reply} ${deskErrors.en.enquiryDeleted}`]);
    expect(readText(answer.html)).toContain(
      'What you wrote Your desk in oak Dear Eleni, 3 < 4 & "quotes".',
    );
    expect(readStored().slice(0, 2)).toEqual([0, 0]);
  });

  test('when the database is busy or fails', async () => {
    const page = await openReply(anna, id);
    const other = new SQLite(getDatabasePath());
    other.exec('BEGIN IMMEDIATE');
    const busy = await send(page).finally(() => other.close());
    getSqliteConnection().exec('ALTER TABLE enquiry_changes RENAME TO nowhere');
    const failed = await send(page);
    getSqliteConnection().exec('ALTER TABLE nowhere RENAME TO enquiry_changes');
    expect([busy.status, failed.status, ...readStored()]).toEqual([503, 500, ...NOTHING]);
    expect(fieldsTo(busy, 'reply')).toMatchObject(replyFields);
    expect((await send(busy, {})).status).toBe(303);
    expect(readStored()).toEqual([1, 1, 'in_progress']);
  });
});

describe('DA-1 a failed reply', () => {
  const retry = (page: Page) => anna.submitTo(page, 'retry');

  async function failedReply(refusal = 550, later = 0): Promise<Page> {
    server.refusals.set(eleni.email, refusal);
    await send(await openReply(anna, id));
    await deliverDueMail();
    if (later > 0) {
      expect(readText((await open()).html)).toMatch(/\/ Queued \/ New to/);
      run('UPDATE outbox SET attempts = ? WHERE sent_at IS NULL', MAIL.giveUpAttempts);
      await deliverDueMail({ aheadMs: later });
    }
    server.refusals.clear();
    const page = await open();
    expect(readText(page.html)).toMatch(/\/ Failed \/ New to/);
    return page;
  }

  test.each([
    ['was refused', 550, 0],
    ['no server took for three days', 451, 3 * DAY + HOUR],
  ])('that %s is sent again once, as the same message', async (_, code, later) => {
    const page = await failedReply(code, later);
    const answers = await Promise.all([retry(page), retry(page)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const enquiryPage = await anna.follow(answers[0]!);
    expect(toasts(enquiryPage)).toEqual(['The email is on its way again']);
    expect(readText(enquiryPage.html)).toMatch(/\/ Queued \/ New to/);
    await deliverDueMail();
    expect((await retry(page)).status).toBe(303);
    await deliverDueMail({ aheadMs: HOUR });
    expect(server.received).toHaveLength(1);
    const messageId = one('SELECT message_id FROM sent_message_ids WHERE enquiry_id = ?', id);
    expect(server.received[0]!.messageId).toBe(messageId);
    expect(readText((await open()).html)).toMatch(/\/ Sent \/ New to/);
  });

  test('stays failed when its mail was discarded, and cannot be sent again', async () => {
    const page = await failedReply();
    const mails = await anna.get('/admin/dashboard/mail');
    expect(readText(mails.html)).toContain(`Your desk in oak ${eleni.email}`);
    await anna.follow(await anna.submitTo(mails, 'discard'));
    const answer = await retry(page);
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toContain(replyErrors.en.notRetried);
    expect(readText(answer.html)).toMatch(/\/ Failed \/ New to/);
    expect(() => formTo(answer, 'retry')).toThrow();
  });

  test('is left alone when the form names another enquiry, or an unknown one', async () => {
    const { reply = '' } = fieldsTo(await failedReply(), 'retry');
    for (const [enquiry, status] of [
      [await putEnquiry(), 409],
      ['99', 409],
      ['x', 404],
    ] as const) {
      const fields = { enquiry: String(enquiry), reply };
      const answer = await anna.post('/admin/dashboard', { intent: 'retry', ...fields });
      expect([enquiry, answer.status]).toEqual([enquiry, status]);
    }
    expect(one('SELECT state FROM replies')).toBe('failed');
  });
});

describe('DA-2 the reply templates', () => {
  const PAGE = '/admin/dashboard/templates';
  const sample = {
    name: 'Sample',
    subject_en: 'About {project}',
    message_en: 'Dear {name},\n\n<b>{project}</b>',
    subject_el: 'Για: {project}',
    message_el: 'Καλημέρα, {name}',
  };
  const rows = () =>
    listRows<typeof sample & { id: number; version: number }>(
      'SELECT * FROM reply_templates ORDER BY id',
    );
  const save = (browser: PlainBrowser, page: Page, fields: Record<string, string>) =>
    browser.submit(page, fields, formTo(page, 'template'));
  const remove = (browser: PlainBrowser, page: Page) =>
    browser.submit(page, {}, formTo(page, 'deleteTemplate'));
  const events = (template: number) =>
    column(
      `SELECT event FROM audit_log WHERE event LIKE 'template.%' AND details ->> 'template' = ? ORDER BY id`,
      template,
    );

  beforeEach(() => void run('DELETE FROM reply_templates WHERE id > 2'));

  test('DA-2 can be added (once by a double click), changed and deleted', async () => {
    const page = await anna.get(linkTo(await anna.get('/admin/dashboard'), 'Templates'));
    expect(readText(page.html)).toMatch(/First answer \/ Πρώτη απάντηση .* Drawings \/ Σχέδια/);
    const [added, twice] = await Promise.all([save(anna, page, sample), save(anna, page, sample)]);
    expect([added.outcome, twice.outcome]).toEqual([`303 ${PAGE}`, `303 ${PAGE}`]);
    const list = await anna.follow(added);
    expect(rows()).toHaveLength(3);
    expect(toasts(list)).toEqual(['Template added']);
    const { id } = rows()[2]!;
    const enquiry = await putEnquiry({ full_name: '{project} Eve', project: 'Office Spaces' });
    expect(fieldsTo(await openReply(anna, enquiry, id), 'reply')).toMatchObject({
      subject: 'About Office Spaces',
      message: 'Dear {project} Eve,\n\n<b>Office Spaces</b>',
    });

    const templatePage = await anna.get(linkTo(list, 'Edit Sample'));
    const shown = fieldsTo(templatePage, 'template');
    expect(shown).toMatchObject({ ...sample, id: `${id}`, version: '1' });
    const changed = await save(anna, templatePage, { subject_en: 'On\r\nBcc: {project}\tX' });
    expect(toasts(await anna.follow(changed))).toEqual(['Template saved']);
    expect(rows()[2]).toEqual({ ...sample, id, version: 2, subject_en: 'On Bcc: {project} X' });

    const open = await anna.get(`${PAGE}?change=${id}`);
    expect(open.html).toMatch(/<details[^>]*><summary[^>]*>Delete template<\/summary><form/);
    const deleted = await remove(anna, open);
    expect(toasts(await anna.follow(deleted))).toEqual(['Template deleted']);
    expect(rows()).toHaveLength(2);
    expect(events(id)).toEqual(['template.added', 'template.changed', 'template.deleted']);
    const missingPage = await anna.get(`${PAGE}?change=${id}`);
    expect(missingPage.status).toBe(404);
    expect(missingPage.text).toContain('no such template');
  });

  test('DA-2 can have the longest text in Greek, which a browser sends as six times as many bytes', async () => {
    const longest = 'λ'.repeat(REPLY.messageMax);
    const fields = { ...sample, name: 'Longest', message_en: longest, message_el: longest };
    const added = await save(anna, await anna.get(PAGE), fields);
    expect(added.outcome).toBe(`303 ${PAGE}`);
    expect(rows().at(-1)!.message_el).toBe(longest);
  });

  test('DA-2 are refused when empty or too long, with a name in use or unknown placeholders', async () => {
    const page = await anna.get(PAGE);
    const { name: usedName } = rows()[0]!;
    const { empty, tooLong } = templateErrors.en;
    const refused: [keyof typeof sample, string, string][] = [
      ['name', ' ', empty],
      ['name', usedName, templateErrors.en.nameInUse],
      ['name', 'λ'.repeat(REPLY.templateNameMax + 1), tooLong(100)],
      ['subject_en', 'x'.repeat(REPLY.subjectMax + 1), tooLong(200)],
      ['message_el', 'x'.repeat(REPLY.messageMax + 1), tooLong(10_000)],
      ['message_en', '\n\n', empty],
      [
        'message_el',
        '{ΟΝΟΜΑ}, {} {project}\n{Name} {nmae}',
        'Unknown placeholder {ΟΝΟΜΑ}, {}, {Name}, {nmae}. Use {name}, {project}, {number}, {sender}.',
      ],
    ];
    for (const [field, value, error] of refused) {
      const wrong = { ...sample, name: '{anything}', [field]: value };
      const answer = await save(anna, page, wrong);
      expect([answer.status, getFieldError(answer, field)]).toEqual([422, error]);
      expect(fieldsTo(answer, 'template')).toMatchObject({ ...wrong, [field]: value });
    }
    expect(rows()).toHaveLength(2);
  });

  test('DA-2 are not overwritten by a stale change or deletion, which can be sent again', async () => {
    await save(anna, await anna.get(PAGE), sample);
    const { id } = rows()[2]!;
    const open = `${PAGE}?change=${id}`;
    const stale = await anna.get(open);
    await save(basil, await basil.get(open), { message_en: 'What Basil wrote' });
    const refused = await save(anna, stale, { message_en: 'What Anna wrote' });
    expect(refused.status).toBe(409);
    expect(toasts(refused)[0]).toContain('Somebody else has changed this template.');
    expect(rows()[2]).toMatchObject({ message_en: 'What Basil wrote', version: 2 });
    // Nor by a form that does not say which version it showed.
    for (const version of ['1', '']) {
      const refusedDelete = await anna.submit(stale, { version }, formTo(stale, 'deleteTemplate'));
      expect([refusedDelete.status, rows().length]).toEqual([409, 3]);
      expect(toasts(refusedDelete)[0]).toContain('Template not deleted');
    }

    expect(fieldsTo(refused, 'template')['message_en']).toBe('What Anna wrote');
    expect((await save(anna, refused, {})).status).toBe(303);
    expect(rows()[2]).toMatchObject({ message_en: 'What Anna wrote', version: 3 });

    await remove(basil, await basil.get(open));
    expect((await remove(anna, stale)).status).toBe(303);
    await anna.get(PAGE);
    const lostTemplate = await save(anna, refused, { message_en: 'Once more' });
    expect([lostTemplate.status, rows().length]).toEqual([404, 2]);
    expect(toasts(lostTemplate)[0]).toContain('Somebody else has deleted this template.');
    expect((await save(anna, lostTemplate, {})).status).toBe(303);
    expect(rows()[2]).toMatchObject({ message_en: 'Once more', version: 1 });
    expect(rows()[2]!.id).not.toBe(id);
  });
});
