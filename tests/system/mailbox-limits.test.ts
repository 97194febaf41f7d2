import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig, type MailboxConfig } from '#app/config.server.ts';
import { MB } from '#app/domain/limits.ts';
import { getMailboxKey, openMailbox } from '#app/domain/mailbox/mailbox-connection.server.ts';
import {
  storeNewAnswersAndBounces,
  type MessageNumber,
} from '#app/domain/mailbox/read-mailbox.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { findRow, insertRow } from '#db/rows.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { composeMessage, plainBody } from '../support/people/mail-programs.ts';
import { startImapServer } from '../support/servers/imap-server.ts';
import { useScratchDatabase } from '../support/servers/site.ts';
import { column, one, putEnquiry } from '../support/servers/store.ts';

await useScratchDatabase();
const SENT = '<sent@drys.example>';

describeWithPrograms(['dovecot'], () => {
  let imap: Awaited<ReturnType<typeof startImapServer>>;
  let mailbox: MailboxConfig;
  const dangerousUids: number[] = [];
  const guard = {
    countCrashes: ({ uid }: MessageNumber) => (dangerousUids.includes(uid) ? 1 : 0),
    setCurrentMessage: () => {},
  };

  /** Signs in and reads the new messages, as the server does at the start of each connection. */
  async function readOnce(): Promise<void> {
    const client = await openMailbox(mailbox);
    await storeNewAnswersAndBounces(client, getMailboxKey(mailbox), guard);
    client.close();
  }
  const readPosition = async () =>
    (await findRow(getDatabase(), 'mailboxes', getMailboxKey(mailbox)))!;
  const answer = (text: string) => composeMessage({ inReplyTo: SENT }, plainBody(text));

  beforeAll(async () => {
    const enquiryId = await putEnquiry();
    await insertRow(getDatabase(), 'sent_message_ids', { message_id: SENT, enquiry_id: enquiryId });
    imap = await startImapServer();
    mailbox = parseConfig({ IMAP_URL: imap.url }).mailbox!;
    for (let n = 0; n < 500; n++) imap.deliver(answer(`older ${n}`), new Date(2020, 0, 1));
    await readOnce();
  }, 60_000);
  afterAll(() => imap?.stop());

  test('AN-1 never reads the messages that were there at the first sign-in', async () => {
    expect(await readPosition()).toMatchObject({ last_uid: 500, message_count: 500, error: null });
    imap.deliver(answer('new'));
    await readOnce();
    await imap.stop();
    imap.forgetNumbers();
    await imap.start();
    await readOnce();
    expect(column('SELECT text FROM messages')).toEqual(['new']);
    expect(await readPosition()).toMatchObject({ last_uid: 501, dated_below_uid: 502 });
  }, 60_000);

  test('AN-4 AN-7 stores only the headers of a message over 40 MB and of a message that crashed the parser', async () => {
    const body = `Content-Type: application/octet-stream\n\n${'x'
      .repeat(75)
      .concat('\n')
      .repeat(Math.ceil((41 * MB) / 76))}`;
    imap.deliver(composeMessage({ inReplyTo: SENT, subject: 'Too large' }, body));
    imap.deliver(composeMessage({ inReplyTo: SENT, subject: 'Dangerous' }, plainBody('text')));
    dangerousUids.push(503);
    await readOnce();
    expect(column(`SELECT subject FROM messages WHERE is_cut = 1 AND text = ''`)).toEqual([
      'Too large',
      'Dangerous',
    ]);
    await readOnce();
    expect(one('SELECT count(*) FROM messages')).toBe(3);
  }, 60_000);
});
