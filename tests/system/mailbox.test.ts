import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MB } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { logIn } from '../support/people/admins.ts';
import { openReply, sendReply } from '../support/people/desk.ts';
import { composeMessage, gmailBody, plainBody } from '../support/people/mail-programs.ts';
import { PlainBrowser } from '../support/reading/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { startImapServer } from '../support/servers/imap-server.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { moveDataAway } from '../support/servers/move-data-away.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

function query<Row>(site: ServedSite, sql: string, ...values: unknown[]): Row[] {
  using db = site.openDatabase();
  const statement = db.prepare(sql);
  return (statement.reader ? statement.all(...values) : [statement.run(...values)]) as Row[];
}

describeWithPrograms(['dovecot'], () => {
  let imap: ImapServer;
  let site: ServedSite;
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  let anna: PlainBrowser;
  let ids: number[];

  const countTexts = () => Number(site.one('SELECT count(*) FROM messages'));
  const readRow = (column: string) =>
    site.one(`SELECT ${column} FROM messages ORDER BY id DESC LIMIT 1`);
  const readMailbox = (column: string) => site.one(`SELECT ${column} FROM mailboxes`);
  const waitForCount = (count: number) => eventually(() => expect(countTexts()).toBe(count));
  const waitForConnection = () =>
    eventually(() => {
      expect(readMailbox('last_read_at')).toEqual(expect.any(String));
      expect(readMailbox('error')).toBeNull();
    });
  /** Sends a reply from the desk and returns its mail as the customer's server received it. */
  async function reply(id: number, subject: string) {
    await sendReply(anna, await openReply(anna, id), { subject, message: 'Would oak be right?' });
    return eventually(() => {
      const [mail] = smtp.findBySubject(subject);
      expect(mail).toBeDefined();
      return mail!;
    });
  }

  beforeAll(async () => {
    [imap, smtp] = await Promise.all([startImapServer(), startMailServer()]);
    imap.deliver(composeMessage({ inReplyTo: '<early@drys.example>' }, plainBody('too early')));
    site = await serveSite({
      IMAP_URL: imap.url,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    });
    const list = JSON.stringify([{}, {}, {}]);
    const filled = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email, list]);
    ids = JSON.parse(filled.stdout) as number[];
    anna = new PlainBrowser(site.url);
    await logIn(anna, staff.anna.email);
    await waitForConnection();
  }, 120_000);
  afterAll(async () => {
    await site?.stop();
    await Promise.all([imap?.stop(), smtp?.stop()]);
  });

  test('AN-1 AN-2 AN-4 AN-5 stores the answer to a reply within seconds, with its file, and marks the enquiry', async () => {
    const [id] = ids as [number];
    const mail = await reply(id, 'Oak?');
    query(site, `UPDATE contact_submissions SET status = 'completed' WHERE id = ?`, id);
    const files = imap.listFiles();
    imap.deliver(
      composeMessage({ inReplyTo: mail.messageId!, messageId: '<a1@mail.example>' }, gmailBody()),
    );
    imap.deliver(composeMessage({ subject: 'Re: Oak?' }, plainBody('not an answer of ours')));
    await waitForCount(1);
    const [message] = query<Record<string, unknown>>(site, 'SELECT * FROM messages');
    expect(message).toMatchObject({
      enquiry_id: id,
      message_id: '<a1@mail.example>',
      sender: 'eleni@mail.example',
      kind: 'answer',
      text: 'Ναι, the oak is fine.',
      is_cut: 0,
      unkept_files: '[]',
    });
    expect(message!['quoted_text']).toContain('> would oak be right?');
    expect(
      query(site, 'SELECT name, type, from_message FROM attachments WHERE enquiry_id = ?', id),
    ).toEqual([{ name: 'Σχέδιο.pdf', type: 'application/pdf', from_message: message!['id'] }]);
    const [enquiry] = query(
      site,
      'SELECT status, unread FROM contact_submissions WHERE id = ?',
      id,
    );
    expect(enquiry).toEqual({ status: 'in_progress', unread: 1 });
    expect(
      query(
        site,
        'SELECT by_admin, to_value, by_message FROM enquiry_changes ORDER BY id DESC LIMIT 1',
      ),
    ).toEqual([{ by_admin: null, to_value: 'in_progress', by_message: message!['id'] }]);
    await eventually(() =>
      expect(
        query(site, `SELECT count FROM audit_counts WHERE event = 'message-received'`),
      ).toEqual([{ count: 1 }]),
    );
    expect(query(site, `SELECT id FROM audit_log WHERE event = 'message-received'`)).toEqual([]);
    await eventually(() => expect(site.output()).toContain('"event":"mailbox-read","kept":1'));
    expect(site.output()).not.toMatch(/oak is fine|eleni@mail|Σχέδιο/);
    // Nothing is marked as read or moved: the files of the mailbox keep their names.
    expect(imap.listFiles()).toEqual(
      expect.arrayContaining(files.map((name) => expect.stringContaining(name.split(':')[0]!))),
    );
    expect(imap.listFiles().filter((name) => /:2,.*[SDTF]/.test(name))).toEqual([]);
  }, 60_000);

  test('AN-4 AN-7 stores only the headers of a message over 40 MB', async () => {
    const [id] = ids as [number];
    const mail = await reply(id, 'Send the model');
    const count = countTexts();
    const model = Buffer.alloc(30 * MB);
    imap.deliver(
      composeMessage({ inReplyTo: mail.messageId!, subject: 'The model' }, gmailBody(model)),
    );
    await waitForCount(count + 1);
    expect([readRow('subject'), readRow('text'), readRow('is_cut')]).toEqual(['The model', '', 1]);
  }, 60_000);

  test('AN-3 stores each message once over a restart, a kill, another number and another process', async () => {
    const [, , id] = ids as [number, number, number];
    const mail = await reply(id, 'Once');
    const count = countTexts();
    const answer = (messageId: string | null, text: string, extra: string[] = []) =>
      composeMessage({ inReplyTo: mail.messageId!, messageId, extra }, plainBody(text));
    await site.halt();
    imap.deliver(answer('<b1@mail.example>', 'first'));
    imap.deliver(answer('<b1@mail.example>', 'first', ['Received: from elsewhere']));
    imap.deliver(answer('<b1@mail.example>', 'another body'));
    imap.deliver(answer(null, 'without an id'));
    imap.deliver(answer(null, 'without an id', ['Delivered-To: desk@drys.example']));
    await site.restart();
    await waitForCount(count + 3);
    await imap.stop();
    await eventually(() => expect(readMailbox('error')).toBe('unreachable'));
    imap.forgetNumbers();
    const uidValidity = readMailbox('uid_validity');
    imap.deliver(answer('<b2@mail.example>', 'while it was away'));
    await imap.start();
    await waitForCount(count + 4);
    expect(readMailbox('uid_validity')).not.toBe(uidValidity);
    await site.restart('SIGKILL');
    imap.deliver(answer('<b3@mail.example>', 'after the kill'));
    await waitForCount(count + 5);
    expect(site.one(`SELECT count(*) FROM messages WHERE text LIKE 'too early%'`)).toBe(0);
  }, 120_000);

  test('AN-8 reads the messages that came since a backup again after a restore', async () => {
    const [id] = ids as [number];
    const mail = await reply(id, 'Restored');
    const backup = join(site.dataDir, 'backup.db');
    expect((await site.run(['scripts/data.ts', 'backup', backup])).stderr).toBe('');
    const count = countTexts();
    imap.deliver(composeMessage({ inReplyTo: mail.messageId! }, gmailBody()));
    await waitForCount(count + 1);
    const files = site.one('SELECT count(*) FROM attachments');
    await site.halt();
    moveDataAway(site.dataDir);
    expect((await site.run(['scripts/data.ts', 'restore', backup])).code).toBe(0);
    await site.restart();
    await waitForCount(count + 1);
    expect(site.one('SELECT count(*) FROM attachments')).toBe(files);
    // A restore signs everybody out.
    await logIn(anna, staff.anna.email);
  }, 120_000);

  test('AN-3 two processes on one data folder store each message once', async () => {
    const [id] = ids as [number];
    const mail = await reply(id, 'Two processes');
    const other = await serveSite({
      IMAP_URL: imap.url,
      DATA_DIR: site.dataDir,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    });
    const count = countTexts();
    const answer = (n: number) =>
      composeMessage({ inReplyTo: mail.messageId! }, plainBody(`answer ${n}`));
    for (let n = 0; n < 20; n++) imap.deliver(answer(n));
    await waitForCount(count + 20);
    // The process that reads is killed: the other one goes on.
    await site.restart('SIGKILL');
    for (let n = 20; n < 25; n++) imap.deliver(answer(n));
    await waitForCount(count + 25);
    await other.halt();
  }, 120_000);

  test('AN-1 a refused password is one line of the log, and doctor says it', async () => {
    await imap.changePassword('changed');
    await site.restart();
    await eventually(() => expect(readMailbox('error')).toBe('refused'));
    const errorSince = readMailbox('error_since');
    const { code, stdout } = await site.run(['scripts/doctor.ts']);
    expect(stdout).toContain(
      `FAILED mailbox: the server refuses the user or the password of IMAP_URL (since ${String(errorSince)})`,
    );
    expect(code).toBe(1);
    expect(stdout + site.output()).not.toContain('secret@');
    await imap.changePassword('secret');
    await site.restart();
    await waitForConnection();
    expect((await site.run(['scripts/doctor.ts'])).stdout).toMatch(
      /ok {5}mailbox: INBOX, \d+ messages, last read \d{4}-/,
    );
  }, 120_000);
});
