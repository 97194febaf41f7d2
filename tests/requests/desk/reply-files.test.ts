import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { replyErrors } from '#app/content/texts/reply.server.ts';
import {
  deleteOrphanedAttachmentFiles,
  getAttachmentFolder,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { checkBackup, createBackup } from '#app/domain/backup.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import { erasePerson, exportPerson } from '#app/domain/privacy.server.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { fieldsTo, linkTo, openReply, readText, toasts } from '../../support/people/desk.ts';
import { drawing, MB } from '../../support/people/enquirer.ts';
import { officeFile } from '../../support/people/office-files.ts';
import { attribute, elements, textOf, type Page } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { readWorkbook } from '../../support/reading/workbook.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, putEnquiry, putFile, run } from '../../support/servers/store.ts';

const server = await startMailServer();
const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');

const anna = await newAdmin(site, staff.anna.email);
const written = { subject: 'Your quotation', message: 'Dear Eleni,\n\nhere it is.' };

let id: number;
beforeEach(async () => {
  anna.cookies.delete('flash');
  server.refusals.clear();
  server.received.length = 0;
  getSqliteConnection().exec('DELETE FROM contact_submissions; DELETE FROM outbox');
  await deleteOrphanedAttachmentFiles(getDatabase());
  id = await putEnquiry();
});

/** Sends a reply with files from a page with its form, as a browser without JavaScript. */
const sendWith = (page: Page, files: readonly File[], fields: Record<string, string> = written) =>
  anna.attach(page, fields, files);
/** How many replies, mails and files there are. */
const stored = () =>
  ['replies', 'outbox', 'attachments'].map((table) => one(`SELECT count(*) FROM ${table}`));
const onDisk = () => (existsSync(getAttachmentFolder()) ? readdirSync(getAttachmentFolder()) : []);
const errorsOf = (page: Page) => page.texts('p[class=error-text]');
const sha256 = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

describe('DA-7 a reply with files', () => {
  test('has a field for several files without JavaScript, which says the limits beforehand', async () => {
    const page = await openReply(anna, id);
    const input = page.all('input[name=files]')[0]!;
    expect(attribute(input, 'type')).toBe('file');
    expect(attribute(input, 'multiple')).toBeDefined();
    const form = page.all('form').find((each) => elements(each, 'input').includes(input))!;
    expect(attribute(form, 'enctype')).toBe('multipart/form-data');
    expect(textOf(form)).toContain('Up to 5 files, 20 MB in total.');
    expect(textOf(form)).toContain('PDF, JPEG, PNG, WebP, HEIC, DWG, DXF, or DOCX and XLSX');
  });

  test('leaves as one mail with real attachments under their names, Greek too, whole to the byte', async () => {
    const files = [
      drawing('Προσφορά «Παπαδάκη» 2026.pdf', { bytes: 300_000 }),
      drawing('plan.hta', { type: 'dwg' }),
      drawing('room.png', { type: 'png' }),
      await officeFile('offer.docx', 'docx'),
      await officeFile('parts; "list".xlsx', 'xlsx'),
    ];
    const sent = await sendWith(await openReply(anna, id), files);
    expect(sent.outcome).toBe(`303 /admin/dashboard?enquiry=${id}`);
    expect(stored()).toEqual([1, 1, 5]);
    await deliverDueMail();
    await deliverDueMail({ aheadMs: HOUR });

    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail!.text).toMatch(/^Dear Eleni,\n\nhere it is\.\n\n-- \n/);
    const sentNames = mail!.attachments.map(({ filename }) => filename);
    expect(sentNames).toEqual([
      'Προσφορά «Παπαδάκη» 2026.pdf',
      'plan.hta.dwg',
      'room.png',
      'offer.docx',
      'parts; _list_.xlsx',
    ]);
    expect(mail!.source).toMatch(/filename\*0\*=utf-8''%CE%A0/);
    for (const [index, file] of files.entries()) {
      const attached = mail!.attachments[index]!;
      expect(attached.disposition).toBe('attachment');
      const bytes = attached.content as ArrayBuffer;
      expect(sha256(bytes)).toBe(sha256(await file.arrayBuffer()));
    }
    expect(mail!.attachments.map(({ mimeType }) => mimeType).slice(0, 3)).toEqual([
      'application/pdf',
      'image/vnd.dwg',
      'image/png',
    ]);
  });

  test('stands in the history beside the reply, with the size of each file and Download', async () => {
    const page = await anna.follow(
      await sendWith(await openReply(anna, id), [drawing('quotation.pdf', { bytes: 2 * MB })]),
    );
    expect(readText(page.html)).toMatch(
      /Queued .*Your quotation Dear Eleni, here it is\. quotation\.pdf PDF \/ 2\.0 MB Download/,
    );
    const download = await anna.get(linkTo(page, 'Download quotation.pdf'));
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toContain('filename="quotation.pdf"');
    expect(download.html.slice(0, 8)).toBe('%PDF-1.7');
  });

  test('counts for nothing that the customer sent: paper clip, Download all, the files of the enquiry and of the workbook', async () => {
    await putFile(id, 'kitchen.pdf', '%PDF-1.7 kitchen');
    await sendWith(await openReply(anna, id), [drawing('quotation.pdf')]);
    const list = await anna.get('/admin/dashboard');
    expect(list.html).toContain('1 file');
    expect(list.html).not.toContain('2 files');
    const page = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(page.text).not.toContain('Download all');
    const zip = await anna.get(`/admin/dashboard/files.zip?enquiry=${id}`);
    expect(zip.html).toContain('kitchen.pdf');
    expect(zip.html).not.toContain('quotation.pdf');
    const headers = { cookie: anna.cookie, 'sec-fetch-site': 'same-origin' };
    const workbook = await fetch(`${site}/admin/dashboard/export.xlsx`, { headers });
    const [, row] = readWorkbook(await workbook.bytes());
    expect(row!.map(({ value }) => value).filter((value) => value.includes('.pdf'))).toEqual([
      'kitchen.pdf',
    ]);
    const ownFiles =
      'SELECT reply_id IS NOT NULL FROM attachments WHERE enquiry_id = ? ORDER BY id';
    expect(column(ownFiles, id)).toEqual([0, 1]);
  });

  test('takes 20 MB in one file, and refuses a byte more', async () => {
    const page = await openReply(anna, id);
    const tooLarge = await sendWith(page, [drawing('large.pdf', { bytes: 20 * MB + 1 })]);
    expect([tooLarge.status, ...errorsOf(tooLarge)]).toEqual([
      413,
      'File too large. large.pdf is larger than 20 MB.',
    ]);
    const together = await sendWith(page, [
      drawing('one.pdf', { bytes: 12 * MB }),
      drawing('two.pdf', { bytes: 9 * MB }),
    ]);
    expect([together.status, ...errorsOf(together)]).toEqual([
      413,
      'Files too large. Together at most 20 MB.',
    ]);
    expect(stored()).toEqual([0, 0, 0]);
    const whole = await sendWith(page, [drawing('whole.pdf', { bytes: 20 * MB })]);
    expect(whole.status).toBe(303);
    await deliverDueMail();
    expect(server.received[0]!.attachments[0]!.content).toHaveProperty('byteLength', 20 * MB);
  });
});

