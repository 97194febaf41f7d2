import { expect, onTestFinished, test, vi } from 'vitest';
import { config, parseConfig } from '#app/config.server.ts';
import { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { KB, MAILBOX } from '#app/domain/limits.ts';
import {
  getMailboxKey,
  listenForMessages,
  openMailbox,
} from '#app/domain/mailbox/mailbox-connection.server.ts';
import {
  storeNewAnswersAndBounces,
  type MessageGuard,
} from '#app/domain/mailbox/read-mailbox.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { findRow } from '#db/rows.ts';
import { StoreError } from '#db/store-error.ts';
import {
  bounceBody,
  composeMessage,
  gmailBody,
  plainBody,
} from '../../../support/people/mail-programs.ts';
import {
  startScriptedImapServer,
  type ScriptedMessage,
} from '../../../support/servers/scripted-imap-server.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { column, one, putEnquiry, putSentMessageId, run } from '../../../support/servers/store.ts';

await useScratchDatabase({ MAIL_FROM: 'DRYS <no-reply@δρυς.example>' });
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const SENT = '<sent@drys.example>';
await putSentMessageId(SENT, await putEnquiry());

const guard: MessageGuard = { countCrashes: () => 0, setCurrentMessage: () => {} };
const answer = (uid: number): ScriptedMessage => ({
  uid,
  source: composeMessage({ inReplyTo: SENT, subject: `Re: ${uid}` }, plainBody(`answer ${uid}`)),
});
const listSubjects = () => column('SELECT subject FROM messages ORDER BY id');

/** Signs in to a scripted server; `read` stores the answers that are new to it. */
async function connect(script: Parameters<typeof startScriptedImapServer>[0]) {
  const server = await startScriptedImapServer(script);
  const mailbox = parseConfig({ IMAP_URL: server.url }).mailbox!;
  const key = getMailboxKey(mailbox);
  const client = await openMailbox(mailbox);
  onTestFinished(() => {
    client.close();
    server.stop();
  });
  return {
    server,
    client,
    read: (messageGuard = guard) => storeNewAnswersAndBounces(client, key, messageGuard),
    readPosition: async () => (await findRow(getDatabase(), 'mailboxes', key))!.last_uid,
  };
}

/** A report with 25 parts of HTML, 100 KB each, behind the headers of the mail that it returns. */
function longReport(uid: number, returnedId: string): ScriptedMessage {
  const parts = Array.from({ length: 25 }, (_, i) => {
    const html = `part ${i + 1}.${'<b></b>\n'.repeat(12_800)}`;
    return `--report\nContent-Type: text/html\n\n${html}\n`;
  });
  const body = bounceBody(returnedId).replace('--report--', `${parts.join('')}--report--`);
  return { uid, source: composeMessage({ from: 'MAILER-DAEMON@mx.mail.example' }, body) };
}

test('AN-5 hears of a message that is announced while another one is fetched', async () => {
  let isAnnounced = false;
  const { server, client, read } = await connect({
    messages: [answer(41)],
    onCommand(name) {
      if (name !== 'UID FETCH' || isAnnounced) return;
      isAnnounced = true;
      server.deliver(answer(43));
    },
  });
  const waitForMessages = listenForMessages(client);
  await read();
  server.deliver(answer(42));
  for (let reads = 0; reads < 2; reads++) {
    await waitForMessages();
    await read();
  }
  expect(listSubjects()).toEqual(['Re: 42', 'Re: 43']);
});

test.each([true, false])(
  'AN-1 reads no older message, whether the server says UIDNEXT or not (%s)',
  async (hasUidNext) => {
    const { server, read, readPosition } = await connect({ messages: [answer(51)], hasUidNext });
    await read();
    expect(await readPosition()).toBe(51);
    server.deliver(answer(52));
    await read();
    expect(listSubjects()).not.toContain('Re: 51');
    expect(await readPosition()).toBe(52);
  },
);

test('AN-7 fetches only the new answer from a mailbox of 100,000 messages', async () => {
  const source = composeMessage({}, plainBody('an earlier message'));
  const messages = Array.from({ length: 100_000 }, (_, i) => ({ uid: i + 1, source }));
  const { server, read, readPosition } = await connect({ messages });
  await read();
  expect(await readPosition()).toBe(100_000);
  server.deliver(answer(100_001));
  await read();
  expect(listSubjects()).toContain('Re: 100001');
  const fetches = server.commands.filter((command) => command.startsWith('UID FETCH'));
  for (const command of fetches) expect(command).toMatch(/^UID FETCH 100001 /);
});

test('AN-2 counts the messages of other people that do not answer our mails', async () => {
  const { server, read } = await connect({});
  await read();
  const ignored = (from: string) => composeMessage({ from }, plainBody('an offer'));
  server.deliver({ uid: 91, source: ignored('shop@mail.example') });
  // Our own notice to the staff, who read the same mailbox.
  server.deliver({ uid: 92, source: ignored(config().mailFrom) });
  // As mail servers write its domain.
  server.deliver({ uid: 93, source: ignored('no-reply@xn--pxa0adl.example') });
  server.deliver(answer(94));
  await read();
  await flushEventCounts();
  expect(column(`SELECT count FROM audit_counts WHERE event = 'message-ignored'`)).toEqual([1]);
});

test('AN-3 AN-7 moves the position after each message, so that an end of the thread repeats none', async () => {
  const { server, read, readPosition } = await connect({});
  await read();
  for (const uid of [61, 62, 63]) server.deliver(answer(uid));
  const reading = read({
    countCrashes: () => 0,
    setCurrentMessage(message) {
      if (message?.uid === 63) throw new Error('the thread ends');
    },
  });
  await expect(reading).rejects.toThrow('the thread ends');
  expect(await readPosition()).toBe(62);
});

test("AN-7 downloads only the start of a stranger's report", async () => {
  const { server, read } = await connect({});
  await read();
  server.deliver(longReport(71, '<not-ours@drys.example>'));
  await read();
  const downloads = server.commands.filter((command) => command.includes('BODY.PEEK[]'));
  const startsKb = downloads.map((command) => Number(/<(\d+)\./.exec(command)![1]) / KB);
  expect(startsKb).toEqual([0, 256, 512, 768]);
  expect(one('SELECT count(*) FROM messages WHERE kind = ?', 'bounce')).toBe(0);
});

test('AN-6 AN-7 converts a limited length of HTML of all parts of a report on our mail', async () => {
  const { server, read } = await connect({});
  await read();
  server.deliver(longReport(81, SENT));
  await read();
  const text = String(one('SELECT text FROM messages WHERE kind = ?', 'bounce'));
  expect(text.match(/part \d+/g)).toEqual(['part 1', 'part 2', 'part 3']);
  expect(one('SELECT is_cut FROM messages WHERE kind = ?', 'bounce')).toBe(1);
});

test.each([
  { part: 'message', request: /^112 |,112,/, subjects: ['Re: 111', 'Re: 113'] },
  { part: 'text', request: /^112 .*PEEK\[\]/, subjects: ['Re: 111', 'Re: 112', 'Re: 113'] },
])(
  'AN-7 reads the next message although the server itself cannot read a $part',
  async ({ request, subjects }) => {
    run('DELETE FROM messages');
    const { server, read, readPosition } = await connect({
      refuse: (name, args) =>
        name === 'UID FETCH' && request.test(args) ? 'NO [SERVERBUG] Internal error' : undefined,
    });
    await read();
    for (const uid of [111, 112, 113]) server.deliver(answer(uid));
    await read();
    expect(listSubjects()).toEqual(subjects);
    expect(column('SELECT is_cut FROM messages ORDER BY id')).toEqual(
      subjects.map((subject) => (subject === 'Re: 112' ? 1 : 0)),
    );
    expect(await readPosition()).toBe(113);
  },
);

test.each([
  [
    'an answer',
    composeMessage({ inReplyTo: SENT, subject: 'Large' }, plainBody('x'.repeat(300 * KB))),
  ],
  ["a stranger's report", longReport(0, '<not-ours@drys.example>').source],
])('AN-7 reads the next message although %s takes more than ten minutes', async (_, source) => {
  run('DELETE FROM messages');
  const { server, read, readPosition } = await connect({
    onCommand(name, args) {
      const isSecondPart = name === 'UID FETCH' && /PEEK\[\]<[1-9]/.test(args);
      if (isSecondPart) vi.advanceTimersByTime(MAILBOX.messageMinutes * MINUTE);
    },
  });
  await read();
  server.deliver({ uid: 151, source });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  server.deliver(answer(152));
  // The next message needs a new connection.
  await expect(read()).rejects.toThrow();
  expect(await readPosition()).toBe(151);
  expect(column('SELECT subject FROM messages WHERE is_cut = 1')).toEqual(listSubjects());
});

test('AN-3 AN-7 reads a message again after an error of the disk, also if it took ten minutes', async () => {
  run('DELETE FROM messages');
  const { server, read, readPosition } = await connect({
    onCommand(name, args) {
      const isText = name === 'UID FETCH' && args.includes('PEEK[]');
      if (isText) vi.advanceTimersByTime(MAILBOX.messageMinutes * MINUTE);
    },
  });
  await read();
  server.deliver({ uid: 156, source: composeMessage({ inReplyTo: SENT }, gmailBody()) });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const diskError = new StoreError('EIO', 'write');
  using _receiveSpy = vi.spyOn(MessageFiles.prototype, 'receive').mockRejectedValue(diskError);
  await expect(read()).rejects.toThrow(StoreError);
  expect([listSubjects(), await readPosition()]).toEqual([[], 0]);
});

const anyFetch = /^UID FETCH/;
const headersOfSecond = /^UID FETCH (?:.*,)?122 /;
const textOfSecond = /^UID FETCH 122 .*PEEK\[\]/;
test.each([
  ['does not search for', 'NO [SERVERBUG] Internal error', /^UID SEARCH/, []],
  ['refuses altogether', 'NO Server Unavailable. 15', anyFetch, []],
  ['has no time for', 'NO [UNAVAILABLE] Try again', headersOfSecond, []],
  ['has no time for the text of', 'NO [UNAVAILABLE] Try again', textOfSecond, [121]],
  ['has a limit for', 'NO [LIMIT] Too many commands', textOfSecond, [121]],
  ['has locked', 'NO [INUSE] Locked', textOfSecond, [121]],
  ['slows down for', 'NO [THROTTLED] Slow down', textOfSecond, [121]],
  ['has sent too much for', 'NO [OVERQUOTA] Exceeded bandwidth', textOfSecond, [121]],
])('AN-1 AN-7 reads again later what a server %s', async (_, refusal, request, uids) => {
  run('DELETE FROM messages');
  let isBusy = true;
  const { server, read, readPosition } = await connect({
    refuse: (name, args) => (isBusy && request.test(`${name} ${args}`) ? refusal : undefined),
  });
  // The folder is still empty.
  await read();
  for (const uid of [121, 122]) server.deliver(answer(uid));
  await expect(read()).rejects.toThrow();
  expect(listSubjects()).toEqual(uids.map((uid) => `Re: ${uid}`));
  expect(await readPosition()).toBe(uids.at(-1) ?? 0);

  isBusy = false;
  await read();
  expect(listSubjects()).toEqual(['Re: 121', 'Re: 122']);
  expect(column('SELECT is_cut FROM messages')).toEqual([0, 0]);
});

test('AN-3 loses no message when the connection ends between two, as when the site stops', async () => {
  run('DELETE FROM messages');
  const { server, client, read, readPosition } = await connect({});
  await read();
  for (const uid of [161, 162, 163]) server.deliver(answer(uid));
  const setCurrentMessage: MessageGuard['setCurrentMessage'] = (message) => {
    if (message?.uid === 162) client.close();
  };
  await expect(read({ ...guard, setCurrentMessage })).rejects.toThrow();
  expect([listSubjects(), await readPosition()]).toEqual([['Re: 161'], 161]);
});

test.each([
  ['reads', 'arrived after', '2026-11-25T00:00:00.000Z', ['Re: 131']],
  ['does not read', 'arrived before', '2026-11-25T10:00:01.000Z', []],
])(
  'AN-1 AN-3 %s a message with the number of another one that %s the feature was switched on',
  async (_, __, switchedOnAt, subjects) => {
    const messages = [answer(141), answer(142)];
    const { server, read, readPosition } = await connect({ messages });
    await read();
    run('UPDATE mailboxes SET switched_on_at = ?', switchedOnAt);
    run('DELETE FROM messages');
    messages.splice(0, 2, answer(131));

    const client = await openMailbox(parseConfig({ IMAP_URL: server.url }).mailbox!);
    onTestFinished(() => client.close());
    const key = getMailboxKey(parseConfig({ IMAP_URL: server.url }).mailbox!);
    await storeNewAnswersAndBounces(client, key, guard);
    expect(listSubjects()).toEqual(subjects);
    expect(await readPosition()).toBe(131);
  },
);
