// Run on a served site's data: makes the admin named first (none for '') and the enquiries given as
// JSON, and prints their ids. Without arguments it stays, takes `[email, enquiries]` from each line
// and answers with a line: a browser's worker asks for a desk per test. An address alone is invited.
import { createInterface } from 'node:readline';
import { inviteAdmin } from '#app/domain/accounts/accounts.server.ts';
import { usePublished } from '#app/domain/site/published.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { putEnquiry } from '../servers/store.ts';
import { makeAdmin } from './admins.ts';

const [given, list = '[]'] = process.argv.slice(2);
if (given !== undefined) await fill(given, JSON.parse(list));
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line) as string | [string, Partial<NewEnquiry>[]];
    if (typeof asked !== 'string') await fill(...asked);
    else answer(await usePublished().then(() => inviteAdmin(asked)));
  }
}
await closeDatabase();
process.exit(0);

function answer(given: unknown): void {
  process.stdout.write(`${JSON.stringify(given)}\n`);
}

async function fill(email: string, enquiries: readonly Partial<NewEnquiry>[]): Promise<void> {
  if (email) await makeAdmin(email);
  const ids: number[] = [];
  for (const enquiry of enquiries) ids.push(await putEnquiry(enquiry));
  answer(ids);
}
