import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { fieldsTo, openReply, sendReply } from '../../support/people/replies.ts';
import { textOf } from '../../support/reading/browser.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

const server = await startMailServer();
const site = await startSite({
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MAIL_FROM: 'DRYS <office@drys.example>',
  REPLY_TO: 'enquiries@drys.example',
});
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');

test('DA-1 a Greek enquiry is answered in Greek, and answers go to REPLY_TO', async () => {
  await makeAdmin(staff.anna.email);
  const anna = await signedIn(site, staff.anna.email);
  const id = await putEnquiry({
    full_name: 'Ελένη Παπαδάκη',
    email: eleni.email,
    project: 'Private House',
    language: 'el',
  });
  const page = await openReply(anna, id, 1);
  expect(textOf(page.html)).toContain('Answers go to enquiries@drys.example.');
  const { message } = fieldsTo(page, 'replies');
  await sendReply(anna, page, { message: `${message}\n\nΆννα <Κ.>` });
  await deliverDueMail();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: { name: 'DRYS', address: 'office@drys.example' },
    replyTo: [{ address: 'enquiries@drys.example' }],
    to: [{ address: eleni.email }],
    subject: 'Το αίτημά σας στην DRYS: Ιδιωτική κατοικία',
  });
  expect(mail!.text).toMatch(
    /^Προς: Ελένη Παπαδάκη\n\nΣας ευχαριστούμε[^]+Με εκτίμηση\n\nΆννα <Κ\.>\n\n--\nDRYS/,
  );
  expect(mail!.text).toContain('Βιομηχανική Περιοχή Αυλώνα');
  expect(mail!.html).toContain('<html lang="el">');
  expect(mail!.html).toContain('Άννα &lt;Κ.&gt;');
});
