import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getContactTexts } from '#app/content/texts/contact.server.ts';
import { drawing, MB, newVisitor, typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const site = await serveSite({ TRUST_PROXY: '1', ATTACHMENTS_MAX_MB: '1' });
afterAll(() => site.stop());
const folder = join(site.dataDir, 'attachments');
const listFiles = () => (existsSync(folder) ? readdirSync(folder) : []);
const countEnquiries = () => Number(site.one('SELECT count(*) FROM contact_submissions'));

async function send(files: File[]) {
  const visitor = newVisitor(site.url);
  const response = await visitor.attach(await visitor.get('/contact'), typed, files);
  return { response, thanks: await visitor.follow(response) };
}

test('AT-8 accepts an enquiry without its files when their space is full, says so, and stays healthy', async () => {
  const countsBefore = { files: listFiles().length, enquiries: countEnquiries() };
  const { response, thanks } = await send([drawing('small.pdf', { bytes: MB / 2 })]);
  expect(response.status).toBe(303);
  expect(thanks.text).not.toContain(getContactTexts('en').success.filesLeftOut);
  const full = await send([drawing('large.pdf', { bytes: MB / 2 + 1000 })]);
  expect(full.response.status).toBe(303);
  expect(full.thanks.text).toContain('Message sent successfully');
  expect(full.thanks.text).toContain(getContactTexts('en').success.filesLeftOut);
  expect(countEnquiries()).toBe(countsBefore.enquiries + 2);
  expect(listFiles()).toHaveLength(countsBefore.files + 1);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

test('AT-8 limits the files of honeypots to a tenth of the space, and deletes the oldest first', async () => {
  const filesBefore = listFiles();
  const bait = async (name: string, bytes: number) => {
    const visitor = newVisitor(site.url);
    const fields = { ...typed, website: 'https://x.example' };
    const file = drawing(name, { bytes, mark: name });
    const response = await visitor.attach(await visitor.get('/contact'), fields, [file]);
    expect(response.status).toBe(303);
  };
  const readSpamFiles = () =>
    site.one(
      `SELECT group_concat(name || coalesce(' ' || removed, ''), ', ' ORDER BY id)
       FROM attachments WHERE spam_id IS NOT NULL`,
    );
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf']) await bait(name, MB / 25);
  const four = '1.pdf space, 2.pdf space, 3.pdf, 4.pdf';
  expect(readSpamFiles()).toBe(four);
  expect(readdirSync(folder)).toHaveLength(filesBefore.length + 2);
  // A file that is larger than the whole share is refused and displaces no other file.
  await bait('5.pdf', MB / 5);
  expect(readSpamFiles()).toBe(four);
  expect(readdirSync(folder)).toHaveLength(filesBefore.length + 2);
});

test('AT-5 leaves no file without its enquiry after a kill during an upload, or between file and row', async () => {
  const [filesBefore, enquiries] = [listFiles(), countEnquiries()];
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n' +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
      Object.entries(typed)
        .map(([n, v]) => `--b\r\nContent-Disposition: form-data; name="${n}"\r\n\r\n${v}\r\n`)
        .join('') +
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
  );
  await eventually(() => expect(listFiles()).toHaveLength(filesBefore.length + 1));
  // Bytes that were synced and given their name, as just before the row.
  writeFileSync(join(folder, 'ab'.repeat(16)), '%PDF-1.7');
  await site.restart('SIGKILL');
  expect(readdirSync(folder)).toEqual(filesBefore);
  expect(countEnquiries()).toBe(enquiries);
});
