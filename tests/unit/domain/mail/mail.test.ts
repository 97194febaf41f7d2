import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSampleContent } from '#app/content/sample.server.ts';
import { runInPreview } from '#app/content/site-content.server.ts';
import {
  queueReceiptMailIfAllowed,
  queueStaffNotification,
} from '#app/domain/enquiries/enquiry-email.server.ts';
import { renderMailHtml, renderMailText } from '#app/domain/mail/mail-layout.server.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { findRow } from '#db/rows.ts';
import { office, staff } from '#db/seed/people.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { column, one, putEnquiry, readMails, run } from '../../../support/servers/store.ts';

await useScratchDatabase({
  ENQUIRY_NOTIFY_TO: `Basil@drys.example, ${office}, ${staff.anna.email}`,
  PUBLIC_URL: 'https://drys.example',
});
const { inTransaction } = await import('#db/database.server.ts');
const { inviteAdmin, sendResetLink } = await import('#app/domain/accounts/accounts.server.ts');
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
const { replacePasswordAndRevokeAccess } =
  await import('#app/domain/accounts/access-links.server.ts');

beforeEach(async () => {
  await resetScratchDatabase();
  await inviteAdmin(staff.anna.email);
  await inviteAdmin(staff.basil.email, staff.basil.language);
});

async function createEnquiry(fields: Parameters<typeof putEnquiry>[0] = {}) {
  const id = await putEnquiry(fields);
  return (await findRow(getDatabase(), 'contact_submissions', { id }))!;
}

const readLatestMails = (count: number) => readMails().slice(-count);

test('stores queued mail encrypted', async () => {
  const { code } = await inviteAdmin('sealed@drys.example');
  const [mail] = readLatestMails(1);
  expect(mail!.text).toContain(code);
  const dump = getSqliteConnection().serialize().toString('latin1');
  expect(dump).not.toContain(code);
  expect(dump).not.toContain(mail!.subject);
});

test('has the file of a mail and its name on the disk before the mail counts as sent', async () => {
  await using file = await open(import.meta.filename);
  const unsentCountsAtSync: unknown[] = [];
  const countUnsent = () => one('SELECT count(*) FROM outbox WHERE sent_at IS NULL');
  using _sync = vi
    .spyOn(Object.getPrototypeOf(file) as FileHandle, 'sync')
    .mockImplementation(async () => void unsentCountsAtSync.push(countUnsent()));
  // The name is in the folder.
  onTestFinished(syncBuiltinESMExports);
  using _folderSync = vi
    .spyOn(fs, 'fsyncSync')
    .mockImplementation(() => void unsentCountsAtSync.push(countUnsent()));
  syncBuiltinESMExports();
  await deliverDueMail();
  expect(unsentCountsAtSync).toEqual([2, 2, 1, 1]);
});