describe('DA-7 a refused reply', () => {
  test('names each file that is none of the types by its contents, and keeps its words', async () => {
    const answer = await sendWith(await openReply(anna, id), [
      drawing('quotation.pdf'),
      new File(['<script>'], 'page.pdf'),
      await officeFile('macros.docx', 'docm'),
      new File([], 'nothing.pdf'),
    ]);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual([
      'File not accepted. page.pdf is not a PDF, a picture, a drawing or an Office file we can send.',
      'File not accepted. macros.docx is not a PDF, a picture, a drawing or an Office file we can send.',
      'File not accepted. nothing.pdf is empty.',
    ]);
    expect(fieldsTo(answer, 'reply')).toMatchObject(written);
    expect(answer.text).toContain('Please choose your files again.');
    expect([...stored(), ...onDisk()]).toEqual([0, 0, 0]);
    expect((await sendWith(answer, [drawing('quotation.pdf')], {})).status).toBe(303);
  });

  test('has more than five files', async () => {
    const files = Array.from({ length: 6 }, (_, index) => drawing(`${index}.pdf`));
    const answer = await sendWith(await openReply(anna, id), files);
    expect([answer.status, ...errorsOf(answer)]).toEqual([
      422,
      'Too many files. Please send at most 5 files.',
    ]);
    expect(stored()).toEqual([0, 0, 0]);
  });

  test('without a subject says that files must be chosen again', async () => {
    const fields = { ...written, subject: '' };
    const answer = await sendWith(await openReply(anna, id), [drawing('quotation.pdf')], fields);
    expect(answer.status).toBe(422);
    expect(fieldsTo(answer, 'reply')['message']).toBe(written.message);
    expect(answer.text).toContain('Please choose your files again.');
    await eventually(() => expect(onDisk()).toEqual([]));
  });

  test('speaks of an attachment without a file, until one is chosen or the button says otherwise', async () => {
    const message = 'Dear Eleni,\n\nplease find the quotation attached.';
    const page = await openReply(anna, id);
    expect(page.text).not.toContain('Send without a file');
    const answer = await anna.attach(page, { ...written, message }, []);
    expect([answer.status, ...errorsOf(answer)]).toEqual([422, replyErrors.en.noFile]);
    expect(replyErrors.en.noFile).toBe('Your text mentions an attachment, but no file is chosen.');
    expect(toasts(answer)[0]).toContain(replyErrors.en.noFile);
    expect(fieldsTo(answer, 'reply')).toMatchObject({ ...written, message });
    expect(stored()).toEqual([0, 0, 0]);

    const buttons = answer.all('button[type=submit]');
    const button = buttons.find((each) => textOf(each) === 'Send without a file')!;
    const pressed = { [attribute(button, 'name')!]: attribute(button, 'value')! };
    expect((await anna.attach(answer, pressed, [])).status).toBe(303);

    const chosen = await sendWith(await openReply(anna, id), [drawing('quotation.pdf')], {
      ...written,
      message,
    });
    expect(chosen.status).toBe(303);
    expect(stored()).toEqual([2, 2, 1]);
  });

  test('names an attachment in its subject only, and is sent', async () => {
    const fields = { ...written, subject: 'Attached: your quotation' };
    expect((await anna.attach(await openReply(anna, id), fields, [])).status).toBe(303);
  });

  test('has a button behind its files, which then counts for nothing', async () => {
    const page = await openReply(anna, id);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fieldsTo(page, 'reply'), ...written }))
      if (name !== 'files') body.set(name, value);
    body.append('files', drawing('quotation.pdf'));
    body.set('without_file', '1');
    const answer = await anna.postParts(`/admin/dashboard?enquiry=${id}&reply=1`, body);
    expect(answer.status).toBe(303);
    expect(stored()).toEqual([1, 1, 1]);
  });
});

