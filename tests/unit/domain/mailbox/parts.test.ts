import { Readable } from 'node:stream';
import { text as toText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MAILBOX } from '#app/domain/limits.ts';
import { extractDataPictures } from '#app/domain/mailbox/data-pictures.ts';
import { parseStatus } from '#app/domain/mailbox/delivery-report.ts';
import { parseHeaders } from '#app/domain/mailbox/message-headers.ts';
import { parseMessage } from '#app/domain/mailbox/parse-message.ts';
import { separateQuotedText } from '#app/domain/mailbox/quoted-text.ts';
import { contents } from '../../../support/people/enquirer.ts';
import {
  composeMessage,
  encodeBase64,
  plainBody,
  type MessageHead,
} from '../../../support/people/mail-programs.ts';

/** Reads a message whole, and each file with its size. */
async function read(body: string, head: MessageHead = {}, charset: 'utf8' | 'latin1' = 'utf8') {
  const raw = composeMessage(head, body, charset);
  const headers = parseHeaders(raw.subarray(0, raw.indexOf('\r\n\r\n') + 4));
  const pieces = Array.from({ length: Math.ceil(raw.length / 997) }, (_, i) =>
    raw.subarray(i * 997, (i + 1) * 997),
  );
  const files: { name: string; size: number; isInline: boolean }[] = [];
  const message = await parseMessage(
    Readable.from(pieces),
    headers,
    async ({ name, isInline, bytes }) => {
      let size = 0;
      for await (const chunk of bytes) size += chunk.length;
      files.push({ name, size, isInline });
    },
  );
  const { text } = separateQuotedText(message.text);
  return { headers, text, files, report: message.report, isCut: message.isCut };
}
const readText = async (...message: Parameters<typeof read>) => (await read(...message)).text;

// The bytes of windows-1253 and ISO-8859-7, each written as the character of the same number.
const GREEK = '\xc7 \xe4\xf1\xf5\xf2 \xec\xef\xf5';
const GREEK_TEXT = 'Η δρυς μου';
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['UTF-8 called ANSI_X3.4-1968', 'ANSI_X3.4-1968', asLatin1(GREEK_TEXT), GREEK_TEXT],
  ['UTF-8 called Latin-1', 'iso-8859-1', asLatin1(GREEK_TEXT), GREEK_TEXT],
  ['windows-1253 called UTF-8', 'utf-8', GREEK, GREEK_TEXT],
  ['windows-1253 called Latin-1', 'iso-8859-1', GREEK, GREEK_TEXT],
  ['windows-1253 called unknown-8bit', 'unknown-8bit', GREEK, GREEK_TEXT],
  ['Latin-1', 'iso-8859-1', 'na\xefve caf\xe9', 'naïve café'],
  ['windows-1253 among UTF-8', 'utf-8', `${asLatin1('Δρυς')}\n${GREEK}`, `Δρυς\n${GREEK_TEXT}`],
  ['UTF-8 with a damaged letter', 'utf-8', `${asLatin1('Καλημέρα')}\xce.`, 'Καλημέρα\ufffd.'],
  ['UTF-7', 'utf-7', '+A5cDtA- 90 +- 30', 'Ηδ 90 + 30'],
  ['GBK whose bytes could be UTF-8', 'gbk', '\xc1\xaa\xcd\xa8', '联通'],
])('AN-4 reads %s', async (_, charset, bytes, text) => {
  const body = `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n\n${bytes}\n`;
  expect(await readText(body, {}, 'latin1')).toBe(text);
});

