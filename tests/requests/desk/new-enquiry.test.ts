import { beforeEach, describe, expect, test } from 'vitest';
import { attachmentTexts } from '#app/content/texts/contact.server.ts';
import { newEnquiryErrors } from '#app/content/texts/new-enquiry.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import {
  fieldsTo,
  getFieldError,
  linkTo,
  listed,
  namesListed,
  readText,
  toasts,
} from '../../support/people/desk.ts';
import { drawing } from '../../support/people/enquirer.ts';
import type { Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, column, listRows, one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite({ ENQUIRY_NOTIFY_TO: office });
const anna = await newAdmin(site, staff.anna.email);

const PHONE = '+30 210 000 0001';
const called = { full_name: 'Caller', phone: PHONE, project: 'Office Spaces', source: 'phone' };
const longer = { ...called, message: 'Two wardrobes' };
const listEnquiries = () =>
  listRows<{ id: number }>('SELECT * FROM contact_submissions ORDER BY id');
const open = async () => anna.get(linkTo(await anna.get('/admin/dashboard'), 'New enquiry'));
const save = (page: Page, fields: Record<string, string>) => anna.submitTo(page, 'new', fields);

beforeEach(() => void run('DELETE FROM contact_submissions'));

describe('DK-4 an enquiry that staff write down', () => {
  test('is listed like one from the site, with its author and source, and sends no notification', async () => {
    const page = await open();
    expect(page.html).not.toMatch(/turnstile|name="website"/i);
    const answer = await save(page, called);
    const [row] = listEnquiries();
    expect(row).toMatchObject({
      ...called,
      email: '',
      company: '',
      message: '',
      status: 'new',
      language: 'en',
      written_by: staff.anna.email,
    });
    expect(answer.location).toBe(`/admin/dashboard?enquiry=${row!.id}`);
    const enquiryPage = await anna.follow(answer);
    expect(toasts(enquiryPage)).toEqual(['Enquiry saved']);
    expect(readText(enquiryPage.html)).toContain(`Source Phone / ${staff.anna.email}`);
    expect(enquiryPage.text).not.toContain('Unverified');
    expect(one('SELECT count(*) FROM outbox')).toBe(0);
    expect(audited('enquiry.written')[0]).toMatchObject({ enquiry: row!.id, source: 'phone' });
    // The next enquiry is not throttled.
    const next = { phone: '', email: 'a@mail.example', source: 'mail', language: 'el' };
    expect((await save(await open(), { ...called, ...next })).status).toBe(303);
    expect(listEnquiries()[1]).toMatchObject(next);
  });

  test.each([
    ['neither address nor number', { phone: ' ' }, 'email', newEnquiryErrors.en.unreachable],
    ['a number and half an address', { email: 'x' }, 'email', newEnquiryErrors.en.email],
    ['no name', { full_name: ' ' }, 'full_name', newEnquiryErrors.en.full_name],
    ['a long number', { phone: '1'.repeat(21) }, 'phone', newEnquiryErrors.en.phone],
    ['no such kind of project', { project: 'Boat' }, 'project', newEnquiryErrors.en.project],
    ['no such source', { source: 'site' }, 'source', newEnquiryErrors.en.source],
  ])('is refused with %s, and keeps its text in the form', async (_, fields, field, error) => {
    const page = await open();
    const answer = await save(page, { ...longer, ...fields });
    expect(answer.status).toBe(422);
    expect(getFieldError(answer, field)).toBe(error);
    expect(listEnquiries()).toEqual([]);
    expect(fieldsTo(answer, 'new')['message']).toBe(longer.message);
    // Still the same form: sent twice, it is stored once.
    expect(fieldsTo(answer, 'new')['key']).toBe(fieldsTo(page, 'new')['key']);
    expect((await save(answer, { ...called, email: '' })).status).toBe(303);
  });

  test('is stored once when its form arrives twice; another text or language is another enquiry', async () => {
    const page = await open();
    const twice = await Promise.all([save(page, called), save(page, called)]);
    expect(new Set(twice.map(({ location }) => location)).size).toBe(1);
    await save(page, longer);
    await save(page, { ...called, language: 'el' });
    expect(listEnquiries()).toHaveLength(3);
  });

  test('AT-3 accepts files like the contact form: judged by their contents, all or none', async () => {
    const page = await open();
    const files = [drawing('plan.pdf', { bytes: 9000 }), drawing('room.png', { type: 'png' })];
    const send = (addedFiles: File[], messages = called) => anna.attach(page, messages, addedFiles);
    const listFileNames = () => column('SELECT name FROM attachments ORDER BY id');
    const { errors, chooseAgain } = attachmentTexts.en;

    const refused = await send([...files, new File(['<html>'], 'page.pdf')], longer);
    expect([refused.status, listFileNames(), listEnquiries()]).toEqual([422, [], []]);
    expect(refused.text).toContain(errors.notAccepted.text.replace('{name}', 'page.pdf'));
    expect(refused.text).toContain(chooseAgain);
    expect(fieldsTo(refused, 'new')['message']).toBe(longer.message);
    // Where a field is wrong, no file is read.
    expect([(await send(files, { ...called, full_name: '' })).status, listFileNames()]).toEqual([
      422,
      [],
    ]);

    const { location } = await send(files);
    expect((await send(files)).location).toBe(location);
    expect(listFileNames()).toEqual(['plan.pdf', 'room.png']);
    const enquiryText = readText((await anna.get(location!)).html);
    expect(enquiryText).toContain('plan.pdf PDF / 9 KB');
    expect(enquiryText).not.toContain('Unverified');
    // Other files are another enquiry.
    await send([drawing('other.pdf', { bytes: 400, mark: 'other' })]);
    expect(listEnquiries()).toHaveLength(2);
  });

  test('is marked with its source, and found by it', async () => {
    await putEnquiry({ full_name: 'Visitor', phone: PHONE });
    await save(await open(), called);
    for (const [source, names] of [
      ['phone', ['Caller']],
      ['site', ['Visitor']],
      ['visit', []],
      ['nowhere', ['Caller', 'Visitor']],
    ] as const) {
      const page = await anna.get(`/admin/dashboard?source=${source}&q=210&status=new&language=en`);
      expect(namesListed(page)).toEqual(names);
    }
    expect(listed(await anna.get('/admin/dashboard'))[0]![1]).toMatch(/^Caller Phone/);
  });
});
