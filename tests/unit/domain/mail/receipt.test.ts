import { expect, test } from 'vitest';
import { queueReceipt } from '#app/domain/enquiries/enquiry-email.server.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { database } from '#db/database.server.ts';
import { typed } from '../../../support/people/enquiry.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { column } from '../../../support/servers/store.ts';

await useScratchDatabase();

test('VP-1 where nobody is named to answer, the receipt says where to write', async () => {
  const { website: _, ...fields } = typed;
  const now = Date.now();
  const created_at = new Date(now).toISOString();
  const enquiry = await insertEnquiry(database(), {
    ...fields,
    created_at,
    verified: 1,
    about_project: null,
  });
  await queueReceipt(database(), enquiry, now);
  const [sealed] = column('SELECT sealed FROM outbox');
  const mail = readMail(String(sealed))!;
  expect(mail.replyTo).toBeNull();
  expect(mail.text).toContain('Write to info@drys.example.');
});
