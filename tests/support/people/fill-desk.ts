// Runs as a program on the data of a served site: creates an admin (none for '') and enquiries from JSON
// and prints the ids of the enquiries. Without arguments it reads lines, each `[email, enquiries]` as JSON,
// and answers each with a line; a line with an email only invites that admin and returns the link.
import { createInterface } from 'node:readline';
import { inviteAdmin } from '#app/domain/accounts/accounts.server.ts';
import { usePublished } from '#app/domain/site/published.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { putEnquiry } from '../servers/store.ts';
import { makeAdmin } from './admins.ts';

const [emailArgument, enquiriesArgument = '[]'] = process.argv.slice(2);
if (emailArgument !== undefined) await fillDesk(emailArgument, JSON.parse(enquiriesArgument));
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as string | [string, Partial<NewEnquiry>[]];
    if (typeof question !== 'string') await fillDesk(...question);
    else printAnswer(await usePublished().then(() => inviteAdmin(question)));
  }
}
await closeDatabase();
process.exit(0);

function printAnswer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function fillDesk(email: string, enquiries: readonly Partial<NewEnquiry>[]): Promise<void> {
  if (email) await makeAdmin(email);
  const ids: number[] = [];
  for (const enquiry of enquiries) ids.push(await putEnquiry(enquiry));
  printAnswer(ids);
}
