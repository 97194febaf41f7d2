import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { flushEventCounts, SERVER } from '#app/domain/audit.server.ts';
import { queueReply } from '#app/domain/desk/replies.server.ts';
import { renderReceiptText } from '#app/domain/enquiries/enquiry-email.server.ts';
import { MAILBOX, MB } from '#app/domain/limits.ts';
import { unsealMail } from '#app/domain/mail/mail.server.ts';
import { parseHeaders } from '#app/domain/mailbox/message-headers.ts';
import { parseMessage, type MessageContents } from '#app/domain/mailbox/parse-message.ts';
import {
  storeNewAnswersAndBounces,
  type MessageNumber,
} from '#app/domain/mailbox/read-mailbox.server.ts';
import {
  findAnsweredMail,
  storeMessageAndReopenEnquiry,
} from '#app/domain/mailbox/store-message.server.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { upsertMailbox } from '#db/mailboxes.ts';
import { findThreadHeaders } from '#db/messages.ts';
import { findRow } from '#db/rows.ts';
import type { Message } from '#db/schema.ts';
import { staff } from '#db/seed/people.ts';
import { hasWaitingMessage } from '#db/waiting-enquiries.ts';
import { contents } from '../../../support/people/enquirer.ts';
import {
  bounceBody,
  composeMessage,
  encodeBase64,
  plainBody,
  programMessages,
  type MessageHead,
} from '../../../support/people/mail-programs.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import {
  column,
  listRows,
  one,
  putEnquiry,
  putReply,
  putSentMessageId,
  run,
} from '../../../support/servers/store.ts';

await useScratchDatabase();
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const SENT = '<sent@drys.example>';
const enquiryId = await putEnquiry();
const replyId = await putReply(enquiryId, '2026-11-20T10:00:00Z');
await putSentMessageId(SENT, enquiryId);
run('UPDATE sent_message_ids SET reply_id = ?', replyId);

const readHead = (raw: Buffer) => parseHeaders(raw.subarray(0, raw.indexOf('\r\n\r\n') + 4));

const LATER = 'Thu, 26 Nov 2026 10:14:00 +0200';
const noHeaders = parseHeaders(Buffer.from('Message-ID: <a@b.example>\n\n'));

/** Parses and stores a raw message as it would be read from the mailbox, in pieces of `pieceBytes`. */
async function receive(raw: Buffer, { pieceBytes = 1000, receivedAt = new Date() } = {}) {
  const headers = readHead(raw);
  await using files = new MessageFiles();
  const pieces = Array.from({ length: Math.ceil(raw.length / pieceBytes) }, (_, i) =>
    raw.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  );

  const source = Readable.from(pieces);
  const message = await parseMessage(source, headers, (file) => files.receive(file));
  await files.scanAndLinkFinalNames();
  const received = { headers, contents: message, receivedAt };
  const isStored = await storeMessageAndReopenEnquiry(received, files);
  return { isStored, message };
}

const readLast = () => listRows<Message>('SELECT * FROM messages ORDER BY id DESC LIMIT 1')[0]!;
const listFiles = (id: number) =>
  column('SELECT name FROM attachments WHERE from_message = ? ORDER BY id', id);
const listUnkept = (unkept: string) => JSON.parse(unkept) as { kind: string; name: string }[];

test.each(Object.entries(programMessages))('AN-4 reads an answer of %s', async (_, program) => {
  const head = { inReplyTo: SENT, ...program.head };
  const raw = composeMessage(head, program.body, program.charset);
  expect((await receive(raw)).isStored).toBe(true);
  const message = readLast();
  expect(message).toMatchObject({ kind: 'answer', sender: 'eleni@mail.example', is_cut: 0 });
  expect(message.text).toBe(program.text);
  expect(message.quoted_text).toContain(program.quoted);
  expect(message.text).not.toContain('right?');
  expect(listFiles(message.id)).toEqual(program.files ?? []);
  expect(listUnkept(message.unkept_files).map(({ name }) => name)).toEqual(program.unkept ?? []);
});