describe('DA-7 a reply that is sent again', () => {
  test('with the same text and files is one mail', async () => {
    const page = await openReply(anna, id);
    const files = [drawing('quotation.pdf'), drawing('plan.dwg', { type: 'dwg' })];
    const answers = await Promise.all([1, 2, 3].map(() => sendWith(page, files)));
    for (const answer of [...answers, await sendWith(page, files)]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.getSetCookie().join()).toContain('flash=reply-began');
    }
    expect(stored()).toEqual([1, 1, 2]);
    expect(onDisk()).toHaveLength(2);
  });

  test('with other files, or none, is refused as another one, and can be sent from there', async () => {
    const page = await openReply(anna, id);
    await sendWith(page, [drawing('quotation.pdf')]);
    anna.cookies.delete('flash');
    for (const files of [[drawing('quotation.pdf', { mark: 'other' })], []]) {
      const answer = await sendWith(page, files);
      expect(answer.status).toBe(409);
      expect(toasts(answer).at(-1)).toContain(replyErrors.en.spent);
    }
    const other = drawing('quotation.pdf', { mark: 'other' });
    const answer = await sendWith(page, [other]);
    expect((await sendWith(answer, [other], {})).status).toBe(303);
    expect(stored()).toEqual([2, 2, 2]);
  });

  test('after it has failed is the same mail with the same files', async () => {
    server.refusals.set('DATA', 550);
    await sendWith(await openReply(anna, id), [drawing('quotation.pdf')]);
    await deliverDueMail();
    const failed = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(readText(failed.html)).toMatch(/Failed .* quotation\.pdf PDF .* Try again/);
    server.refusals.clear();
    await anna.submitTo(failed, 'retry');
    await deliverDueMail();
    expect(server.received).toMatchObject([{ attachments: [{ filename: 'quotation.pdf' }] }]);
    expect(server.received[0]!.messageId).toBe(one('SELECT message_id FROM outbox'));
  });
});

