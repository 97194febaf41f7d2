import { expect, test } from 'vitest';
import { queueEnquiryEmail } from '#app/domain/enquiries/enquiry-email.server.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { column, putEnquiry } from '../../../support/servers/store.ts';

await useScratchDatabase({
  ENQUIRY_NOTIFY_TO: `Basil@drys.example, ${office}, ${staff.anna.email}`,
  PUBLIC_URL: 'https://drys.example',
});
const { inTransaction } = await import('#db/database.server.ts');
const { inviteAdmin, resetAdmin } = await import('#app/domain/accounts/accounts.server.ts');
const { replacePassword } = await import('#app/domain/accounts/access-links.server.ts');
const { findAdmin } = await import('#db/accounts.ts');

async function enquiry(given: Parameters<typeof putEnquiry>[0] = {}) {
  const id = await putEnquiry(given);
  const row = database().selectFrom('contact_submissions').selectAll().where('id', '=', id);
  return row.executeTakeFirstOrThrow();
}

const sealed = () => column('SELECT sealed FROM outbox WHERE sealed IS NOT NULL ORDER BY id');
const mails = (count: number) =>
  sealed()
    .slice(-count)
    .map((mail) => readMail(`${mail}`)!);

test('a mail waits sealed: what it says is not readable in the database', async () => {
  const { code } = await inviteAdmin('sealed@drys.example');
  const [mail] = mails(1);
  expect(mail!.text).toContain(code);
  const dump = databaseFile().serialize().toString('latin1');
  expect(dump).not.toContain(code);
  expect(dump).not.toContain(mail!.subject);
});

test('a mail is queued with what caused it, or not at all', async () => {
  const before = sealed();
  const stored = await enquiry();
  await expect(
    inTransaction(async (tx) => {
      await queueEnquiryEmail(tx, stored);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(sealed()).toEqual(before);
});

test('EL-6 an invitation is in the language asked for, and so is all mail after it', async () => {
  const link = await inviteAdmin(staff.basil.email, staff.basil.language);
  const [invitation] = mails(1);
  // A newer link ends the older one, and its waiting mail.
  await resetAdmin(staff.basil.email);
  const [recovery] = mails(1);
  const admin = (await findAdmin(database(), staff.basil.email))!;
  const client = { address: null, requestId: 'test' };
  await inTransaction((tx) => replacePassword(tx, admin, 'a hash', 'reset.used', client));
  const all = [invitation!, recovery!, ...mails(1)];
  expect(all.map(({ subject }) => subject)).toEqual([
    'Η πρόσκλησή σας στη διαχείριση αιτημάτων της DRYS',
    'Ορίστε νέο συνθηματικό',
    'Το συνθηματικό σας άλλαξε',
  ]);
  for (const { text, html } of all) {
    expect(html).toContain('<html lang="el">');
    const said = text.replace(/https?:\S+|\S+@\S+|drys\.example\S*|(?<=Κωδικός: ).*/g, '');
    const strays = said
      .match(/[A-Za-z]{2,}/g)!
      .filter((word) => !/^(DRYS|Woodworking)$/.test(word));
    expect(strays).toEqual([]);
  }
  expect(all[0]!.text).toContain(`Κωδικός: ${link.code}`);
  expect(all[0]!.link).toBe(link.url);
});

test('EL-6 an invitation without a language is English, and a second one keeps the first', async () => {
  await inviteAdmin(staff.anna.email);
  await inviteAdmin(staff.basil.email);
  const [anna, basil] = mails(2);
  expect(anna!.subject).toBe('Your invitation to the DRYS enquiry desk');
  expect(anna!.html).toContain('<html lang="en">');
  expect(anna!.text).not.toMatch(/\p{Script=Greek}/u);
  expect(basil!.subject).toMatch(/^Η πρόσκλησή σας/);
});

test('EL-4 EL-6 an e-mail goes to each in their own language, and names the other; its subject is one line', async () => {
  const full_name = 'Ελένη\r\nBcc: evil@mail.example';
  const asked = { full_name, language: 'el', project: 'Public Buildings' } as const;
  await queueEnquiryEmail(database(), await enquiry(asked));
  const [english, greek] = mails(2);
  expect(english!.to).toEqual([office, staff.anna.email]);
  expect(english!.subject).toBe('New enquiry from Ελένη Bcc: evil@mail.example');
  expect(english!.text).toContain('Project Type: Public Buildings\nLanguage: Greek');
  expect(greek!.to.map((to) => to.toLowerCase())).toEqual([staff.basil.email]);
  expect(greek!.subject).toBe('Νέο αίτημα από: Ελένη Bcc: evil@mail.example');
  expect(greek!.text).toContain('Είδος έργου: Δημόσια κτίρια');
  expect(greek!.text).not.toContain('Γλώσσα');
});

test('the e-mail names the project by its title with the way to its page, one that is not there by its slug', async () => {
  const about = async (about_project: string | null) => {
    await queueEnquiryEmail(database(), await enquiry({ about_project }));
    return mails(2)[0]!;
  };
  const { text, html } = await about('roche');
  expect(text).toContain('Sent from: Roche (https://drys.example/projects/roche)');
  expect(html).toMatch(/<a href="https:\/\/drys\.example\/projects\/roche"[^>]*>Roche<\/a>/);
  const former = await about('<former>');
  expect(former.text).toContain('Sent from: <former>\n');
  expect(former.html).toContain('&lt;former&gt;');
  expect((await about(null)).text).not.toContain('Sent from');
});