test.each([
  ['in windows-1253 without a declaration', GREEK, GREEK_TEXT],
  ['in UTF-8, beside other headers in Latin-1', asLatin1(GREEK_TEXT), GREEK_TEXT],
  ['in words of ISO-8859-7 and UTF-8', '=?iso-8859-7?Q?=C7?=\n =?utf-8?B?IM60z4HPhc+C?=', 'Η δρυς'],
  ['in an unknown charset', '=?unknown-8bit?Q?=C7_=E4?= =?x-none?B?8fXyIOzv9Q==?=', GREEK_TEXT],
  ['with a letter divided between two words', '=?utf-8?B?zpfO?= =?utf-8?B?tA==?=', 'Ηδ'],
  ['with spaces in a word', '=?utf-8?Q?=CE=97 of the?= kitchen', 'Η of the kitchen'],
])('AN-4 reads a subject %s', async (_, subject, text) => {
  const extra = ['X-Scanned: caf\xe9', `X-Name: ${asLatin1('Νίκος')}`];
  expect((await read(plainBody(''), { subject, extra }, 'latin1')).headers.subject).toBe(text);
});

test.each([
  [
    'an email in the encoded name',
    '=?utf-8?Q?=3Celeni=40mail=2Eexample=3E=2C?= <nikos@else.example>',
  ],
  ['a bracket in the encoded name', '=?utf-8?Q?Nikos_(work?= <nikos@else.example>'],
  [
    'signs of a group in the encoded name',
    '=?utf-8?Q?Works=3A_door=3B_shelf?= <nikos@else.example>',
  ],
  ['a comma in the encoded name', '=?utf-8?Q?Works,_Nikos?= <nikos@else.example>'],
  ['an email as the name', '"eleni@mail.example" <nikos@else.example>'],
  ['a group of one', 'Works: Nikos <nikos@else.example>;'],
  ['no email, beside a Sender', 'undisclosed:;\nSender: nikos@else.example'],
])('AN-4 takes the sender from a From with %s', async (_, from) => {
  expect((await read(plainBody(''), { from })).headers.sender).toBe('nikos@else.example');
});

test('AN-4 takes an encoded word for a name, even if it is nothing but an email', async () => {
  const from = '=?utf-8?Q?eleni=40mail=2Eexample?=';
  expect((await read(plainBody(''), { from })).headers.sender).toBe('');
});

test.each(['sent@drys.example', 'mail of "Wed, 25 Nov" <sent@drys.example>'])(
  'AN-2 reads the id in %s',
  async (inReplyTo) => {
    const { headers } = await read(plainBody(''), { inReplyTo });
    expect(headers.inReplyTo).toEqual(['<sent@drys.example>']);
  },
);

test.each([
  ['"text"', 'Content-Type: text'],
  ['"plain/text"', 'Content-Type: plain/text; charset=utf-8'],
  ['a type without a semicolon', 'Content-Type: text/plain charset=utf-8'],
  ['text/enriched', 'Content-Type: text/enriched'],
  ['no value', 'Content-Type:'],
  ['a name', 'Content-Type: text/plain; name="note.txt"'],
  ['an inline name', 'Content-Type: text/plain\nContent-Disposition: inline; filename="note.txt"'],
  ['an attachment without a name', 'Content-Type: text/plain\nContent-Disposition: attachment'],
])('AN-4 takes a lone text with %s for the words of the sender', async (_, declaration) => {
  const expected = { text: 'The oak one.', files: [] };
  expect(await read(`${declaration}\n\nThe oak one.\n`)).toMatchObject(expected);
});

