// Run on a served site's data: makes the admin named first (none for '') and the enquiries given as
// JSON, and prints their ids. Without arguments it stays, takes `[email, enquiries]` from each line
// and answers with a line: a browser's worker asks for a desk per test.
import { createInterface } from 'node:readline';
import { closeDatabase } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { makeAdmin } from './admins.ts';
import { putEnquiry } from '../servers/store.ts';

const [given, list = '[]'] = process.argv.slice(2);
if (given !== undefined) await fill(given, JSON.parse(list));
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const [email, enquiries] = JSON.parse(line) as [string, Partial<NewEnquiry>[]];
    await fill(email, enquiries);
  }
}
await closeDatabase();
process.exit(0);

async function fill(email: string, enquiries: readonly Partial<NewEnquiry>[]): Promise<void> {
  if (email) await makeAdmin(email);
  const ids: number[] = [];
  for (const enquiry of enquiries) ids.push(await putEnquiry(enquiry));
  process.stdout.write(`${JSON.stringify(ids)}\n`);
}