test('AN-4 folds the signature of a reply that an answer quotes without marks', async () => {
  const enquiry = await putEnquiry();
  onTestFinished(() => {
    run('DELETE FROM contact_submissions WHERE id = ?', enquiry);
    run('DELETE FROM admins');
  });
  run(
    `INSERT INTO admins (email, created_at, name, role_en, phone) VALUES (?, ?, 'Anna Xenou', 'Sales', '+30 694 000 0000')`,
    staff.anna.email,
    '2026-01-01T00:00:00Z',
  );
  const admin = (await findRow(getDatabase(), 'admins', { email: staff.anna.email }))!;
  const author = { admin, requester: SERVER };
  const reply = { subject: 'Your desk', message: 'Would oak be right?', key: 'k', after: 0 };
  expect(await queueReply(author, enquiry, reply)).toMatchObject({ kind: 'queued' });
  const [mail] = await getDatabase().selectFrom('outbox').selectAll().execute();

  const quotedHeaders = [
    'From: Anna Xenou <info@drys.example>',
    'Sent: Friday, 20 November 2026 10:00',
    'To: Eleni Papadaki <eleni@mail.example>',
    'Subject: Your desk',
  ];
  const body = ['Yes please.', '', ...quotedHeaders, '', unsealMail(mail!.sealed!)!.text];
  await receive(composeMessage({ inReplyTo: mail!.message_id }, plainBody(body.join('\n'))));
  const message = readLast();
  expect(message).toMatchObject({ enquiry_id: enquiry, text: 'Yes please.' });
  expect(message.quoted_text).toContain('Anna Xenou\nSales');
});

test('AN-4 keeps 100,000 characters and says that there are more', async () => {
  await receive(composeMessage({ inReplyTo: SENT }, plainBody('word '.repeat(30_000))));
  const { text, is_cut } = readLast();
  expect(is_cut).toBe(1);
  expect(text.length).toBeGreaterThan(99_000);
  expect(text.length).toBeLessThanOrEqual(MAILBOX.textCharacters);
});

const attachment = (name: string, bytes: Uint8Array, type = 'application/pdf') =>
  `--b\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${encodeBase64(bytes)}\n`;
