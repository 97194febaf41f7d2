import { expect, test } from 'vitest';
import { convertHtmlToText } from '#app/domain/mailbox/html-text.ts';
import { separateQuotedText } from '#app/domain/mailbox/quoted-text.ts';

// Our reply and the customer's answer. Each mail program quotes our reply in the language of its
// interface.
const SENT = ['Is walnut possible for the shelves?', 'How wide is the niche by the door?'];
const OWN = ['Walnut would be lovely.', 'The niche is 84 cm wide.'];

const ADDRESS = 'DRYS <no-reply@drys.example>';
const HTML_ADDRESS =
  'DRYS &lt;<a href="mailto:no-reply@drys.example">no-reply@drys.example</a>&gt;';

/** Programs that mark each line of a quotation. HTML: a blockquote. */
const attributions: Record<string, string> = {
  'Gmail en': `On Wed, Nov 25, 2026 at 9:00 AM ${ADDRESS} wrote:`,
  'Gmail el': `Στις Τετ 25 Νοε 2026 στις 9:00 π.μ., ο χρήστης ${ADDRESS} έγραψε:`,
  'Gmail el, older': `Την Τετ, 25 Νοε 2026 στις 9:00 π.μ., ο χρήστης ${ADDRESS} έγραψε:`,
  'Gmail de': `Am Mi., 25. Nov. 2026 um 09:00 Uhr schrieb ${ADDRESS}:`,
  'Gmail fr': `Le mer. 25 nov. 2026 à 09:00, ${ADDRESS} a écrit :`,
  'Gmail it': `Il giorno mer 25 nov 2026 alle ore 09:00 ${ADDRESS} ha scritto:`,
  'Gmail es': `El mié, 25 nov 2026 a las 9:00, ${ADDRESS} escribió:`,
  'Gmail da': `Den ons. 25. nov. 2026 kl. 09.00 skrev ${ADDRESS}:`,
  'Gmail nl': `Op wo 25 nov 2026 om 09:00 schreef ${ADDRESS}:`,
  'Gmail ru': `ср, 25 нояб. 2026 г. в 09:00, ${ADDRESS}:`,
  'Gmail ja': `2026年11月25日(水) 9:00 ${ADDRESS}:`,
  'Thunderbird en': 'On 11/25/26 09:00, DRYS wrote:',
  'Thunderbird el': 'Στις 25/11/26 09:00, ο DRYS έγραψε:',
  'Thunderbird el, author first': 'Ο DRYS έγραψε στις 25/11/26 09:00:',
  'Thunderbird de': 'Am 25.11.26 um 09:00 schrieb DRYS:',
  'Thunderbird fr': 'Le 25/11/2026 à 09:00, DRYS a écrit :',
  'Thunderbird it': 'Il 25/11/2026 09:00, DRYS ha scritto:',
  'Thunderbird sv': 'Den 2026-11-25 kl. 09:00, skrev DRYS:',
  'Apple Mail en': `On 25 Nov 2026, at 09:00, ${ADDRESS} wrote:`,
  'Apple Mail el': `Στις 25 Νοε 2026, στις 9:00 π.μ., ο/η ${ADDRESS} έγραψε:`,
};

/** Programs that put headers above our mail and mark nothing. */
const headerBlocks: Record<string, string[]> = {
  'Outlook en': ['From:', 'Sent: Wednesday, November 25, 2026 9:00 AM', 'To:', 'Subject:'],
  'Outlook el': ['Από:', 'Αποστολή: Τετάρτη, 25 Νοεμβρίου 2026 9:00 πμ', 'Προς:', 'Θέμα:'],
  'Outlook el, Εστάλη': ['Από:', 'Εστάλη: Τετάρτη, 25 Νοεμβρίου 2026 9:00 πμ', 'Προς:', 'Θέμα:'],
  'Outlook de': ['Von:', 'Gesendet: Mittwoch, 25. November 2026 09:00', 'An:', 'Betreff:'],
  'Outlook fr': ['De :', 'Envoyé : mercredi 25 novembre 2026 09:00', 'À :', 'Objet :'],
  'Outlook it': ['Da:', 'Inviato: mercoledì 25 novembre 2026 09:00', 'A:', 'Oggetto:'],
  'Outlook da': ['Fra:', 'Sendt: 25. november 2026 09:00', 'Til:', 'Emne:'],
  'Outlook es': ['De:', 'Enviado: miércoles, 25 de noviembre de 2026 9:00', 'Para:', 'Asunto:'],
  // These labels are in no list: the parser recognises the header by the order of email and date.
  'Outlook sq': ['Nga:', 'Dërguar: e mërkurë, 25 nëntor 2026 09:00', 'Për:', 'Tema:'],
};

