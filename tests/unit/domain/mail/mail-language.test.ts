import { expect, test } from 'vitest';
import { office, staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase({
  ENQUIRY_NOTIFY_TO: `Basil@drys.example, ${office}, ${staff.anna.email}`,
});
const { inviteAdmin, resetAdmin } = await import('#app/domain/accounts/accounts.server.ts');
const { queuePasswordChangedMail } = await import('#app/domain/accounts/access-links.server.ts');
const { queueEnquiryEmail } = await import('#app/domain/enquiries/enquiry-email.server.ts');
const { readMail } = await import('#app/domain/mail/mail.server.ts');
const { database } = await import('#db/database.server.ts');
const { dueMail } = await import('#db/outbox.ts');
const { putEnquiry } = await import('../../../support/servers/store.ts');

const GREEK = /\p{Script=Greek}/u;

async function mails(count: number) {
  const due = await dueMail(database(), Date.now() + 60_000, 100);
  return due.slice(-count).map(({ sealed }) => readMail(sealed!)!);
}

test('EL-6 an invitation is in the language asked for, and so is all mail after it', async () => {
  const link = await inviteAdmin(staff.basil.email, staff.basil.language);
  const [invitation] = await mails(1);
  // A newer link ends the older one, and its waiting mail.
  await resetAdmin(staff.basil.email);
  await queuePasswordChangedMail(database(), staff.basil);
  const all = [invitation!, ...(await mails(2))];
  expect(all.map(({ subject }) => subject)).toEqual([
    'Η πρόσκλησή σας στη διαχείριση αιτημάτων της DRYS',
    'Ορίστε νέο συνθηματικό',
    'Το συνθηματικό σας άλλαξε',
  ]);
  for (const { text, html } of all) {
    expect(html).toContain('<html lang="el">');
    const said = text.replace(/https?:\S+|\S+@\S+|localhost\S*|(?<=Κωδικός: ).*/g, '');
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
  const [anna, basil] = await mails(2);
  expect(anna!.subject).toBe('Your invitation to the DRYS enquiry desk');
  expect(anna!.html).toContain('<html lang="en">');
  expect(GREEK.test(anna!.text)).toBe(false);
  expect(GREEK.test(basil!.subject)).toBe(true);
});

test('EL-4 EL-6 an e-mail goes to each in their own language, and names the other', async () => {
  const id = await putEnquiry({ full_name: 'Ελένη', language: 'el', project: 'Public Buildings' });
  const row = database().selectFrom('contact_submissions').selectAll().where('id', '=', id);
  await queueEnquiryEmail(database(), await row.executeTakeFirstOrThrow());
  const [english, greek] = await mails(2);
  expect(english!.to).toEqual([office, staff.anna.email]);
  expect(english!.subject).toBe('New enquiry from Ελένη');
  expect(english!.text).toContain('Project Type: Public Buildings\nLanguage: Greek');
  expect(greek!.to.map((to) => to.toLowerCase())).toEqual([staff.basil.email]);
  expect(greek!.subject).toBe('Νέο αίτημα από: Ελένη');
  expect(greek!.text).toContain('Είδος έργου: Δημόσια κτίρια');
  expect(greek!.text).not.toContain('Γλώσσα');
});