const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\n\n--b\n${plainBody('with files')}${parts.join('')}--b--\n`;
const pdf = (mark: string, size = 0) =>
  Buffer.concat([contents.pdf, Buffer.from(mark), Buffer.alloc(size)]);

test('AN-4 keeps the first five files, and names each other one with its reason', async () => {
  const parts = [
    attachment('page.html', Buffer.from('<script>'), 'text/html'),
    attachment('empty.pdf', Buffer.alloc(0)),
    attachment('large.pdf', pdf('large', 15 * MB)),
    attachment('invite.ics', Buffer.from('BEGIN:VCALENDAR'), 'text/calendar'),
    ...[1, 2, 3, 4, 5, 6].map((n) => attachment(`../plan ${n}.pdf`, pdf(`plan ${n}`))),
  ];
  await receive(composeMessage({ inReplyTo: SENT }, mixed(...parts)), { pieceBytes: 100_000 });
  const { id, unkept_files } = readLast();
  expect(listFiles(id)).toEqual([1, 2, 3, 4, 5].map((n) => `plan ${n}.pdf`));
  expect(listUnkept(unkept_files)).toEqual([
    { kind: 'notAccepted', name: 'page.html' },
    { kind: 'empty', name: 'empty.pdf' },
    { kind: 'tooLarge', name: 'large.pdf', mb: 15 },
    { kind: 'notAccepted', name: 'invite.ics' },
    { kind: 'tooMany', name: 'plan 6.pdf', count: 5 },
  ]);
});

test.each([
  ['In-Reply-To', { inReplyTo: SENT }, true],
  ['the last of ours in References', { references: `<x@y.example> ${SENT} <z@y.example>` }, true],
  ['another case', { inReplyTo: SENT.toUpperCase() }, false],
  ['a part of it', { inReplyTo: '<sent@drys.example.org>' }, false],
  ['subject and sender', { subject: 'Re: Your enquiry' }, false],
  ['our own mail, copied into the mailbox', { messageId: SENT, references: SENT }, false],
  [
    'our own mail, whose Message-ID a mail service has replaced',
    { from: 'DRYS <no-reply@drys.example>', references: SENT },
    false,
  ],
  [
    'our own mail, whose sender is written in capitals',
    { from: 'DRYS <No-Reply@DRYS.example>', references: SENT },
    false,
  ],
])('AN-2 matches a message by %s: %j', async (_, head, isStored) => {
  expect((await receive(composeMessage(head, plainBody('matched')))).isStored).toBe(isStored);
});

test.each([
  ['the same id and body', '<a@x>', {}, '<a@x>', {}, false],
  ['another transport header', '<b@x>', {}, '<b@x>', { extra: ['Received: by another'] }, false],
  ['a Date that a server has changed', '<c@x>', {}, '<c@x>', { date: LATER }, false],
  ['another body', '<d@x>', {}, '<d@x>', { text: 'another body' }, true],
  ['an id in capitals', '<e@x>', {}, '<E@X>', {}, true],
  [
    'another header, without an id',
    null,
    { text: 'f' },
    null,
    { text: 'f', extra: ['X: a'] },
    false,
  ],
  ['another Date, without an id', null, { text: 'g' }, null, { text: 'g', date: LATER }, true],
])(
  'AN-3 knows whether a message with %s is another one',
  async (_, id, first, otherId, second, isStored) => {
    const send = async (
      messageId: string | null,
      { text = `${id}`, ...head }: MessageHead & { text?: string },
    ) =>
      (await receive(composeMessage({ inReplyTo: SENT, messageId, ...head }, plainBody(text))))
        .isStored;
    expect([await send(id, first), await send(otherId, second)]).toEqual([true, isStored]);
  },
);

test('AN-8 counts the messages that arrive in a row a minute, not one by one', async () => {
  await flushEventCounts();
  const countTexts = () =>
    Number(one(`SELECT sum(count) FROM audit_counts WHERE event = 'message-received'`));
  const earlierCount = countTexts();
  const raws = ['first', 'second', 'third'].map((text) =>
    composeMessage({ inReplyTo: SENT, messageId: `<counted-${text}@x>` }, plainBody(text)),
  );
  for (const raw of [...raws, raws[0]!]) await receive(raw);
  await flushEventCounts();

  expect(countTexts() - earlierCount).toBe(3);
  expect(column(`SELECT id FROM audit_log WHERE event = 'message-received'`)).toEqual([]);
});

test('AN-4 keeps in sight what stands below our receipt, which the customer answers', async () => {
  const enquiry = (await findRow(getDatabase(), 'contact_submissions', { id: enquiryId }))!;
  const receipt = renderReceiptText(enquiry, new Date(enquiry.created_at));
  const headers = `From: DRYS <no-reply@drys.example>\nSent: Wednesday, November 25, 2026 9:00 AM\nTo: E\nSubject: x`;
  const text = `Good morning,\n\n${headers}\n\n${receipt}\n\nThe ceiling is 270.`;
  await receive(composeMessage({ inReplyTo: SENT }, plainBody(text)));
  const message = readLast();
  expect(message.text).toMatch(/^Good morning,\s+The ceiling is 270\.$/);
  expect(message.quoted_text).toContain(headers);
});

test('AN-4 keeps a small drawing that is inline, and names a small picture and a forwarded message', async () => {
  const inline = (name: string, type: string, bytes: Uint8Array) =>
    attachment(name, bytes, type).replace('Disposition: attachment', 'Disposition: inline');
  const dxf = Buffer.from('0\nSECTION\n2\nHEADER\n0\nENDSEC\n0\nEOF\n');
  const forwarded = '--b\nContent-Type: message/rfc822\n\nSubject: The plan\n\nSee there.\n';
  const parts = [
    inline('shelf.dxf', 'application/octet-stream', dxf),
    inline('plan.pdf', 'application/pdf', pdf('small')),
    inline('logo.png', 'image/png', contents.png),
    forwarded,
  ];
  await receive(composeMessage({ inReplyTo: SENT }, mixed(...parts)));
  const { id, unkept_files } = readLast();
  expect(listFiles(id)).toEqual(['shelf.dxf', 'plan.pdf']);
  expect(listUnkept(unkept_files)).toEqual([
    { kind: 'small', name: 'logo.png' },
    { kind: 'notAccepted', name: 'The plan.eml' },
  ]);
});

test('AN-5 an answer marks the enquiry and reopens it, and causes no mail; it stays new if it is new', async () => {
  const setStatus = (status: string) =>
    run('UPDATE contact_submissions SET status = ?, unread = 0 WHERE id = ?', status, enquiryId);
  const read = () => [
    one('SELECT status FROM contact_submissions WHERE id = ?', enquiryId),
    one('SELECT unread FROM contact_submissions WHERE id = ?', enquiryId),
  ];
  run('DELETE FROM outbox');
  for (const [before, after] of [
    ['new', 'new'],
    ['in_progress', 'in_progress'],
    ['completed', 'in_progress'],
  ] as const) {
    setStatus(before);
    await receive(composeMessage({ inReplyTo: SENT }, plainBody(`from ${before}`)));
    expect(read()).toEqual([after, 1]);
  }
  expect(one('SELECT by_message FROM enquiry_changes')).toBe(readLast().id);
  expect(column('SELECT kind FROM outbox')).toEqual([]);
});

test.each(['in_progress', 'completed'] as const)(
  'DK-7 an answer that is read after a later reply waits for an answer of its own, %s',
  async (status) => {
    const id = await putEnquiry({ status });
    await putSentMessageId(`<${id}@x>`, id);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
    const receiveLate = (hours: number) =>
      receive(composeMessage({ inReplyTo: `<${id}@x>` }, plainBody(`late by ${hours}`)), {
        receivedAt: hoursAgo(hours),
      });
    await putReply(id, hoursAgo(1).toISOString());

    await receiveLate(3);
    await receiveLate(2);
    run('UPDATE contact_submissions SET unread = 0');
    expect(await hasWaitingMessage(getDatabase(), id)).toBe(true);
    const changes = column('SELECT to_value FROM enquiry_changes WHERE enquiry_id = ?', id);
    expect(changes).toEqual(['in_progress']);

    await putReply(id, hoursAgo(-1).toISOString());
    expect(await hasWaitingMessage(getDatabase(), id)).toBe(false);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
  },
);

test.each([
  [['Auto-Submitted: auto-replied'], 'automatic'],
  [['Auto-Submitted: no'], 'answer'],
  [['X-Autoreply: yes'], 'automatic'],
  [['X-Autorespond: yes'], 'automatic'],
  [['X-Autoreply-From: e@mail.example'], 'automatic'],
  [['X-Mail-Autoreply: yes'], 'automatic'],
  [['X-Autogenerated: Reply'], 'automatic'],
  [['Precedence: auto-reply'], 'automatic'],
  [['X-Precedence: auto_reply'], 'automatic'],
  // A person's program may ask for no automatic answers.
  [['X-Auto-Response-Suppress: All'], 'answer'],
  [['Precedence: junk'], 'automatic'],
  [['Precedence: bulk'], 'automatic'],
  [['Precedence: auto_reply'], 'automatic'],
  [['Precedence: list'], 'answer'],
])('AN-6 %j makes it an %s', async (extra, kind) => {
  run('UPDATE contact_submissions SET unread = 0');
  await receive(composeMessage({ inReplyTo: SENT, extra }, plainBody(`${extra} I am away`)));
  expect(readLast().kind).toBe(kind);
  expect(one('SELECT unread FROM contact_submissions')).toBe(kind === 'answer' ? 1 : 0);
});

test('AN-6 an empty return path makes it automatic', () => {
  const raw = composeMessage({}, plainBody('')).toString().replace('<eleni@mail.example>', '<>');
  expect(readHead(Buffer.from(raw)).isAutomatic).toBe(true);
});

test('AN-6 ties a bounce to its reply by the returned headers, and takes a notice of delay for an automatic message', async () => {
  run(`UPDATE contact_submissions SET status = 'completed', unread = 0`);
  const from = 'Mail Delivery System <MAILER-DAEMON@mx.mail.example>';
  await receive(composeMessage({ from }, bounceBody(SENT)));
  expect(readLast()).toMatchObject({
    kind: 'bounce',
    reply_id: replyId,
    enquiry_id: enquiryId,
    reason: '550 5.1.1 <eleni@mail.example>: Recipient address rejected: User unknown',
  });
  await receive(composeMessage({ from }, bounceBody(SENT, 'delayed')));
  expect(readLast()).toMatchObject({ kind: 'automatic', reply_id: null });
  expect(one('SELECT status FROM contact_submissions')).toBe('completed');
  const stranger = await receive(composeMessage({ from }, bounceBody('<not-ours@drys.example>')));
  expect(stranger.isStored).toBe(false);
});

test('AN-6 ties a bounce to its reply by the returned References where a mail service has replaced the Message-ID', async () => {
  const from = 'Mail Delivery System <MAILER-DAEMON@mx.mail.example>';
  const replacedId = `<0102-000000@mail-service.example>\nReferences: <other@mail.example>\n ${SENT}`;
  await receive(composeMessage({ from }, bounceBody(replacedId)));
  expect(readLast()).toMatchObject({ kind: 'bounce', reply_id: replyId });
});

test('AN-2 does not put the first reply into the thread of the receipt', async () => {
  const id = await putEnquiry();
  await putSentMessageId('<receipt@a.example>', id);
  expect(await findThreadHeaders(getDatabase(), id)).toBeNull();
});

test('AN-2 AN-8 a message to an erased enquiry is not stored, and its files do not stay', async () => {
  const id = await putEnquiry();
  await putSentMessageId('<erased@x>', id);
  const body = mixed(attachment('a.pdf', pdf('erased')));
  const raw = composeMessage({ inReplyTo: '<erased@x>' }, body);
  expect((await receive(raw)).isStored).toBe(true);
  const count = one('SELECT count(*) FROM attachments');
  run('DELETE FROM contact_submissions WHERE id = ?', id);
  expect(one('SELECT count(*) FROM attachments')).toBe(Number(count) - 1);
  expect((await receive(raw)).isStored).toBe(false);
});

test('AN-4 stores only the headers of the messages of an enquiry after the first hundred of a day', async () => {
  const id = await putEnquiry();
  await putSentMessageId('<flood@x>', id);
  const send = async (subject: string, body: string, receivedAt: string) => {
    const raw = composeMessage({ inReplyTo: '<flood@x>', subject }, body);
    await receive(raw, { receivedAt: new Date(receivedAt) });
    const message = readLast();
    const fileCount = one('SELECT count(*) FROM attachments WHERE enquiry_id = ?', id);
    return [message.subject, message.text, message.is_cut, fileCount];
  };
  const sendWithFile = (subject: string, receivedAt = '2026-11-20T10:00:00Z') =>
    send(subject, mixed(attachment('a.pdf', pdf(subject))), receivedAt);
  for (let i = 1; i < MAILBOX.fullMessagesPerDay; i++)
    await send('early', plainBody(`${i}`), '2026-11-20T00:00:00Z');
  expect(await sendWithFile('last')).toEqual(['last', 'with files', 0, 1]);
  expect(await sendWithFile('late')).toEqual(['late', '', 1, 1]);
  expect(await sendWithFile('next', '2026-11-21T00:00:00Z')).toEqual(['next', 'with files', 0, 2]);
});

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary=n${i}\n\n--n${i}\n`,
  ).join('');