/** Programs that put one line above our mail and mark nothing. */
const unmarkedAttributions: Record<string, string> = {
  'Yahoo en': `    On Wednesday, November 25, 2026 at 09:00:00 AM GMT+2, ${ADDRESS} wrote:  `,
  Zoho: `---- On Wed, 25 Nov 2026 09:00:00 +0200 ${ADDRESS} wrote ---`,
  'Yahoo el': `    Στις Τετάρτη, 25 Νοεμβρίου 2026 στις 09:00:00 π.μ. EET, ο χρήστης ${ADDRESS} έγραψε:  `,
};

const toHtml = (line: string) =>
  line.trim().replace(ADDRESS, HTML_ADDRESS).replace('Ελένη <eleni@mail.example>', 'Ελένη');

/** Returns the own words above, below or between the quoted lines, in the order of the mail. */
function arrange(
  position: string,
  introduction: string[],
  quote: (lines: string[]) => string[],
  formatLine: (line: string) => string,
) {
  const [first, second] = OWN.map(formatLine);
  switch (position) {
    case 'above':
      return [first, second, '', ...introduction, ...quote(SENT)];
    case 'below':
      return [...introduction, ...quote(SENT), '', first, second];
    default:
      return [...introduction, ...quote([SENT[0]!]), first, ...quote([SENT[1]!]), second];
  }
}

const getBlockLines = ([from, ...others]: string[]) => {
  const values = ['', 'Ελένη <eleni@mail.example>', 'Your enquiry'];
  return [`${from} ${ADDRESS}`, ...others.map((line, index) => `${line} ${values[index]}`.trim())];
};

type Cell = [program: string, position: string, format: string, message: string];
const positions = ['above', 'below', 'between'];
const unmarkedIntroductions = {
  ...Object.fromEntries(
    Object.entries(headerBlocks).map(([program, block]) => [program, getBlockLines(block)]),
  ),
  ...Object.fromEntries(
    Object.entries(unmarkedAttributions).map(([program, line]) => [program, [line]]),
  ),
};
const cells: Cell[] = positions.flatMap((position) => [
  ...Object.entries(attributions).flatMap(([program, line]): Cell[] => {
    const quotePlain = (lines: string[]) => lines.map((text) => `> ${text}`);
    const quoteHtml = (lines: string[]) => [
      `<blockquote type="cite">${lines.map((text) => `<p>${text}</p>`).join('')}</blockquote>`,
    ];
    const plain = arrange(position, [line, ''], quotePlain, (text) => text).join('\n');
    const html = arrange(
      position,
      [`<div>${toHtml(line)}</div>`],
      quoteHtml,
      (text) => `<div>${text}</div>`,
    );
    return [
      [program, position, 'text', plain],
      [program, position, 'HTML', convertHtmlToText(html.join(''))],
    ];
  }),
  ...Object.entries(unmarkedIntroductions).flatMap(([program, lines]): Cell[] => {
    const quotePlain = (quoted: string[]) => ['', ...quoted, ''];
    const quoteHtml = (quoted: string[]) => quoted.map((text) => `<p>${text}</p>`);
    const header = `<hr><div>${lines.map(toHtml).join('<br>')}</div>`;
    const plain = arrange(position, ['_'.repeat(32), ...lines], quotePlain, (text) => text).join(
      '\n',
    );
    const html = arrange(position, [header], quoteHtml, (text) => `<p>${text}</p>`);
    return [
      [program, position, 'text', plain],
      [program, position, 'HTML', convertHtmlToText(html.join(''))],
    ];
  }),
]);

test.each(cells)(
  'AN-4 separates what %s quotes, with the answer %s it, in %s',
  (_, position, format, message) => {
    const { text, quotedText } = separateQuotedText(message, [`${SENT.join('\n')}\n\n-- \nDRYS`]);
    expect(text.split('\n').filter((line) => line.trim() !== '')).toEqual(OWN);
    for (const line of SENT) expect(quotedText).toContain(line);
    expect(cells.length).toBeGreaterThanOrEqual(60);
    expect([position, format]).not.toContain('');
  },
);

