import { setTimeout as wait } from 'node:timers/promises';
import { composeMessage, gmailBody } from '../../../tests/support/people/mail-programs.ts';
import { peakMegabytes, residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { startImapServer } from '../../../tests/support/servers/imap-server.ts';
import { serveSite, type ServedSite } from '../../../tests/support/servers/served-site.ts';
import { createRow, measureDelayMs, pickSize, type Row } from '../measure.ts';

const MESSAGES = pickSize(1000, 10);
// Reading them takes some seconds.
const WAIT_LIMIT_MS = 120_000;

/** Measures how much memory it takes to read answers from a mailbox, and how much slower pages are meanwhile (AN-7). */
export async function measureMailbox(): Promise<Row[]> {
  await using imap = await startImapServer();
  await using site = await serveSite({ IMAP_URL: imap.url });
  await waitUntil(() => site.one('SELECT switched_on_at FROM mailboxes') !== undefined);
  insertSentMails(site);

  let expectedCount = 0;
  const readMessages = async () => {
    expectedCount += MESSAGES;
    for (let n = 0; n < MESSAGES; n++)
      imap.deliver(composeMessage({ inReplyTo: `<sent-${n}@drys.example>` }, gmailBody()));
    await waitUntil(() => site.one('SELECT count(*) FROM messages') === expectedCount);
  };

  // Before any load: the memory of rendered pages would be counted too.
  const startMegabytes = residentMegabytes(site.pid());
  await readMessages();
  const grownMegabytes = peakMegabytes(site.pid()) - startMegabytes;
  const memoryLabel = `growth of memory while ${MESSAGES} answers are read`;
  const rows = [createRow(memoryLabel, grownMegabytes, 'MB', '≤', 64)];

  const load = { url: site.url, connections: 4, seconds: pickSize(4, 1) };
  for (const path of ['/', '/contact']) {
    const delayMs = await measureDelayMs({ ...load, url: site.url + path }, readMessages);
    const label = `${path} while ${MESSAGES} answers are read: increase of the 99th percentile`;
    rows.push(createRow(label, delayMs, 'ms', '≤', 50));
  }

  return rows;
}

/** Inserts an enquiry for each message, because an enquiry gets a limited number of them a day. */
function insertSentMails(site: ServedSite): void {
  using db = site.openDatabase();
  db.exec(`
    WITH RECURSIVE numbers (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${MESSAGES})
      INSERT INTO contact_submissions (id, full_name, email, project, created_at)
      SELECT n + 1, 'Eleni', 'eleni@mail.example', 'Private House', '2026-11-20T10:00:00.000Z' FROM numbers;
    INSERT INTO sent_message_ids (message_id, enquiry_id)
      SELECT '<sent-' || (id - 1) || '@drys.example>', id FROM contact_submissions`);
}

/** Throws after WAIT_LIMIT_MS. */
async function waitUntil(isReached: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + WAIT_LIMIT_MS;
  while (!isReached()) {
    if (performance.now() > deadlineMs)
      throw new Error(`the mailbox was not read within ${WAIT_LIMIT_MS / 1000} s`);
    await wait(50);
  }
}
