import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { contactErrors } from '#app/content/words/contact.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import {
  contents,
  drawing,
  MB,
  newVisitor,
  solveProof,
  typed,
} from '../../support/people/enquirer.ts';
import { type Page, attribute, elements, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const folder = join(process.env['DATA_DIR']!, 'attachments');
const visitor = () => newVisitor(site);

async function send(
  files: File[],
  fields: Record<string, string> = {},
  browser = visitor(),
): Promise<Page> {
  return browser.attach(await browser.get('/contact'), { ...typed, ...fields }, files);
}

async function sendVerified(files: File[], fields: Record<string, string> = {}): Promise<Page> {
  return send(files, { ...fields, turnstileToken: await solveProof(site) });
}

const rows = () => database().selectFrom('attachments').selectAll().orderBy('id').execute();
const enquiries = () => database().selectFrom('contact_submissions').select('id').execute();
const onDisk = () => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const refusalsOf = (page: Page) =>
  page
    .all('p')
    .filter((p) => attribute(p, 'class') === 'error-text')
    .map((p) => textOf(p));

// Whatever a test sent: a file on the disk has its row, and a row its file.
afterEach(async () => {
  expect(onDisk().toSorted()).toEqual((await rows()).map(({ file }) => file).toSorted());
});

test('AT-1 the served form takes files without a script and says the limits of both kinds of sender', async () => {
  const page = await visitor().get('/contact');
  const form = page.all('form')[0]!;
  expect(attribute(form, 'enctype')).toBe('multipart/form-data');
  const input = elements(form, 'input').find((one) => attribute(one, 'name') === 'files')!;
  expect(attribute(input, 'type')).toBe('file');
  expect(attribute(input, 'multiple')).toBeDefined();
  expect(textOf(form)).toContain('At most 5 files, each up to 15 MB, together up to 40 MB.');
  expect(textOf(form)).toContain('up to 2 files, each up to 5 MB.');
  const names = elements(form, 'input').map((one) => attribute(one, 'name'));
  expect(names.filter(Boolean).at(-1)).toBe('files');
});

test('AT-1 AT-5 AT-6 every type arrives whole, private and hashed, beside its enquiry', async () => {
  const types = Object.keys(contents) as (keyof typeof contents)[];
  for (const type of types) {
    const file = drawing(`plan of ${type}`, { type, bytes: 9000, mark: type });
    const before = (await enquiries()).length;
    expect((await send([file])).status, type).toBe(303);
    expect(await enquiries()).toHaveLength(before + 1);
    const row = (await rows()).at(-1)!;
    const bytes = readFileSync(join(folder, row.file));
    expect(bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    expect(row).toMatchObject({ name: `plan of ${type}`, size: file.size });
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(statSync(join(folder, row.file)).mode & 0o777).toBe(0o600);
  }
  expect((await rows()).map(({ type }) => type)).toEqual([
    'application/pdf',
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/heic',
    'image/vnd.dwg',
    'image/vnd.dxf',
  ]);
});

test('AT-1 a form whose file field stays empty is an ordinary enquiry', async () => {
  const before = (await rows()).length;
  const sent = await send([new File([], '')]);
  expect(sent.status).toBe(303);
  expect(await rows()).toHaveLength(before);
});

test('AT-1 a verified sender may send five files of up to 15 MB', async () => {
  const large = drawing('large.pdf', { bytes: ATTACHMENTS.fileMb * MB });
  const small = Array.from({ length: 4 }, (_, i) => drawing(`${i}.dwg`, { type: 'dwg' }));
  expect((await sendVerified([large, ...small])).status).toBe(303);
  expect((await rows()).slice(-5).map(({ size }) => size)).toContain(15 * MB);
});

describe('AT-3 is refused with its reason', () => {
  const html = new File(['<!doctype html><title>%PDF-1.7</title>'], 'plan.pdf');
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'sketch.svg');
  const zip = new File([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')], 'bomb.dwg');
  const late = new File(['x'.repeat(400), contents.pdf], 'late.pdf');
  const notOpen = (name: string) =>
    `File not accepted. ${name} is not a PDF, a picture or a drawing we can open.`;

  test.each<[string, File[], number, string[]]>([
    ['AT-3 a PDF that is HTML', [html], 422, [notOpen('plan.pdf')]],
    ['AT-3 an SVG', [svg], 422, [notOpen('sketch.svg')]],
    ['AT-3 a zip bomb named .dwg', [zip], 422, [notOpen('bomb.dwg')]],
    ['AT-3 a PDF that begins late', [late], 422, [notOpen('late.pdf')]],
    ['AT-3 an empty file', [new File([], 'a.pdf')], 422, ['File not accepted. a.pdf is empty.']],
    [
      'AT-1 AT-3 a third file of an unverified sender',
      [drawing('1.pdf'), drawing('2.pdf'), drawing('3.pdf')],
      422,
      ['Too many files. Please send at most 2 files.'],
    ],
    [
      'AT-1 AT-3 a byte over 5 MB of an unverified sender',
      [drawing('big.pdf', { bytes: 5 * MB + 1 })],
      413,
      ['File too large. big.pdf is larger than 5 MB.'],
    ],
    [
      'AT-3 each file with a line of its own',
      [drawing('big.pdf', { bytes: 5 * MB + 1 }), svg],
      413,
      ['File too large. big.pdf is larger than 5 MB.', notOpen('sketch.svg')],
    ],
  ])('%s', async (_, files, status, lines) => {
    const before = await enquiries();
    const page = await send([...files]);
    expect(page.status).toBe(status);
    expect(refusalsOf(page)).toEqual(lines);
    expect(page.text).toContain(typed.message.split('\n')[0]);
    expect(page.text).toContain('Please choose your files again.');
    expect(await enquiries()).toEqual(before);
  });

  test('AT-3 the verified sender’s own limits are named', async () => {
    const tooMany = Array.from({ length: 6 }, (_, i) => drawing(`${i}.pdf`));
    expect(refusalsOf(await sendVerified(tooMany))).toEqual([
      'Too many files. Please send at most 5 files.',
    ]);
    const tooLarge = await sendVerified([drawing('big.pdf', { bytes: 15 * MB + 1 })]);
    expect([tooLarge.status, refusalsOf(tooLarge)]).toEqual([
      413,
      ['File too large. big.pdf is larger than 15 MB.'],
    ]);
    const third = 14 * MB;
    const together = await sendVerified(
      ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => drawing(name, { bytes: third })),
    );
    expect([together.status, refusalsOf(together)]).toEqual([
      413,
      ['Files too large. Together at most 40 MB.'],
    ]);
  });
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\plans\\kitchen.dwg', 'kitchen.dwg'],
  ['κουζίνα 🪵 τελικό.pdf', 'κουζίνα 🪵 τελικό.pdf'],
  ['\u202efdp.exe\u200f', 'fdp.exe'],
  ['nul\u0000l\u0007.pdf', 'null.pdf'],
  ['..', 'file'],
  ['\u202e', 'file'],
  [`${'x'.repeat(4000)}.pdf`, `${'x'.repeat(116)}.pdf`],
])('AT-3 the name %j is kept as %j', async (given, kept) => {
  expect((await send([drawing(given)])).status).toBe(303);
  expect((await rows()).at(-1)!.name).toBe(kept);
});

describe('AT-5 the same form sent again', () => {
  test('AT-5 CF-8 with the same files, twice at once and later, is stored once', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    const files = () => [drawing('a.pdf', { mark: 'again' }), drawing('b.dwg', { type: 'dwg' })];
    const before = (await enquiries()).length;
    const kept = (await rows()).length;
    const answers = [
      ...(await Promise.all([
        browser.attach(page, typed, files()),
        browser.attach(page, typed, files()),
      ])),
      await browser.attach(page, typed, files()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await enquiries()).toHaveLength(before + 1);
    expect(await rows()).toHaveLength(kept + 2);
  });

  test('AT-1 CF-8 words that were sent before give an unverified sender no more than his own limits', async () => {
    const page = await visitor().get('/contact');
    const words = { ...typed, message: 'The same words again' };
    expect((await visitor().attach(page, words, [drawing('a.pdf')])).status).toBe(303);
    const before = await rows();
    const many = Array.from({ length: 4 }, (_, i) => drawing(`${i}.pdf`, { bytes: 9 * MB }));
    const tooMany = await visitor().attach(page, words, many);
    expect([tooMany.status, refusalsOf(tooMany)]).toEqual([
      422,
      ['Too many files. Please send at most 2 files.'],
    ]);
    const tooLarge = await visitor().attach(page, words, many.slice(0, 1));
    expect([tooLarge.status, refusalsOf(tooLarge)]).toEqual([
      413,
      ['File too large. 0.pdf is larger than 5 MB.'],
    ]);
    expect(await rows()).toEqual(before);
  });

  test('AT-5 CF-8 a verified sending is found again although its token is spent and it is large', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    const words = { ...typed, message: 'Large', turnstileToken: await solveProof(site) };
    const large = () => [drawing('large.pdf', { bytes: 9 * MB })];
    const first = await browser.attach(page, words, large());
    const before = (await rows()).length;
    for (const turnstileToken of [words.turnstileToken, '']) {
      const again = await browser.attach(page, { ...words, turnstileToken }, large());
      expect([again.status, again.location]).toEqual([303, first.location]);
    }
    expect(await rows()).toHaveLength(before);
  });

  test('AT-5 with other files it is refused by the throttle, never lost in silence', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    expect((await browser.attach(page, typed, [drawing('a.pdf')])).status).toBe(303);
    const other = await browser.attach(page, typed, [drawing('a.pdf', { mark: 'other' })]);
    expect(other.status).toBe(429);
    expect(other.text).toContain(contactErrors.en.wait.title);
  });
});