const BLOCK = `From: ${ADDRESS}\nSent: 25/11/2026 9:00\nTo: E\nSubject: x\n`;
const WROTE = 'On 1 May 2026 at 10:00, DRYS <a@b.example> wrote:';

test.each([
  ['a marked quotation without any words of ours', `\n\n${WROTE}\n> x`],
  ['an attribution wrapped after the name', `\n\n${WROTE.replace('S <', 'S\n<')}\n\n> x`],
  ['an attribution directly below the words', `\n${WROTE}\n> x`],
  ['Outlook for iOS', `\n${'_'.repeat(32)}\n${BLOCK}\nx`],
  ['Proton Mail', `\n\n-------- Original Message --------\nOn 11/25/26 ${ADDRESS} wrote:\n\n> x`],
  ['"-----Original Message-----" alone', '\n\n-----Original Message-----\nx'],
  [
    'web.de, with the date first',
    `\n \nGesendet: 25. November 2026 um 09:00\nVon: ${ADDRESS}\nAn: e@b.example\nBetreff: x\nx`,
  ],
  ['bold labels', `\n\n${BLOCK.replace(/^\w+:/gm, '*$&*')}\nx`],
  [
    'a wrapped list of recipients',
    `\n\n${BLOCK.replace('E\n', 'E <e@b.example>;\n F <f@b.example>\n')}\nx`,
  ],
  [
    'our receipt with its signature, which no reply has yet',
    `\n\n${BLOCK}\nx\n\n-- \nDRYS Woodworking\n+30 22950 00000`,
  ],
  [
    'a mail forwarded to us that our mail quotes',
    `\n\n-----Original Message-----\n${BLOCK}\nx\n-------- Forwarded Message --------\nFrom: Nikos <nikos@mail.example>\nDate: 24/11/2026 9:00\nTo: DRYS\nSubject: y\n\ny`,
  ],
])('AN-4 folds %s', (_, quotation) => {
  expect(separateQuotedText(`Yes.${quotation}`).text).toBe('Yes.');
});

test('AN-4 folds nothing but a marked quotation', () => {
  expect(separateQuotedText(`${WROTE}\n> x`).text).toBe('');
});

test.each([
  [
    'a sentence of a third person',
    'Στις 5 Νοεμβρίου ο ξυλουργός μας έγραψε:\nτο ράφι να είναι 90 x 30.\nΕντάξει.',
  ],
  [
    'a sentence with a date and an email',
    'On 5 November 2026 our architect (arch@mail.example) wrote:\nmake it 90 x 30.\nWe agree.',
  ],
  ['a list of data', 'E-mail: eleni@mail.example\nDelivery: 25/11/2026 10:00\nPhone: 22950 00000'],
  [
    'a delivery with its places',
    'As agreed:\n\nFrom: the factory\nDate: 25/11/2026 10:00\nTo: Glyfada, 3rd floor\n\nPlease call.',
  ],
  [
    'a delivery with its places, the time and the floor',
    'As agreed:\n\nFrom: the factory\nTo: Glyfada\nDate: 25/11/2026 10:00\nFloor: third\n\nPlease call.',
  ],
  [
    'a list that begins with a date',
    'As agreed:\n\nDelivery: 25/11/2026 10:00\nTo: Glyfada\nContact: <nikos@mail.example>\nFloor: third\n\nPlease call.',
  ],
  ['headers with names alone, which may be a list', `Yes.\n\n${BLOCK.replace(ADDRESS, 'DRYS')}\nx`],
  [
    'a contact with a date',
    'As agreed:\n\nContact: Nikos <nikos@mail.example>\nDelivery: 25/11/2026 10:00\nFloor: third\n\nPlease call.',
  ],
  [
    'headers without a date',
    'To: the workshop\nFrom: the fourth floor\nSubject: a shelf\n\n90 x 30',
  ],
  ['a heading in dashes', 'See below.\n\n----- Μέτρα -----\n90 x 30'],
  [
    'an answer below unmarked lines that nobody can tell apart',
    `On Wed, Nov 25, 2026 at 9:00 AM ${ADDRESS} wrote:\n\nunknown\n\nmine`,
  ],
  ['a bracket that the sender wrote', ' > 100 kg must it bear.'],
  [
    'a mail that Gmail forwards with it',
    'See here.\n\n---------- Forwarded message ---------\nΑπό: Nikos <nikos@mail.example>\nDate: Τετ 25 Νοε 2026 στις 9:00 π.μ.\nSubject: Heights\nTo: Eleni <eleni@mail.example>\n\n\nThe ceiling is 270.',
  ],
  [
    'a mail that Thunderbird forwards with it',
    'See here.\n\n-------- Προωθημένο μήνυμα --------\nSubject: \tHeights\nDate: \tWed, 25 Nov 2026 09:00:00 +0200\nFrom: \tNikos <nikos@mail.example>\nTo: \tEleni <eleni@mail.example>\n\nThe ceiling is 270.',
  ],
])('AN-4 folds nothing of %s', (_, message) => {
  expect(separateQuotedText(message)).toEqual({
    text: message.trim(),
    quotedText: '',
    isCut: false,
  });
});