const part = (declaration: string, body: string) => `--b\n${declaration}\n\n${body}\n`;
const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--\n`;
const words = part('Content-Type: text/plain', 'See here.');
const base64Part = (declaration: string, bytes: Uint8Array) =>
  part(`${declaration}\nContent-Transfer-Encoding: base64`, encodeBase64(bytes));

test.each([
  [
    'a text that only points to the HTML',
    'Please use an HTML viewer!',
    '\n\nThe oak one, 84 cm wide.',
  ],
  ['a text that says the same as the HTML', 'The *oak one*,\n84 cm wide.', ''],
])('AN-4 shows %s, with the HTML only if it says more', async (_, plain, addedText) => {
  const html = '<p>The <b>oak one</b>, 84 cm wide.</p>';
  const parts = mixed(
    part('Content-Type: text/plain', plain),
    part('Content-Type: text/html', html),
  );
  expect(await readText(parts.replace('multipart/mixed', 'multipart/alternative'))).toBe(
    plain + addedText,
  );
});

test('AN-4 takes text that is attached beside words, and a drawing without words, for files', async () => {
  const attached = (name: string) =>
    `Content-Type: text/plain; name="${name}"\nContent-Disposition: attachment`;
  const mixedMessage = await read(mixed(words, part(attached('list.txt'), 'oak')));
  expect(mixedMessage).toMatchObject({ text: 'See here.', files: [{ name: 'list.txt', size: 3 }] });
  const drawing = await read(mixed(part(attached('shelf.dxf'), '0\nSECTION')));
  expect(drawing).toMatchObject({ text: '', files: [{ name: 'shelf.dxf' }] });
});

test.each([
  ['windows-1253 without a declaration', `filename="${GREEK}.pdf"`, `${GREEK_TEXT}.pdf`],
  ['an unknown charset', 'filename="=?unknown-8bit?Q?=E4=F1=F5=F2?=.pdf"', 'δρυς.pdf'],
  ['encoded words on two lines', 'filename="=?utf-8?B?zpfO?=\n =?utf-8?B?tC5wZGY=?="', 'Ηδ.pdf'],
  ['continuations', "filename*0*=utf-8''%CE%97;\n filename*1*=%CE%B4;\n filename*2=.pdf", 'Ηδ.pdf'],
])('AN-4 reads a file name in %s', async (_, name, fileName) => {
  const file = base64Part(
    `Content-Type: application/pdf\nContent-Disposition: attachment; ${name}`,
    contents.pdf,
  );
  const { files } = await read(mixed(words, file), {}, 'latin1');
  expect(files).toMatchObject([{ name: fileName, size: contents.pdf.length, isInline: false }]);
});

test.each([
  ['text/calendar; method=REQUEST', 'invitation.ics'],
  ['application/pkcs7-signature', 'smime.p7s'],
  ['application/vnd.ms-tnef', 'winmail.dat'],
  ['message/disposition-notification', 'disposition-notification'],
])('AN-4 names a part of type %s that has no name', async (type, name) => {
  const { files } = await read(mixed(words, base64Part(`Content-Type: ${type}`, contents.pdf)));
  expect(files.map((file) => file.name)).toEqual([name]);
});

test('AN-4 calls a part without a disposition inline only if the HTML can show it', async () => {
  const { files } = await read(
    mixed(
      words,
      base64Part('Content-Type: application/pdf; name=a.pdf', contents.pdf),
      base64Part('Content-Type: image/png; name=b.png\nContent-ID: <b@x>', contents.png),
    ),
  );
  expect(files.map(({ name, isInline }) => [name, isInline])).toEqual([
    ['a.pdf', false],
    ['b.png', true],
  ]);
});

test('AN-4 calls a picture inline that is related to the HTML, though a program also attached it', async () => {
  const head = 'Content-Type: image/png; name=icon.png\nContent-Disposition: attachment';
  const related = mixed(words, base64Part(`${head}\nContent-ID: <icon.png>`, contents.png));
  const { files } = await read(related.replace('multipart/mixed', 'multipart/related'));
  expect(files).toMatchObject([{ name: 'icon.png', isInline: true }]);
});

test('AN-4 names a forwarded message by its subject, and keeps the files in it', async () => {
  const forwarded = `From: arch@mail.example\nSubject: Plan of the door\n${mixed(
    words,
    base64Part('Content-Type: application/pdf; name=door.pdf', contents.pdf),
  )
    .replaceAll('--b', '--c')
    .replace('boundary=b', 'boundary=c')}`;
  const plain = part('Content-Type: message/rfc822\nContent-Disposition: attachment', forwarded);
  const encoded = base64Part('Content-Type: message/rfc822', Buffer.from(forwarded));
  for (const attached of [plain, encoded]) {
    const { text, files } = await read(mixed(words, attached));
    expect(text).toBe('See here.');
    expect(files.map(({ name }) => name)).toEqual(['door.pdf', 'Plan of the door.eml']);
  }
});

test.each([
  ['an empty line', 'Hello, \n\nOak.', 'Hello, \n\nOak.'],
  ['a line of one space', 'Oak \n \nDoor', 'Oak \n\nDoor'],
  ['the line of a signature', 'Oak. \n-- \nEleni', 'Oak. \n-- \nEleni'],
  ['another depth of quotation', 'Oak \n> why \n> so\nyes', 'Oak \nyes'],
])('AN-4 ends a flowed paragraph at %s', async (_, flowed, text) => {
  const body = `Content-Type: text/plain; format=flowed\n\n${flowed}\n`;
  expect(await readText(body)).toBe(text);
});

test('AN-4 joins flowed lines, and takes a stuffed > for no quotation', async () => {
  const readFlowed = (parameters: string, text: string) =>
    readText(`Content-Type: text/plain; format=flowed${parameters}\n\n${text}\n`);
  expect(await readFlowed('', 'The oak \nis fine.')).toBe('The oak is fine.');
  expect(await readFlowed('; delsp=yes', 'https://files.example/ \nplan')).toBe(
    'https://files.example/plan',
  );
  expect(await readFlowed('', ' > 90 kg is its load.\n From Athens.')).toBe(
    '> 90 kg is its load.\nFrom Athens.',
  );
});

test('AN-4 keeps a picture in a data: address as a file, and the words after it', async () => {
  const picture = Buffer.concat([contents.png, Buffer.alloc(400_000, 7)]);
  const html = `<p>Like this:</p><img alt="niche" src="data:image/png;base64,${picture.toString('base64')}"><p>84 cm wide</p>`;
  const { text, files, isCut } = await read(`Content-Type: text/html\n\n${html}\n`);
  expect(text).toBe('Like this:\n\n[niche]\n84 cm wide');
  expect(files).toEqual([{ name: 'picture.png', size: picture.length, isInline: true }]);
  expect(isCut).toBe(false);
});

test.each([1, 2, 3, 5, 1000])(
  'AN-4 keeps the bytes of a picture whose address has escapes and line breaks, in chunks of %i bytes',
  async (chunkSize) => {
    const html = Buffer.from(
      '<p>A<img src="data:image/png;base64,QUJD%0D%0AREVG\r\nR0hJSg%3d%3D">B',
    );
    async function* readChunks() {
      for (let at = 0; at < html.length; at += chunkSize) yield html.subarray(at, at + chunkSize);
    }

    const pictures: string[] = [];
    const rest = extractDataPictures(readChunks(), async ({ bytes }) => {
      pictures.push(await toText(bytes));
    });

    expect(await toText(rest)).toBe('<p>A<img src="data:image/png;base64,">B');
    expect(pictures).toEqual(['ABCDEFGHIJ']);
  },
);

test('AN-7 collects the HTML of all parts up to one limit', async () => {
  const html = part('Content-Type: text/html', 'x'.repeat(50_000));
  const { text, isCut } = await read(mixed(...Array.from({ length: 25 }, () => html)));
  expect(text.length).toBeLessThanOrEqual(100_000);
  expect(isCut).toBe(true);
});

test('AN-7 reads no more pictures in data: addresses than the limit of the HTML has room for', async () => {
  const picture = '<img src="data:image/png;base64,">';
  const { files, isCut } = await read(`Content-Type: text/html\n\n${picture.repeat(20_000)}\n`);
  expect(files.length).toBeLessThanOrEqual((MAILBOX.htmlKb * 1024) / picture.length);
  expect(isCut).toBe(true);
});

// Each text once took a time that grew with the square of its length.
test.each([
  [
    'a long word beside a letter of Latin-1',
    () => parseHeaders(Buffer.from(`Subject: =?iso-8859-1?q?=E9_${'x'.repeat(60_000)}?=\n\n`)),
  ],
  ['a diagnosis of empty lines', () => parseStatus(`Diagnostic-Code:${'\r\n'.repeat(30_000)}`)],
])('AN-7 reads %s in less than a second of processor time', (_, parse) => {
  const startUsage = process.threadCpuUsage();
  parse();
  expect(process.threadCpuUsage(startUsage).user / 1e6).toBeLessThan(1);
});

const status = (type: string) =>
  part(
    type,
    'Reporting-MTA: dns; mx.mail.example\n\nFinal-Recipient: rfc822; eleni@mail.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user',
  );
const returned = part('Content-Type: text/rfc822-headers', 'Message-ID: <sent@drys.example>');
const report = (boundary: string, ...parts: string[]) =>
  `Content-Type: multipart/report; report-type=delivery-status; boundary=${boundary}\n\n${parts.join('').replaceAll('--b', `--${boundary}`)}--${boundary}--\n`;
const originalIds = ['<sent@drys.example>'];
const byServer = { returnPath: '<>' };

test.each([
  [
    'the form of RFC 6533',
    report(
      'b',
      status('Content-Type: message/global-delivery-status'),
      returned.replace('text/rfc822-headers', 'message/global-headers'),
    ),
    {},
  ],
  [
    'a report within another message',
    mixed(
      `--b\n${report('r', status('Content-Type: message/delivery-status'), returned)}`,
      part('Content-Type: text/plain', 'Scanned.'),
    ),
    byServer,
  ],
  [
    'a report that returns the headers as plain text',
    report(
      'b',
      status('Content-Type: message/delivery-status'),
      part('Content-Type: text/plain', 'Message-ID: <sent@drys.example>'),
    ),
    byServer,
  ],
])('AN-6 reads %s', async (_, body, head) => {
  const message = await read(body, head);
  expect(message.headers.isReport || message.headers.isAutomatic).toBe(true);
  const reason = '550 5.1.1 No such user';
  expect(message.report).toEqual({ hasFailed: true, reason, originalIds });
});

const COPY = 'Message-ID: <sent@drys.example>\nSubject: Your enquiry\n\nDear Eleni';
test.each([
  [
    'qmail',
    [],
    `Hi. This is the qmail-send program at mx.mail.example.\n\n<eleni@mail.example>:\nno such user\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
  ],
  [
    'old versions of Exim',
    ['X-Failed-Recipients: eleni@mail.example'],
    `A message could not be delivered:\n\n  eleni@mail.example\n    no such user\n\n------ This is a copy of the message, including all the headers. ------\n\n${COPY}`,
  ],
  [
    'GMX',
    [],
    `A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\n\neleni@mail.example:\nno such user\n\n--- The header of the original message is following. ---\n\nReceived: from drys.example\n${COPY}`,
  ],
  [
    'a server that says nothing but its code',
    [],
    `Your message was rejected: 550 5.1.1\n\neleni@mail.example\n  no such user\n\nReturn-Path: <no-reply@drys.example>\n${COPY}`,
  ],
])('AN-6 reads the plain report of %s', async (_, extra, text) => {
  const message = await read(plainBody(text), { ...byServer, extra });
  expect(message.report).toEqual({ hasFailed: true, reason: 'no such user', originalIds });
});

test('AN-6 takes a report that a mail is late for no failure', async () => {
  const text = `Your message has not been delivered yet: 451 4.7.1\n\nFrom: x@5.0.0.example\n${COPY}`;
  const message = await read(plainBody(text), byServer);
  expect(message.report).toMatchObject({ hasFailed: false, originalIds });
});

test("AN-6 takes a status in a person's answer for a file", async () => {
  const body = mixed(words, status('Content-Type: message/delivery-status'));
  const message = await read(body, { inReplyTo: '<sent@drys.example>' });
  expect(message.headers).toMatchObject({ isReport: false, isAutomatic: false });
  expect(message.report.hasFailed).toBe(false);
  expect(message).toMatchObject({ text: 'See here.', files: [{ name: 'delivery-status' }] });
});