describe('DA-7 the files of a reply', () => {
  test.each([
    ['found infected by a later scan', 'infected', 'one of its files was found infected'],
    ['marked as lost', 'lost', 'one of its files is missing'],
  ])('keep the mail from leaving when one is %s, and say so', async (_, removed, reason) => {
    server.refusals.set('DATA', 451);
    await sendWith(await openReply(anna, id), [
      drawing('one.pdf'),
      drawing('two.png', { type: 'png' }),
    ]);
    await deliverDueMail();
    server.refusals.clear();
    run(`UPDATE attachments SET removed = ? WHERE name = 'two.png'`, removed);
    await deliverDueMail({ aheadMs: HOUR });
    await deliverDueMail({ aheadMs: 2 * HOUR });
    expect(server.received).toEqual([]);
    expect(one('SELECT state FROM replies')).toBe('failed');
    const page = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(readText(page.html)).toMatch(/ Failed .*one\.pdf .*two\.png/);
    expect(page.text).not.toContain('Try again');
    expect((await anna.get('/admin/dashboard/mail')).text).toContain(reason);
  });

  test('keep the mail from leaving when one is gone from the disk', async () => {
    await sendWith(await openReply(anna, id), [drawing('quotation.pdf')]);
    rmSync(join(getAttachmentFolder(), String(one('SELECT file FROM attachments'))));
    await deliverDueMail();
    expect([server.received, one('SELECT state FROM replies')]).toEqual([[], 'failed']);
  });

  test('are refused with their reply when their space is full, and the reply keeps its text', async () => {
    await putFile(id, 'large.pdf', '%PDF-1.7');
    run('UPDATE attachments SET size = ?', 5000 * MB);
    const answer = await sendWith(await openReply(anna, id), [drawing('quotation.pdf')]);
    expect([answer.status, ...errorsOf(answer)]).toEqual([507, replyErrors.en.noSpace]);
    expect(fieldsTo(answer, 'reply')).toMatchObject(written);
    expect(answer.text).toContain('Please choose your files again.');
    expect(stored()).toEqual([0, 0, 1]);
  });

  test('are refused without space when they are sent again, but never as if nothing had been sent', async () => {
    const form = await openReply(anna, id);
    expect((await sendWith(form, [drawing('quotation.pdf')])).status).toBe(303);
    run('UPDATE attachments SET size = ?', 5000 * MB);
    const second = await sendWith(form, [drawing('quotation.pdf')]);
    expect([second.status, second.text]).toEqual([
      409,
      expect.stringContaining(replyErrors.en.spent),
    ]);
    const third = await sendWith(second, [drawing('quotation.pdf')]);
    expect([third.status, ...errorsOf(third)]).toEqual([507, replyErrors.en.noSpace]);
    expect(stored()).toEqual([1, 1, 1]);
  });

  test('are refused without space when the same text was sent without them', async () => {
    await putFile(id, 'large.pdf', '%PDF-1.7');
    run('UPDATE attachments SET size = ?', 5000 * MB);
    const form = await openReply(anna, id);
    expect((await sendWith(form, [])).status).toBe(303);
    const second = await sendWith(form, [drawing('quotation.pdf')]);
    expect([second.status, second.text]).toEqual([
      409,
      expect.stringContaining(replyErrors.en.spent),
    ]);
  });

  test('are refused unread when the form is announced larger than any, and the reply keeps its text', async () => {
    const form = await openReply(anna, id);
    const fields = { ...fieldsTo(form, 'reply'), ...written };
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const answer = await exchange(site, {
      method: 'POST',
      path: form.url,
      headers: {
        cookie: anna.cookie,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(250 * MB),
      },
      body: parts.join('') + file,
    });
    expect(answer.status).toBe(413);
    expect(answer.text).toContain(`value="${written.subject}"`);
    expect(answer.text).toContain('Together at most 20 MB.');
    expect(stored()).toEqual([0, 0, 0]);
  });

  test('are exported with the files of the person, and erased with the enquiry', async () => {
    await putFile(id, 'kitchen.pdf', '%PDF-1.7 kitchen');
    await sendWith(await openReply(anna, id), [drawing('quotation.pdf')]);
    const { enquiries } = await exportPerson(eleni.email);
    expect(enquiries[0]!.files).toMatchObject([
      { name: 'kitchen.pdf', reply_id: null },
      { name: 'quotation.pdf', reply_id: one('SELECT id FROM replies') },
    ]);
    await erasePerson(eleni.email, { ipAddress: null, requestId: 'test' });
    expect([...stored(), ...onDisk()]).toEqual([0, 0, 0]);
  });

  test('are backed up with the reply', async () => {
    await sendWith(await openReply(anna, id), [drawing('quotation.pdf', { bytes: MB })]);
    const backup = join(process.env['DATA_DIR']!, 'with-reply.db');
    await createBackup(backup);
    expect(await checkBackup(backup)).toMatchObject({ enquiries: 1, missing: [] });
    using copy = new SqliteFile(backup, { readonly: true });
    const bytes = `SELECT length(bytes) FROM attachment_files JOIN attachments USING (file)
      WHERE reply_id IS NOT NULL`;
    expect(copy.prepare(bytes).pluck().all()).toEqual([MB]);
  });
});