test.each([
  ['a question above a marked line', 'You asked:\n> which wood?\nOak.', 'You asked:\nOak.'],
  [
    'a sentence before the words that end like an introduction',
    'Delivery on 25/11/2026 suits us. As you wrote:\n> which wood?\nOak.',
    'Delivery on 25/11/2026 suits us. As you wrote:\nOak.',
  ],
  ['words between marked lines', '> first\nyes\n> second\nno', 'yes\nno'],
])('AN-4 keeps %s in sight', (_, message, text) => {
  expect(separateQuotedText(message).text).toBe(text);
});

// What a program marks that wraps our lines, or that puts the customer's words into the quotation.
test.each([
  [
    'in place of an answer below',
    [`> ${SENT[0]}`, '> Walnut would be lovely.', '> Eleni', `> ${SENT[1]}`],
    'Walnut would be lovely.\nEleni',
  ],
  [
    'among wrapped lines of ours',
    [
      '> Is walnut possible for the',
      '> shelves?',
      '>',
      '> 84',
      '> How wide is the niche by the',
      '> door?',
    ],
    '84',
  ],
  [
    'but nothing of older mails',
    [`> ${SENT[1]}`, '> On 24 Nov Eleni wrote:', '>> Hello', `>> ${SENT[0]}`, '> Eleni'],
    '',
  ],
  ['but nothing around our lines', ['> External mail', `> ${SENT[0]}`, '> Scanned'], ''],
])(
  'AN-4 keeps in sight what the customer wrote between marked lines of ours, %s',
  (_, quoted, text) => {
    const message = ['On 11/25/26 09:00, DRYS wrote:', ...quoted].join('\n');
    const separated = separateQuotedText(message, [SENT.join('\n\n')]);
    expect(separated.text).toBe(text);
    expect(separated.quotedText).toContain('DRYS wrote:\n>');
  },
);

// The customer chooses what our mail offers by its name.
const QUESTION = 'Would you like the table in walnut with lacquer or in oak with natural oil?';
const DAYS = 'Shall we deliver on Friday 11 December or on Monday 14 December?';
const PRICE = 'Oak with natural oil costs 200 more.';
const OTHER_MAIL = 'Hello\n\nOak with natural oil\nWalnut with lacquer';

test.each([
  ['below our questions', [QUESTION, 'Oak with natural oil.', DAYS, 'Monday 14 December', PRICE]],
  [
    'above the lines that have them',
    [QUESTION, 'Monday 14 December', DAYS, 'Oak with natural oil', PRICE],
  ],
])('AN-4 keeps answers in sight that repeat our words, %s', (_, quotation) => {
  const sentTexts = [OTHER_MAIL, `Dear Eleni,\n\n${QUESTION}\n${DAYS}\n${PRICE}`];
  const answers = [quotation[1], quotation[3]];
  const unmarked = separateQuotedText(`Hello\n\n${BLOCK}\n${quotation.join('\n')}`, sentTexts);
  expect(unmarked.text.split('\n').filter(Boolean)).toEqual(['Hello', ...answers]);
  for (const line of [QUESTION, DAYS, PRICE]) expect(unmarked.quotedText).toContain(line);

  const marked = quotation.map((line) => `> ${line}`).join('\n');
  const message = `On 11/25/26 09:00, DRYS wrote:\n${marked}`;
  expect(separateQuotedText(message, sentTexts).text).toBe(answers.join('\n'));
});