test.each<[string, () => string]>([
  ['10,000 parts', () => mixed('--b\nContent-Type: image/png; name=x.png\n\nx\n'.repeat(10_000))],
  ['10,000 parts within each other', () => nested(10_000)],
  ['no end of a part', () => mixed('--b\nContent-Type: text/plain\n\ncut').replace('--b--', '')],
  ['no boundary', () => 'Content-Type: multipart/mixed\n\ntext'],
  ['broken base64', () => 'Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n%%%=\n'],
  ['an unknown charset', () => 'Content-Type: text/plain; charset=x-none\n\ntext\n'],
  ['control characters', () => plainBody('a\0b\x1b[31m\u202e')],
  ['one endless line', () => plainBody('x'.repeat(1_000_000))],
  ['deep HTML', () => `Content-Type: text/html\n\n${'<div>'.repeat(40_000)}text`],
  ['10,000 quotations', () => `Content-Type: text/html\n\n${'<blockquote>x'.repeat(10_000)}`],
  ['100,000 header lines', () => `${'X-Line: a\n'.repeat(100_000)}\ntext`],
  ['100,000 header lines of a part', () => mixed(`--b\n${'X-Line: a\n'.repeat(100_000)}\ntext\n`)],
  ['lines of a Dutch quotation', () => plainBody('Op schreef:x\n'.repeat(10_000))],
  ['one line of dashes', () => plainBody('-'.repeat(100_000))],
  ['100,000 empty lines', () => plainBody('\n'.repeat(100_000))],
  ['one line of words that introduce quotations', () => plainBody(' on at'.repeat(20_000))],
  ['a bomb', () => mixed(attachment('bomb.zip', Buffer.from('PK\x03\x04'), 'application/zip'))],
])('AN-7 stores a message with %s', async (_, makeBody) => {
  const { isStored, message } = await receive(composeMessage({ inReplyTo: SENT }, makeBody()), {
    pieceBytes: 64 * 1024,
  });
  expect(isStored).toBe(true);
  expect(message.text.length).toBeLessThanOrEqual(MAILBOX.textCharacters * 4 + 10);
  for (const control of ['\0', '\x1b', '\u202e']) expect(readLast().text).not.toContain(control);
});

