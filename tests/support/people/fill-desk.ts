// Runs as a program on the data of a served site: creates an admin (none for '') and enquiries from JSON
// and prints the ids of the enquiries. Without arguments it reads lines, each `[email, enquiries]` as JSON,
// and answers each with a line; a line with an email only invites that admin and returns the link, and one
// with the id of an enquiry only adds a thread of messages and returns their ids.
import { createInterface } from 'node:readline';
import { inviteAdmin } from '#app/domain/accounts/accounts.server.ts';
import { loadContentForCommand } from '#app/domain/site/published.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { putEnquiry, putFile, putMessage, putReply, run } from '../servers/store.ts';
import { makeAdmin } from './admins.ts';

const [emailArgument, enquiriesArgument = '[]'] = process.argv.slice(2);
if (emailArgument !== undefined) await fillDesk(emailArgument, JSON.parse(enquiriesArgument));
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as string | number | [string, Partial<NewEnquiry>[]];
    if (typeof question === 'number') printAnswer(await putThread(question));
    else if (typeof question !== 'string') await fillDesk(...question);
    else printAnswer(await loadContentForCommand().then(() => inviteAdmin(question)));
  }
}
await closeDatabase();
process.exit(0);

function printAnswer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Adds what an enquiry can have of messages: the newest is an answer from another address. */
async function putThread(enquiryId: number): Promise<number[]> {
  const reply_id = await putReply(enquiryId, new Date(Date.now() - 60_000).toISOString());
  const reason = '550 5.1.1 <eleni@mail.example>: user unknown';
  const bounce = await putMessage(enquiryId, { kind: 'bounce', reply_id, reason });
  const automatic = await putMessage(enquiryId, { kind: 'automatic', text: 'On holiday.' });
  const answer = await putMessage(enquiryId, {
    sender: 'another.address@mail.example',
    subject: 'Re: Subject',
    text: 'Agreed.',
    quoted_text: '> Text',
    is_cut: 1,
    unkept_files: JSON.stringify([{ kind: 'notAccepted', name: 'setup.exe' }]),
  });
  for (const name of ['plan.pdf', 'photo.jpg']) {
    const file = await putFile(enquiryId, name, '%PDF-1.7');
    run('UPDATE attachments SET from_message = ? WHERE file = ?', answer, file);
  }
  return [bounce, automatic, answer];
}

async function fillDesk(email: string, enquiries: readonly Partial<NewEnquiry>[]): Promise<void> {
  if (email) await makeAdmin(email);
  const ids: number[] = [];
  for (const enquiry of enquiries) ids.push(await putEnquiry(enquiry));
  printAnswer(ids);
}
