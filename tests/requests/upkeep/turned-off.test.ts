import { expect, test } from 'vitest';
import { replyErrors } from '#app/content/texts/reply.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { fieldsTo, openReply } from '../../support/people/desk.ts';
import { drawing } from '../../support/people/enquirer.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { one, putEnquiry } from '../../support/servers/store.ts';

const site = await startSite({
  PEOPLE_PAGE: 'off',
  PUBLIC_URL: 'http://127.0.0.1:4000',
  ATTACHMENTS_MAX_MB: '0',
});

test('PP-3 PEOPLE_PAGE=off hides the page, every path below it and every link to it', async () => {
  const browser = await newAdmin(site, staff.anna.email);
  for (const client of [browser, new PlainBrowser(site)]) {
    for (const path of ['', '/x', '/x/y']) {
      const url = `/admin/dashboard/people${path}`;
      expect([url, (await client.get(url)).status]).toEqual([url, 404]);
      expect([url, (await client.post(url, { email: 'x@y.example' })).status]).toEqual([url, 404]);
    }
    expect((await client.get('/admin/dashboard/people.data')).status).toBe(404);
    for (const path of ['People', 'people/', 'people.data']) {
      expect((await client.post(`/admin/dashboard/${path}`, {})).status).toBe(404);
    }
  }
  const page = await browser.get('/admin/dashboard/site');
  expect(page.html).not.toContain('/admin/dashboard/people');
  expect(page.text).toContain('npm run admin -- invite EMAIL');
});

test('PK-1 PK-2 shows nothing about passkeys where PUBLIC_URL is an IP address', async () => {
  const browser = await newAdmin(site, staff.clio.email);
  const login = await new PlainBrowser(site).get('/admin');
  expect(login.values('input', 'autocomplete')).not.toContain('username webauthn');
  for (const path of ['/admin/passkey/options', '/admin/dashboard/account/passkeys/options']) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
  }
  const data = await browser.get('/admin/dashboard/account.data');
  expect(data.status).toBe(200);
  expect(data.html).not.toContain('createdOn');
});

test('DA-7 shows no field for the files of a reply where ATTACHMENTS_MAX_MB is 0, and sends none without its files', async () => {
  const browser = await newAdmin(site, staff.basil.email);
  const countReplies = () => one('SELECT count(*) FROM replies');

  const page = await openReply(browser, await putEnquiry());
  expect(page.values('input', 'type')).not.toContain('file');
  const written = { subject: 'Your quotation', message: 'Dear Eleni,\n\nthank you.' };
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fieldsTo(page, 'reply'), ...written }))
    body.set(name, value);
  body.append('files', drawing('quotation.pdf'));
  const refused = await browser.postParts(page.url, body);
  expect([refused.status, countReplies()]).toEqual([507, 0]);
  expect(refused.text).toContain(replyErrors.en.noSpace);
  expect(fieldsTo(refused, 'reply')).toMatchObject(written);

  expect((await browser.submitTo(page, 'reply', written)).status).toBe(303);
  expect(countReplies()).toBe(1);
});
