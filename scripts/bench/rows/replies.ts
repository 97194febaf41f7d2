import { setTimeout as wait } from 'node:timers/promises';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import { openReply } from '../../../tests/support/people/desk.ts';
import { drawing } from '../../../tests/support/people/enquirer.ts';
import { peakMegabytes, residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import {
  createRow,
  measureDelayMs,
  pickSize,
  sendLoad,
  startRivalServer,
  type Row,
} from '../measure.ts';

const FILE_BYTES = 20 * 1024 * 1024;
const ENQUIRIES = 40;
const REPLIES = pickSize(8, 1);
const POLL_MS = 20;

/** Measures pages and memory while replies with 20 MB of files are received, queued and delivered. */
export async function measureReplies(): Promise<Row[]> {
  await using mailServer = await startRivalServer('mail-sink.ts');
  await using site = await serveSite({ SMTP_URL: mailServer.url.replace('http:', 'smtp:') });
  const enquiries = JSON.stringify(Array.from({ length: ENQUIRIES }, () => ({})));
  const filled = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email, enquiries]);
  if (filled.code !== 0) throw new Error(filled.stderr);
  const ids = JSON.parse(filled.stdout) as number[];
  const anna = await signedIn(site.url, staff.anna.email);

  const readSentCount = () => Number(site.one(`SELECT count(*) FROM replies WHERE state = 'sent'`));
  const fields = { subject: 'Your quotation', message: 'Dear Eleni,\n\nhere it is.' };
  const replyToNext = async () => {
    const id = ids.pop();
    if (id === undefined) throw new Error('there are not enough enquiries');
    const sentCount = readSentCount();
    const file = drawing('quotation.pdf', { bytes: FILE_BYTES, mark: String(id) });
    const { status } = await anna.attach(await openReply(anna, id), fields, [file]);
    if (status !== 303) throw new Error(`a reply was answered ${status}`);
    while (readSentCount() === sentCount) await wait(POLL_MS);
  };

  // A page that is rendered for each visitor.
  const load = { url: `${site.url}/contact`, connections: 4, seconds: pickSize(4, 1) };
  // Warms the server up, and loads what sends mail, so that the growth of its memory is that of the files. Pages
  // rendered at the same time would add theirs.
  await sendLoad(load);
  await replyToNext();
  const startMegabytes = residentMegabytes(site.pid());
  for (let i = 0; i < REPLIES; i++) await replyToNext();
  const grownMegabytes = peakMegabytes(site.pid()) - startMegabytes;

  const delayMs = await measureDelayMs(load, replyToNext);
  return [
    createRow('a reply with 20 MB of files delays 99 % of pages by', delayMs, 'ms', '≤', 50),
    createRow('growth of memory during replies with 20 MB of files', grownMegabytes, 'MB', '≤', 40),
  ];
}
