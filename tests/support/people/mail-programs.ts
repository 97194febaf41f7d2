// Messages in the shape in which mail programs send them.
import { contents } from './enquirer.ts';

export interface MessageHead {
  from?: string;
  messageId?: string | null;
  inReplyTo?: string;
  references?: string;
  subject?: string;
  date?: string;
  returnPath?: string;
  extra?: readonly string[];
}

const toCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
let messageCount = 0;

/** Returns a message of these headers; `body` begins with the headers of its contents. */
export function composeMessage(
  head: MessageHead,
  body: string,
  charset: 'utf8' | 'latin1' = 'utf8',
): Buffer {
  const { from = 'Eleni <eleni@mail.example>', subject = 'Re: Your enquiry' } = head;
  const messageId =
    head.messageId === undefined ? `<m${++messageCount}@mail.example>` : head.messageId;
  const lines = [
    `Return-Path: ${head.returnPath ?? '<eleni@mail.example>'}`,
    ...(head.extra ?? []),
    `From: ${from}`,
    'To: DRYS <desk@drys.example>',
    `Subject: ${subject}`,
    `Date: ${head.date ?? 'Wed, 25 Nov 2026 10:14:00 +0200'}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    ...(head.inReplyTo ? [`In-Reply-To: ${head.inReplyTo}`] : []),
    ...(head.references ? [`References: ${head.references}`] : []),
    'MIME-Version: 1.0',
  ];
  return Buffer.from(toCrlf(`${lines.join('\n')}\n${body}`), charset);
}

export const plainBody = (text: string) =>
  `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}\n`;

const wrap = (base64: string) => base64.replace(/.{76}/g, '$&\n');
export const encodeBase64 = (bytes: Uint8Array | string) =>
  wrap(Buffer.from(bytes).toString('base64'));

/** Gmail on the web: an alternative, both parts in quoted-printable, and a file. */
export const gmailBody = (
  pdf: Uint8Array = contents.pdf,
) => `Content-Type: multipart/mixed; boundary="000000000000aa11"

--000000000000aa11
Content-Type: multipart/alternative; boundary="000000000000bb22"

--000000000000bb22
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

=CE=9D=CE=B1=CE=B9, the oak is fine.

On Wed, Nov 25, 2026 at 9:00 AM DRYS <no-reply@drys.example> wrote:

> Dear Eleni,
>
> would oak be right?

--000000000000bb22
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

<div dir=3D"ltr">=CE=9D=CE=B1=CE=B9, the oak is fine.</div><br><div class=3D"gmail_quote"><blockquote>Dear Eleni</blockquote></div>

--000000000000bb22--
--000000000000aa11
Content-Type: application/pdf; name="=?UTF-8?B?zqPPh86tzrTOuc6/LnBkZg==?="
Content-Disposition: attachment; filename="=?UTF-8?B?zqPPh86tzrTOuc6/LnBkZg==?="
Content-Transfer-Encoding: base64

${encodeBase64(pdf)}
--000000000000aa11--
`;

/** The report of a mail server that could not deliver a mail (RFC 3464). */
export const bounceBody = (
  originalId: string,
  action = 'failed',
) => `Content-Type: multipart/report; report-type=delivery-status; boundary="report"

--report
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.mail.example. I'm sorry.

--report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.mail.example

Final-Recipient: rfc822; eleni@mail.example
Action: ${action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <eleni@mail.example>: Recipient address
    rejected: User unknown

--report
Content-Type: text/rfc822-headers

From: DRYS <no-reply@drys.example>
Message-ID: ${originalId}
Subject: Your enquiry

--report--
`;

const HTML_DECLARED = 'Content-Type: text/html; charset="utf-8"';
const PLAIN_DECLARED = 'Content-Type: text/plain; charset="utf-8"';
const OUTLOOK_QUOTE = `From: DRYS <no-reply@drys.example>
Sent: Wednesday, November 25, 2026 9:00 AM
To: Eleni <eleni@mail.example>
Subject: Your enquiry

Dear Eleni,

would oak be right?`;

const image = (
  name: string,
  bytes: number,
  disposition: string,
) => `Content-Type: image/png; name="${name}"
Content-Disposition: ${disposition}; filename="${name}"
Content-Transfer-Encoding: base64
Content-ID: <${name}@mail.example>

${encodeBase64(Buffer.concat([contents.png, Buffer.alloc(bytes)]))}
`;

const multipart = (subtype: string, boundary: string, ...parts: string[]) =>
  `Content-Type: multipart/${subtype}; boundary="${boundary}"

${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--
`;

interface ProgramMessage {
  body: string;
  charset?: 'utf8' | 'latin1';
  head?: MessageHead;
  text: string;
  /** A part of the quoted text. */
  quoted: string;
  files?: string[];
  unkept?: string[];
}

/** What each program sends as an answer, and how it reads. */
export const programMessages: Record<string, ProgramMessage> = {
  Gmail: {
    body: gmailBody(),
    text: 'Ναι, the oak is fine.',
    quoted: '> would oak be right?',
    files: ['Σχέδιο.pdf'],
  },
  'Gmail in Greek': {
    body: `${PLAIN_DECLARED}

Ναι, η δρυς είναι μια χαρά.

Στις Τετ 25 Νοε 2026 στις 9:00 π.μ., ο χρήστης DRYS <no-reply@drys.example>
έγραψε:

> Αγαπητή Ελένη,
`,
    text: 'Ναι, η δρυς είναι μια χαρά.',
    quoted: 'έγραψε:',
  },
  'Outlook for Windows': {
    body: multipart(
      'mixed',
      'outer',
      multipart(
        'alternative',
        'inner',
        `${PLAIN_DECLARED}\n\nThe oak is fine.\n\nKind regards\nEleni\n\n${OUTLOOK_QUOTE}\n`,
        `${HTML_DECLARED}\n\n<p>The oak is fine.</p>`,
      ),
      `Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+\n`,
    ),
    text: 'The oak is fine.\n\nKind regards\nEleni',
    quoted: 'would oak be right?',
    unkept: ['winmail.dat'],
  },
  'Outlook on the web': {
    body: `${HTML_DECLARED}

<html><head><style>p {margin:0}</style></head><body><div>The oak &amp; the ash are fine.</div>
<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> DRYS &lt;no-reply@drys.example&gt;<br>
<b>Sent:</b> Wednesday, November 25, 2026 9:00 AM<br><b>To:</b> Eleni<br><b>Subject:</b> Your enquiry</div>
<div>Would oak be right?</div></body></html>
`,
    text: 'The oak & the ash are fine.',
    quoted: 'Would oak be right?',
  },
  'Apple Mail': {
    body: multipart(
      'mixed',
      'Apple-Mail=_1',
      `Content-Type: text/plain; charset=us-ascii\n\nBefore the plan.\n`,
      `Content-Type: application/pdf; x-unix-mode=0644; name=plan.pdf\nContent-Disposition: inline; filename=plan.pdf\nContent-Transfer-Encoding: base64\n\n${encodeBase64(Buffer.concat([contents.pdf, Buffer.alloc(6000)]))}\n`,
      `Content-Type: text/plain; charset=us-ascii\n\nAfter the plan.\n\n> On 25 Nov 2026, at 09:00, DRYS <no-reply@drys.example> wrote:\n> \n> Would oak be right?\n`,
    ),
    text: 'Before the plan.\n\nAfter the plan.',
    quoted: '> Would oak be right?',
    files: ['plan.pdf'],
  },
  iPhone: {
    body: multipart(
      'alternative',
      'Apple-Mail-1',
      `${PLAIN_DECLARED}\nContent-Transfer-Encoding: quoted-printable\n\nHere =E2=80=94 the place.\n\nSent from my iPhone\n\n> On 25 Nov 2026, at 09:00, DRYS <no-reply@drys.example> wrote:\n>=20\n> Would oak be right?\n`,
      multipart(
        'related; type="text/html"',
        'Apple-Mail-2',
        `${HTML_DECLARED}\n\n<div>Here — the place.<img src="cid:IMG_1.png"></div>\n`,
        image('IMG_1.png', 8000, 'inline'),
        image('logo.png', 10, 'inline'),
      ),
    ),
    text: 'Here — the place.\n\nSent from my iPhone',
    quoted: '> Would oak be right?',
    files: ['IMG_1.png'],
    unkept: ['logo.png'],
  },
  Thunderbird: {
    body: `Content-Type: text/plain; charset=UTF-8; format=flowed

The oak is \nfine.

On 11/25/26 09:00, DRYS wrote:
> Would oak be right?
`,
    text: 'The oak is fine.',
    quoted: '> Would oak be right?',
  },
  'Yahoo Mail': {
    body: multipart(
      'alternative',
      '----=_Part_1',
      `${PLAIN_DECLARED}\nContent-Transfer-Encoding: base64\n\n${encodeBase64('The oak is fine.\n\n    On Wednesday, November 25, 2026 at 09:00:00 AM GMT+2, DRYS <no-reply@drys.example> wrote:  \n \n Would oak be right?\n')}\n`,
      `${HTML_DECLARED}\n\n<div>The oak is fine.</div>`,
    ),
    text: 'The oak is fine.',
    quoted: 'Would oak be right?',
  },
  'Greek in ISO-8859-7': {
    // The bytes of ISO-8859-7, each written as the character of the same number.
    body: `Content-Type: text/plain; charset=iso-8859-7\nContent-Transfer-Encoding: 8bit\n\n\xcd\xe1\xe9, \xe5\xf5\xf7\xe1\xf1\xe9\xf3\xf4\xfe.\n`,
    charset: 'latin1',
    head: { subject: '\xc1\xf0\xdc\xed\xf4\xe7\xf3\xe7' },
    text: 'Ναι, ευχαριστώ.',
    quoted: '',
  },
  'Greek without a charset': {
    body: 'Content-Type: text/plain\n\n\xcd\xe1\xe9.\n',
    charset: 'latin1',
    text: 'Ναι.',
    quoted: '',
  },
  'HTML only': {
    body: `${HTML_DECLARED}

<script>alert(1)</script><p>First<br>line</p><ul><li>one</li><li>two</li></ul><blockquote>Would oak be right?</blockquote>
`,
    text: 'First\nline\n\none\ntwo',
    quoted: '> Would oak be right?',
  },
};