test('AN-7 does not separate the text of a report that a stranger sent', async () => {
  const headers = readHead(composeMessage({}, bounceBody('<not-ours@drys.example>')));
  const readText = vi.fn<() => string>(() => '');
  const report = { hasFailed: true, reason: '', originalIds: ['<not-ours@drys.example>'] };
  const message = { isCut: false, bodyHash: 'x', report };
  Object.defineProperty(message, 'text', { get: readText });
  const received = { headers, contents: message as MessageContents, receivedAt: new Date() };
  expect(await storeMessageAndReopenEnquiry(received, new MessageFiles())).toBe(false);
  expect(readText).not.toHaveBeenCalled();
});

test('AN-7 headers put no line into a reply, and a large header block is read to its limit', () => {
  const injected = '<a@b.example>\r\n\tBcc: <c@d.example>';
  const { messageId } = readHead(Buffer.from(`Message-ID: ${injected}\r\n\r\n`));
  expect(messageId).toBe('<a@b.example>');
  const references = '<r@b.example> '.repeat(4000);
  expect(readHead(Buffer.from(`References: ${references}\r\n\r\n`)).references).toHaveLength(4000);
});

test('AN-2 AN-7 looks up all ids of a message in one query', async () => {
  const isOurs = async (references: string) => {
    const headers = readHead(
      Buffer.from(`Message-ID: <a@b.example>\nReferences: ${references}\r\n\r\n`),
    );
    return (await findAnsweredMail(getDatabase(), headers)) !== null;
  };
  const listForeignIds = (count: number) =>
    Array.from({ length: count }, (_, i) => `<${i}@b>`).join(' ');
  using prepareSpy = vi.spyOn(getSqliteConnection(), 'prepare');
  expect(await isOurs(listForeignIds(8000))).toBe(false);
  expect(prepareSpy).toHaveBeenCalledTimes(1);
  expect(await isOurs(`${SENT} ${listForeignIds(8000)}`)).toBe(true);
});

