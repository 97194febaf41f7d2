// Stays beside a served site and works on its data: for each line, `[email, enquiries]`, makes the
// admin (none for '') and the enquiries, and answers with a line of their ids.
import { createInterface } from 'node:readline';
import { closeDatabase } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { makeAdmin } from './admins.ts';
import { putEnquiry } from '../servers/store.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const [email, enquiries] = JSON.parse(line) as [string, Partial<NewEnquiry>[]];
  if (email) await makeAdmin(email);
  const ids: number[] = [];
  for (const enquiry of enquiries) ids.push(await putEnquiry(enquiry));
  process.stdout.write(`${JSON.stringify(ids)}\n`);
}
await closeDatabase();