test('queues a mail in the transaction of its cause, or not at all', async () => {
  const mailsBefore = readMails();
  const storedEnquiry = await createEnquiry();
  await expect(
    inTransaction(async (tx) => {
      await queueStaffNotification(tx, storedEnquiry);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(readMails()).toEqual(mailsBefore);
});

test('AN-2 stores a random Message-ID of each mail to a visitor, until the enquiry is deleted', async () => {
  const storedEnquiry = { ...(await createEnquiry()), email_key: 'message-id@mail.example' };
  const ids = new Set<string>();
  const listIds = () =>
    column('SELECT message_id FROM sent_message_ids WHERE enquiry_id = ?', storedEnquiry.id).map(
      String,
    );
  for (const queueTo of [queueReceiptMailIfAllowed, queueStaffNotification]) {
    await inTransaction((tx) => queueTo(tx, storedEnquiry, Date.now()));
    const messageId = String(one('SELECT message_id FROM outbox ORDER BY id DESC LIMIT 1'));
    expect(messageId).toMatch(/^<[\w-]{22,}@drys\.example>$/);
    ids.add(messageId);
  }
  expect(ids.size).toBe(2);
  expect(listIds()).toEqual([[...ids][0]]);
  run('DELETE FROM contact_submissions WHERE id = ?', storedEnquiry.id);
  expect(listIds()).toEqual([]);
});

test('EL-6 sends an invitation in the requested language, and all later mail too', async () => {
  const link = await inviteAdmin(staff.basil.email, staff.basil.language);
  const [invitation] = readLatestMails(1);
  // A newer link revokes the older one and its queued mail.
  await sendResetLink(staff.basil.email);
  const [recovery] = readLatestMails(1);
  const admin = (await findRow(getDatabase(), 'admins', { email: staff.basil.email }))!;
  const client = { ipAddress: null, requestId: 'test' };
  const change = { passwordHash: 'a hash', event: 'reset.used', exceptDeviceHash: null } as const;
  await inTransaction((tx) => replacePasswordAndRevokeAccess(tx, admin, change, client));
  const allMails = [invitation!, recovery!, ...readLatestMails(1)];
  expect(allMails.map(({ subject }) => subject)).toEqual([
    'Η πρόσκλησή σας στη διαχείριση του ιστοτόπου της DRYS',
    'Ορίστε νέο συνθηματικό',
    'Το συνθηματικό σας άλλαξε',
  ]);
  for (const { text, html } of allMails) {
    expect(html).toContain('<html lang="el">');
    const words = text.replace(/https?:\S+|\S+@\S+|drys\.example\S*|(?<=Κωδικός: ).*/g, '');
    const englishWords = words
      .match(/[A-Za-z]{2,}/g)!
      .filter((word) => !/^(DRYS|Woodworking|email)$/.test(word));
    expect(englishWords).toEqual([]);
  }
  expect(allMails[0]!.text).toContain(`Κωδικός: ${link.code}`);
  expect(allMails[0]!.link).toBe(link.url);
});

test('EL-6 sends an invitation without a language in English; a second one keeps the first language', async () => {
  await inviteAdmin(staff.anna.email);
  await inviteAdmin(staff.basil.email);
  const [anna, basil] = readLatestMails(2);
  expect(anna!.subject).toBe('Your invitation to the DRYS desk');
  expect(anna!.html).toContain('<html lang="en">');
  expect(anna!.text).not.toMatch(/\p{Script=Greek}/u);
  expect(basil!.subject).toMatch(/^Η πρόσκλησή σας/);
});

test('EL-4 EL-6 writes to each admin in their language, and names a different language of the visitor; the subject is one line', async () => {
  const full_name = 'Ελένη\r\nBcc: evil@mail.example';
  const fields = { full_name, language: 'el', project: 'Public Buildings' } as const;
  await queueStaffNotification(getDatabase(), await createEnquiry(fields));
  const [english, greek] = readLatestMails(2);
  expect(english!.to).toEqual([office, staff.anna.email]);
  expect(english!.subject).toBe('New enquiry from Ελένη Bcc: evil@mail.example');
  expect(english!.text).toContain('Project Type: Public Buildings\nLanguage: Greek');
  expect(greek!.to.map((to) => to.toLowerCase())).toEqual([staff.basil.email]);
  expect(greek!.subject).toBe('Νέο αίτημα από: Ελένη Bcc: evil@mail.example');
  expect(greek!.text).toContain('Είδος έργου: Δημόσια κτίρια');
  expect(greek!.text).not.toContain('Γλώσσα');
});

test('CF-5 leaves an email with Greek letters before the @ out of Reply-To, and says it in the text', async () => {
  await queueStaffNotification(getDatabase(), await createEnquiry({ email: 'ελένη@mail.example' }));
  const [english, greek] = readLatestMails(2);
  expect([english!.replyTo, greek!.replyTo]).toEqual([null, null]);
  expect(english!.text).toContain(
    'Replies to this email do not reach the customer. Write to ελένη@mail.example instead.',
  );
  expect(greek!.text).toContain('Γράψτε του στη διεύθυνση ελένη@mail.example.');
  await queueStaffNotification(getDatabase(), await createEnquiry({ email: 'eleni@δρυς.example' }));
  expect(readLatestMails(1)[0]!.replyTo).toBe('eleni@δρυς.example');
});

test('CF-12 asks staff to reply at the desk, and names the missing human check of an unverified enquiry', async () => {
  const readNotices = async (verified: 0 | 1) => {
    await queueStaffNotification(getDatabase(), await createEnquiry({ verified }));
    return readLatestMails(2).map(({ text }) => text.split('\n\n')[1]);
  };
  const [english, greek] = await readNotices(1);
  expect(english).toBe(
    'This came through the contact form. Please reply at the desk. A reply to this email goes straight to the customer, and the desk does not record it.',
  );
  expect(greek).toBe(
    'Ήρθε από τη φόρμα επικοινωνίας. Καλύτερα να απαντήσετε από τη διαχείριση: όσα στείλετε απαντώντας σε αυτό το email πηγαίνουν κατευθείαν στον πελάτη και δεν καταγράφονται.',
  );
  const [unverifiedEnglish, unverifiedGreek] = await readNotices(0);
  expect(unverifiedEnglish).toContain('contact form, without the “I am human” check. Please');
  expect(unverifiedGreek).toContain('επικοινωνίας, χωρίς τον έλεγχο «Είμαι άνθρωπος». Καλύτερα');
});

describe('the receipt', () => {
  async function readReceipt(language: 'en' | 'el', arrival: string) {
    const fields = { verified: 1, language, project: 'Private House' } as const;
    // An email gets one receipt a day.
    const enquiry = { ...(await createEnquiry(fields)), email_key: randomUUID() };
    await queueReceiptMailIfAllowed(getDatabase(), enquiry, Date.parse(arrival));
    return { ...readLatestMails(1)[0]!, number: `DRYS-${enquiry.id}` };
  }

  test('VP-1 P-14 has date, reference and next steps, and is signed with contact and legal identity', async () => {
    const english = await readReceipt('en', '2026-11-30T09:00:00+02:00');
    expect(english.subject).toBe(`We have your enquiry (${english.number})`);
    expect(english.text).toBe(`We have your enquiry

Thank you for writing to us. Somebody at the factory reads every enquiry. We will come back to you with our questions and, if there is enough to go on, a first estimate.

You will hear from us by: Wednesday 2 December
Your reference: ${english.number}
Project Type: Private House

A plan or a sketch with the main dimensions, photos of the room, and your deadline all make the estimate better: just reply to this email with what you have. Please keep the reference at hand when you call: +30 22950 00000, Monday to Friday, 9:00 AM to 5:00 PM.

How a project runs, step by step: https://drys.example/page/how-we-work

You received this email because your address was entered in our contact form. If that was not you, please ignore it.

--${' '}
DRYS Woodworking
Avlona Industrial Area, 190 11 Avlona, Attica, Greece
+30 22950 00000 (Monday to Friday, 9:00 AM to 5:00 PM)
info@drys.example, https://drys.example
Your reference: ${english.number}
DRYS Woodworking S.A. (sample), Société anonyme (A.E.), registered seat Metamorphosi, Attica, GEMI No. 000000000000 (sample)`);

    const greek = await readReceipt('el', '2026-11-30T09:00:00+02:00');
    expect(greek.subject).toBe(`Λάβαμε το μήνυμά σας (${greek.number})`);
    for (const part of [
      `\n\nΑπάντηση έως: Τετάρτη 2 Δεκεμβρίου\nΑριθμός αναφοράς: ${greek.number}\nΕίδος έργου: Ιδιωτική κατοικία\n\n`,
      'Αν μας τηλεφωνήσετε (+30 22950 00000, Δευτέρα έως Παρασκευή, 09:00–17:00), πείτε μας τον αριθμό αναφοράς.\n',
      'Πώς προχωρά ένα έργο, βήμα βήμα: https://drys.example/el/page/how-we-work\n',
      '\nΤηλ. +30 22950 00000 (Δευτέρα έως Παρασκευή, 09:00–17:00)\ninfo@drys.example, https://drys.example/el\n',
      'DRYS Woodworking Α.Ε. (δείγμα), Ανώνυμη εταιρεία (Α.Ε.), έδρα Μεταμόρφωση Αττικής, αρ. ΓΕΜΗ 000000000000 (δείγμα)',
    ])
      expect(greek.text).toContain(part);
    for (const { text, html } of [english, greek]) {
      const signature = text.split('\n-- \n')[1]!;
      for (const line of signature.split('\n')) expect(html).toContain(line);
    }
  });

  test.each([
    ['Δευτέρα 7 Δεκεμβρίου', '2026-12-05'],
    ['Τρίτη 8 Δεκεμβρίου', '2026-12-06'],
    ['Τετάρτη 9 Δεκεμβρίου', '2026-12-07'],
    ['Πέμπτη 10 Δεκεμβρίου', '2026-12-08'],
    ['Παρασκευή 11 Δεκεμβρίου', '2026-12-09'],
    ['Σάββατο 12 Δεκεμβρίου', '2026-12-10'],
    ['Κυριακή 13 Δεκεμβρίου', '2026-12-11'],
  ])('VP-1 names the day of the answer without an article: %s', async (day, arrival) => {
    const content = readSampleContent();
    const company = structuredClone(content.company[0]!);
    company.content.hours = Array.from({ length: 7 }, () => '09:00-17:00');
    await runInPreview({ ...content, company: [company] }, async () => {
      const { text } = await readReceipt('el', `${arrival}T09:00:00+02:00`);
      expect(text).toContain(`\nΑπάντηση έως: ${day}\n`);
    });
  });

  test('VP-1 says why it counts from a later day, to who writes on a day off', async () => {
    const saturday = '2026-11-28T09:00:00+02:00';
    const english = await readReceipt('en', saturday);
    expect(english.text).toContain(
      'a day off, so we count from our next business day.\n\nYou will',
    );
    expect(english.text).toContain('You will hear from us by: Wednesday 2 December\n');
    expect((await readReceipt('el', saturday)).text).toContain('σε μη εργάσιμη ημέρα');
  });
});

test('names the project by title and link, or by slug if it no longer exists', async () => {
  const mailAbout = async (about_project: string | null) => {
    await queueStaffNotification(getDatabase(), await createEnquiry({ about_project }));
    return readLatestMails(2)[0]!;
  };
  const { text, html } = await mailAbout('roche');
  expect(text).toContain('About: Roche (https://drys.example/projects/roche)');
  expect(html).toMatch(/<a href="https:\/\/drys\.example\/projects\/roche"[^>]*>Roche<\/a>/);
  const formerMail = await mailAbout('<former>');
  expect(formerMail.text).toContain('About: <former>\n');
  expect(formerMail.html).toContain('&lt;former&gt;');
  expect((await mailAbout(null)).text).not.toContain('About:');
});

describe('the two parts of a mail', () => {
  const message = 'Dear Eleni,\n\nfirst line\nsecond line';
  const content = {
    subject: 'Your desk in oak',
    heading: 'New enquiry',
    paragraphs: ['Reply to this email.'],
    facts: [['Phone', '+30 210 0000000']] as const,
    message,
    link: { label: 'Open the enquiry', href: 'https://drys.example/admin/dashboard?enquiry=1' },
    footnote: 'You can ignore it.',
  };

  test('have the same contents in the same order, each once', () => {
    const text = renderMailText(content, 'en');
    expect(text).toMatch(
      /^New enquiry\n\nReply to this email\.\n\nPhone: \+30 210 0000000\n\nDear Eleni,\n\nfirst line\nsecond line\n\nOpen the enquiry: https:\/\/drys\.example\/admin\/dashboard\?enquiry=1\n\nYou can ignore it\.\n\n-- \nDRYS/,
    );
    const html = renderMailHtml(content, 'en');
    const lines = ['New enquiry', 'Reply to this', 'Phone', 'Dear', 'Open the', 'You can ignore'];
    for (const line of lines) expect(html.split(line), line).toHaveLength(2);
    const positions = lines.map((line) => html.indexOf(line));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });

  test('have the line breaks of a typed message as elements, and a short message once', () => {
    const html = renderMailHtml({ subject: 'Your desk in oak', message }, 'en');
    expect(html).toContain('first line<br>\nsecond line');
    expect(html).not.toContain('white-space');
    expect(html.split('Dear Eleni')).toHaveLength(2);
    expect(html).toContain('<title>Your desk in oak</title>');
  });

  test('name a font first that Outlook has', () => {
    const firstFonts = renderMailHtml(content, 'en').match(/(?<=font-family:)[^,]*/g);
    expect(new Set(firstFonts)).toEqual(new Set(["'Segoe UI'"]));
  });

  test('CF-6 keep the columns of a typed table', () => {
    const table = 'Width\tHeight\tDepth\n120\t\t60\nDoor  <2>';
    const content = { subject: 'Measures', message: table };
    expect(renderMailText(content, 'en')).toContain(table);
    const html = renderMailHtml(content, 'en');
    expect(html).toContain('Width&nbsp;&nbsp;&nbsp; Height');
    expect(html).toContain(`120${'&nbsp;'.repeat(7)} 60<br>\nDoor&nbsp; &lt;2&gt;`);
  });

  // Outlook links nothing by itself in the HTML of a mail.
  test.each([
    ['See https://drys.example/el?a=1&b=2.', 'https://drys.example/el?a=1&amp;b=2', '.'],
    ['Files: www.wetransfer.example/x, as promised', 'https://www.wetransfer.example/x', ', as'],
    ['(https://wiki.example/Δρυς_(δέντρο))', 'https://wiki.example/Δρυς_(δέντρο)', ')<'],
    ['Γράψτε στο "info@drys.example"!', 'mailto:info@drys.example', '&quot;!'],
    ['www.maps.example/@38.1,23.7,15z', 'https://www.maps.example/@38.1,23.7,15z', '<'],
    ['www.shop.example?to=a@b.example', 'https://www.shop.example?to=a@b.example', '<'],
  ])('DA-1 link what staff type as an address: %s', (message, href, textAfter) => {
    const html = renderMailHtml({ subject: 'x', message, reference: 'DRYS-1' }, 'en');
    const words = href.replace(/^mailto:|https:\/\/(?=www)/, '');
    expect(html).toContain(`<a href="${href}" style="color:#14181f">${words}</a>${textAfter}`);
  });

  test('DA-1 link nothing else of a typed text', () => {
    const message = 'javascript:alert(1), 3.5x2.0, oak@home, awww.x, http://, <b>@drys.example';
    const content = { subject: 'x', message, reference: 'DRYS-1' };
    expect(renderMailHtml(content, 'en')).not.toContain('<a ');
  });

  test('DA-1 link nothing in what a visitor has typed', async () => {
    const message = 'See https://evil.example or www.evil.example, or write to a@evil.example.';
    await queueStaffNotification(getDatabase(), await createEnquiry({ message }));
    const [notice] = readLatestMails(1);
    expect(notice!.html).toContain(message);
  });

  test('repeat no sentence in any mail', async () => {
    const storedEnquiry = await createEnquiry({ verified: 1 });
    await queueStaffNotification(getDatabase(), storedEnquiry);
    await queueReceiptMailIfAllowed(getDatabase(), storedEnquiry, Date.now());
    await inviteAdmin('once@drys.example');
    for (const { html } of readLatestMails(4)) {
      const [, preview = ''] = /display:none[^>]*>([^<]*)</.exec(html) ?? [];
      const sentences = html.match(/(?<=>)[^<>]{30,}(?=<)/g)!;
      expect(new Set(sentences).size).toBe(sentences.length);
      if (preview) expect(html.split(preview)).toHaveLength(2);
    }
  });
});