/** Reads these header blocks of new messages of a mailbox; `crashes` are those of earlier threads by UID. */
async function readHeaderBlocks(blocks: string[], crashes: Record<number, number> = {}) {
  const rows = blocks.map((block, i) => ({ uid: i + 1, size: 10, headers: Buffer.from(block) }));
  const mailbox = { uidValidity: 7n, uidNext: blocks.length + 1, exists: blocks.length };
  const client = {
    mailbox,
    usable: true,
    search: () => Promise.resolve(rows.map(({ uid }) => uid)),
    fetchAll: () => Promise.resolve(rows),
    download: () => Promise.resolve({ content: Readable.from([Buffer.from('\r\n\r\ntext')]) }),
    close: () => {},
  } as unknown as ImapFlow;
  const key = { server: crypto.randomUUID(), user: 'a', folder: 'INBOX' };
  await upsertMailbox(getDatabase(), key, {
    uid_validity: 7,
    switched_on_at: new Date(0).toISOString(),
    last_uid: 0,
  });
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    immediate = setImmediate(countTurns);
  };
  let immediate = setImmediate(countTurns);
  const reports: { message: MessageNumber; turn: number }[] = [];
  await storeNewAnswersAndBounces(client, key, {
    countCrashes: ({ uid }) => crashes[uid] ?? 0,
    setCurrentMessage: (message) => message && reports.push({ message, turn }),
  });
  clearImmediate(immediate);
  return reports;
}