const SIGNATURE = ['info@drys.example, https://drys.example/el', 'Your reference: DRYS-12'];

test.each([
  [
    'Outlook',
    [
      'info@drys.example<mailto:info@drys.example>, https://drys.example/el<https://drys.example/el>',
    ],
  ],
  ['Gmail', ['info@drys.example, https://drys.example/el', '<https://drys.example/el>']],
])('AN-4 folds a line of ours to which %s adds where its links lead', (_, lines) => {
  const quotation = [QUESTION, ...lines, SIGNATURE[1]];
  const sentTexts = [[QUESTION, ...SIGNATURE].join('\n')];
  const ownLine = 'Here it is: <https://we.tl/plan>';
  const unmarked = ['Hello', '', BLOCK, ...quotation, ownLine].join('\n');
  expect(separateQuotedText(unmarked, sentTexts).text).toMatch(/^Hello\s+Here it is: <\S+plan>$/);
  const marked = ['On 11/25/26 09:00, DRYS wrote:', ...quotation.map((line) => `> ${line}`)];
  expect(separateQuotedText(marked.join('\n'), sentTexts).text).toBe('');
});

test('AN-4 folds both halves of a line of ours that the customer has divided', () => {
  const quotation =
    'Would you like the table in walnut with lacquer\nOak, please.\nor in oak with natural oil?';
  const { text } = separateQuotedText(`${BLOCK}\n${quotation}`, [QUESTION]);
  expect(text).toBe('Oak, please.');
});

test.each([
  ['alone', []],
  ['above a whole one', [DAYS]],
])(
  'AN-4 keeps the words in sight below a line of ours that the customer shortened, %s',
  (_, rest) => {
    const quotation = ['in oak with natural oil', 'Yes, that.', ...rest];
    const { text } = separateQuotedText(`Hello\n\n${BLOCK}\n${quotation.join('\n')}`, [
      `${QUESTION}\n${DAYS}`,
    ]);
    expect(text).toMatch(/^Hello\s+in oak with natural oil\nYes, that\.$/);
  },
);

test('AN-4 folds the empty lines between quoted ones with them', () => {
  const message = `Yes.\n\nFrom: ${ADDRESS}\nSent: 25/11/2026 9:00\nTo: E\nSubject: x\n\n${SENT.join('\n\n\n')}\n\nEleni`;
  const { text, quotedText } = separateQuotedText(message, [SENT.join('\n\n')]);
  expect(text).toBe('Yes.\n\n\nEleni');
  expect(quotedText).toContain(SENT.join('\n\n\n'));
});

test('AN-4 keeps a mail in sight that an iPhone forwards with marks', () => {
  const forwarded = '> From: Nikos <nikos@mail.example>\n> Date: 25 Nov 2026\n>\n> 270\n>> 260?';
  const quoted = '\n\nOn 11/25/26 09:00, DRYS wrote:\n> How high?';
  const message = `See here.\n\nBegin forwarded message:\n\n${forwarded}\n\nEleni${quoted}`;
  const { text, quotedText } = separateQuotedText(message);
  expect(text).toBe(
    'See here.\n\nBegin forwarded message:\n\nFrom: Nikos <nikos@mail.example>\nDate: 25 Nov 2026\n\n270\n> 260?\n\nEleni',
  );
  expect(quotedText).toBe(quoted.trim());
});

test.each([
  ['lines that begin like introductions', 'On a b\n'.repeat(20_000)],
  ['one introduction after another', `On 2026 ${ADDRESS} wrote:\n\n`.repeat(3000)],
  ['one block of headers after another', 'From: a 2026 9:00\nx: y 2026 9:00\n\n'.repeat(3000)],
  ['lines full of at signs', `${'@'.repeat(490)}:\n`.repeat(200)],
])('AN-7 loses nothing of %s', (_, message) => {
  const { text, quotedText } = separateQuotedText(message, ['Dear Eleni, '.repeat(5000)]);
  expect(text.length + quotedText.length).toBeGreaterThan(80_000);
});
