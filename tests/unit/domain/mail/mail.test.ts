import { expect, test } from 'vitest';
import { mailHtml, mailText } from '#app/domain/mail/mail.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase({ ENQUIRY_NOTIFY_TO: office });
const { queueMail } = await import('#app/domain/mail/mail.server.ts');
const { queueEnquiryEmail } = await import('#app/domain/enquiries/enquiry-email.server.ts');
const { readMail } = await import('#app/domain/mail/mail.server.ts');
const { database, databaseFile, inTransaction } = await import('#db/database.server.ts');
const { dueMail } = await import('#db/outbox.ts');
const { putEnquiry } = await import('../../../support/servers/store.ts');

const later = Date.now() + 60_000;

test('what a visitor wrote stays text in the HTML part', () => {
  const body = {
    preview: 'p',
    heading: '<h1>"&',
    paragraphs: ['<script>alert(1)</script>'],
    quote: 'one\n<b>two</b>',
  };
  const html = mailHtml(body);
  expect(html).toContain('&lt;h1&gt;&quot;&amp;');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>two');
  expect(mailText(body)).toContain('one\n<b>two</b>');
});

test('a mail waits sealed: what it says is not readable in the database', async () => {
  await queueMail(database(), {
    kind: 'recovery',
    to: [staff.anna.email],
    subject: 'Set a new password',
    body: {
      preview: '',
      heading: 'Heading',
      paragraphs: [],
      button: { label: 'Go', href: 'http://localhost/reset-password#access_token=TOKENTOKEN' },
    },
  });
  const [waiting] = await dueMail(database(), later, 10);
  expect(readMail(waiting!.sealed!)?.text).toContain('TOKENTOKEN');
  const dump = databaseFile().serialize().toString('latin1');
  expect(dump).not.toContain('TOKENTOKEN');
  expect(dump).not.toContain(staff.anna.email);
});

test('a mail is queued with what caused it, or not at all', async () => {
  const before = (await dueMail(database(), later, 100)).length;
  const id = await putEnquiry();
  const stored = await database()
    .selectFrom('contact_submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await expect(
    inTransaction(async (tx) => {
      await queueEnquiryEmail(tx, stored);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await dueMail(database(), later, 100)).toHaveLength(before);
});

test('the e-mail of an enquiry is to the desk, answers go to the visitor, and its subject is one line', async () => {
  const id = await putEnquiry({ full_name: 'Eleni\r\nBcc: evil@mail.example' });
  const stored = await database()
    .selectFrom('contact_submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await queueEnquiryEmail(database(), stored);
  const mail = readMail((await dueMail(database(), later, 100)).at(-1)!.sealed!)!;
  expect(mail.to).toEqual([office]);
  expect(mail.replyTo).toBe(eleni.email);
  expect(mail.subject).toBe('New enquiry from Eleni Bcc: evil@mail.example');
  expect(mail.link).toMatch(new RegExp(`/admin/dashboard\\?enquiry=${id}$`));
});