test("AN-7 reports each message before its headers are read, a stranger's too, and yields after it", async () => {
  const reports = await readHeaderBlocks(Array.from({ length: 3 }, () => 'From: a@b.example\n\n'));
  expect(reports.map(({ message }) => message)).toEqual(
    [1, 2, 3].map((uid) => ({ uidValidity: 7, uid })),
  );
  expect(new Set(reports.map(({ turn }) => turn)).size).toBe(3);
});

test('AN-7 stores only the headers of a message that ended a thread, and ignores it after the second time', async () => {
  const block = (subject: string) => `In-Reply-To: ${SENT}\nSubject: ${subject}\n\n`;
  await readHeaderBlocks([block('once'), block('twice'), block('never')], { 1: 1, 2: 2 });
  const { rows } = await sql<{ subject: string; text: string }>`
    SELECT subject, text FROM messages ORDER BY id DESC LIMIT 2`.execute(getDatabase());
  expect(rows).toEqual([
    { subject: 'never', text: 'text' },
    { subject: 'once', text: '' },
  ]);
});

test('AN-7 does not collect a message that has no empty line', async () => {
  using concatSpy = vi.spyOn(Buffer, 'concat');
  const piece = Buffer.from(`${'x'.repeat(75)}\n`.repeat(3000));
  const { isCut } = await parseMessage(
    Readable.from(Array(40).fill(piece)),
    noHeaders,
    async () => {},
  );
  expect(isCut).toBe(true);
  const sizes = concatSpy.mock.results.map(({ value }) => (value as Buffer).length);
  expect(Math.max(0, ...sizes)).toBeLessThan(MB);
});

test('AN-3 finds the body wherever the message is divided', async () => {
  const hashBody = async (raw: string, pieceBytes: number) => {
    const pieces = raw
      .match(new RegExp(`[^]{1,${pieceBytes}}`, 'g'))!
      .map((text) => Buffer.from(text));
    return (await parseMessage(Readable.from(pieces), noHeaders, async () => {})).bodyHash;
  };
  const hashes = await Promise.all(
    [1, 2, 3, 5, 100].flatMap((pieceBytes) => [
      hashBody('A: b\r\n\r\nbody\n\nend', pieceBytes),
      hashBody('C: d\n\nbody\n\nend', pieceBytes),
    ]),
  );
  expect(new Set(hashes).size).toBe(1);
});

test('AN-7 parses 40 MB with little memory', async () => {
  const file = pdf('huge', 28 * MB);
  const raw = composeMessage({ inReplyTo: SENT }, mixed(attachment('huge.pdf', file)));
  const rssBefore = process.memoryUsage().rss;
  let peak = 0;
  using _timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  await receive(raw, { pieceBytes: 256 * 1024 });
  expect(listUnkept(readLast().unkept_files)).toMatchObject([
    { kind: 'tooLarge', name: 'huge.pdf' },
  ]);
  expect((peak - rssBefore) / MB).toBeLessThan(64);
});