test('AT-2 a refused field keeps all typed values and says that files have to be chosen again', async () => {
  const page = await send([drawing('a.pdf')], { email: 'nobody' });
  expect(page.status).toBe(422);
  expect(refusalsOf(page)).toEqual(['Invalid email. Please enter a valid email address.']);
  expect(page.text).toContain('Please choose your files again.');
});

test('AT-8 the files of a honeypot are kept with it and shown with no enquiry', async () => {
  const before = await enquiries();
  const sent = await send([drawing('bait.pdf', { mark: 'bait' })], {
    website: 'https://x.example',
  });
  expect(sent.status).toBe(303);
  expect(await enquiries()).toEqual(before);
  const [row] = (await rows()).slice(-1);
  expect(row).toMatchObject({ name: 'bait.pdf', enquiry_id: null });
  expect(row!.quarantine_id).not.toBeNull();
});

test.each([
  [
    'a phone of Apple, which then sends JPEG',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
    false,
  ],
  ['any other browser', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0', true],
])('AT-1 HEIC is asked for or not: %s', async (_, agent, asked) => {
  const response = await fetch(`${site}/contact`, { headers: { 'user-agent': agent } });
  const [accept] = /accept="[^"]*\.pdf[^"]*"/.exec(await response.text()) ?? [''];
  expect(accept).toContain('.jpg');
  expect(accept.includes('.heic')).toBe(asked);
});
