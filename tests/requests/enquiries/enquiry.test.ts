import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatDayWithWeekday } from '#app/content/formats.ts';
import { kindFacts, KINDS } from '#app/content/kinds.server.ts';
import { contactErrors, getContactTexts } from '#app/content/texts/contact.server.ts';
import { getMailTexts } from '#app/content/texts/mail.server.ts';
import { getPromisedAnswerDay } from '#app/domain/desk/working-days.server.ts';
import { AUTH, CONTACT } from '#app/domain/limits.ts';
import { ENQUIRY_FIELDS } from '#app/enquiry-fields.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { getFieldError } from '../../support/people/desk.ts';
import { drawing, newVisitor, solveProof, typed } from '../../support/people/enquirer.ts';
import {
  attribute,
  forms,
  PlainBrowser,
  textOf,
  values,
  type Page,
} from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, listRows, one, readCounts, readMails, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: `${office},b@drys.example` });
const visitor = () => newVisitor(site);
await makeAdmin(staff.anna.email);

async function send(
  fields: Record<string, string> = {},
  browser = visitor(),
  path = '/contact',
): Promise<Page> {
  return browser.submit(await browser.get(path), { ...typed, ...fields });
}

const from = (address: string) => new PlainBrowser(site, { 'x-forwarded-for': address });
const count = () => one('SELECT count(*) FROM contact_submissions');
const readNewestEnquiry = () =>
  listRows<{ id: number }>('SELECT * FROM contact_submissions ORDER BY id DESC LIMIT 1')[0]!;

const control = (page: Page, name: string) =>
  page.all(`input[name=${name}], select[name=${name}], textarea[name=${name}]`)[0]!;

/** The project type that a browser would send unchanged. */
const chosenType = (page: Page) => forms(page.html)[0]!.fields['project'];

test('CF-1 CF-2 CF-3 P-10 names factory, offices and hours on the contact page; its form works without a script', async () => {
  const page = await visitor().get('/contact');
  for (const part of [
    "Let's bring wood to life together",
    '190 11 Avlona, Attica',
    'Athens-Lamia National Road',
    'Monday to Friday',
    '9:00 AM to 5:00 PM',
  ])
    expect(page.text).toContain(part);
  expect(page.html).toContain('<title>Contact DRYS Woodworking</title>');
  const button = page.all('button[type=submit]')[0]!;
  expect([textOf(button), attribute(button, 'disabled')]).toEqual(['Send Message', undefined]);
  expect(page.texts('option')).toEqual(Object.keys(getContactTexts('el').projectTypes));
  // Every field of the payload, and the honeypot.
  const names = Object.keys(forms(page.html)[0]!.fields);
  for (const name of [...Object.keys(typed), 'turnstileToken', 'form_token', 'files'])
    expect(names).toContain(name);
});

test('CF-11 CF-13 stores an enquiry, responds 303 and thanks only its sender', async () => {
  const browser = visitor();
  const response = await send({}, browser);
  expect(response.status).toBe(303);
  const thanks = (await browser.follow(response)).text;
  expect(thanks).toContain(getContactTexts('en').success.title);
  expect(thanks).toContain(getContactTexts('en').success.text);
  const { website: _, ...fields } = typed;
  const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(readNewestEnquiry()).toMatchObject({ ...fields, status: 'new', verified: 0, created_at });
  const forged = await visitor().get('/contact?sent=0123456789abcdef.forged');
  expect(forged.text).not.toContain(getContactTexts('en').success.title);
});

test.each([
  ['CF-4', 'full_name', ' <<A>> '],
  ['CF-4', 'full_name', ''],
  ['CF-4', 'full_name', 'x'.repeat(ENQUIRY_FIELDS.full_name.max + 1)],
  ['CF-5', 'email', 'nobody'],
  ['CF-5', 'email', 'a b@c.example'],
  ['CF-5', 'email', `${'a'.repeat(ENQUIRY_FIELDS.email.max)}@drys.example`],
  ['CF-6', 'phone', '1'.repeat(ENQUIRY_FIELDS.phone.max + 1)],
  ['CF-6', 'company', 'x'.repeat(ENQUIRY_FIELDS.company.max + 1)],
  ['CF-6', 'message', 'x'.repeat(ENQUIRY_FIELDS.message.max + 1)],
  ['CF-6', 'project', 'Castles'],
])('%s %s is refused beside the field: %j', async (_, name, value) => {
  const previousCount = count();
  const page = await send({ [name]: value });
  const { title, text } = contactErrors.en[name as 'email'];
  expect(page.status).toBe(422);
  expect(attribute(control(page, name), 'aria-invalid')).toBe('true');
  expect(attribute(control(page, name), 'aria-describedby')).toContain(`${name}-error`);
  expect(getFieldError(page, name)).toBe(`${title}. ${text}`);
  expect(count()).toBe(previousCount);
});

test('CF-6 has no maxlength, because browsers cut pasted text at it: the server checks the limits of texts', async () => {
  const anna = await signedIn(site, staff.anna.email);
  await send();
  const { id } = readNewestEnquiry();
  const pages = [
    '/contact',
    '/admin',
    '/admin?forgot',
    '/reset-password',
    ...['', '/new', '/templates', '/people', '/person', '/account'].map(
      (path) => `/admin/dashboard${path}`,
    ),
    `/admin/dashboard?enquiry=${id}&reply=1`,
    ...KINDS.filter((kind) => !kindFacts[kind].isSingleton).map(
      (kind) => `/admin/dashboard/site/${kind}/new`,
    ),
  ];
  for (const path of pages) {
    const browser = path.startsWith('/admin/dashboard') ? anna : newVisitor(site);
    const page = await browser.get(path);
    const controls = page.all('input, textarea');
    expect([path, page.status, controls.length > 0]).toEqual([path, 200, true]);
    expect(page.values('input[maxlength], textarea[maxlength]', 'name'), path).toEqual([]);
  }
});

test('VP-9 names reference, answer-by day, files and receipt instead of the form, without a script', async () => {
  const browser = visitor();
  const token = await solveProof(site);
  const email = `${randomUUID()}@mail.example`;
  const form = await browser.get('/contact');
  const fields = { ...typed, email, turnstileToken: token };
  const files = [drawing('a.pdf'), drawing('b.pdf', { mark: 'b' })];
  const response = await browser.attach(form, fields, files);
  const page = await browser.follow(response);
  const { id } = readNewestEnquiry();
  expect(forms(page.html)).toEqual([]);
  expect(page.text).toContain(`Your reference: DRYS-${id}.`);
  const day = formatDayWithWeekday(getPromisedAnswerDay(Date.now()), 'en');
  expect(page.text).toContain(`You will hear from us by ${day}.`);
  expect(page.text).toContain('We have received your 2 files.');
  expect(page.text).toContain(getContactTexts('en').success.receiptMailed);
  const another = page.all('a').find((link) => textOf(link) === 'Send another enquiry');
  expect(attribute(another!, 'href')).toBe('/contact');
  const unverified = await browser.follow(await send());
  expect(unverified.text).toContain(getContactTexts('en').success.noReceipt);
  expect(unverified.text).not.toContain('your file');
});

test.each([
  ['/contact', 'You’re asking about the project', 'You’re asking for:'],
  ['/el/contact', 'Μας γράφετε για το έργο', 'Μας ζητάτε:'],
])('VP-8 shows first at %s what the form is about', async (path, aboutProject, aboutSample) => {
  for (const [slug, text, pictureCount] of [
    ['roche', aboutProject, 1],
    ['sample', aboutSample, 0],
  ] as const) {
    const { html } = await visitor().get(`${path}?about=${slug}`);
    const [form = ''] = /<form[^>]*\baria-label[^]*<\/form>/.exec(html) ?? [];
    const [head = ''] = form.split('name="full_name"');
    expect(textOf(head)).toContain(text);
    expect(values(head, 'input', 'value')).toContain(slug);
    expect(values(head, 'img', 'src')).toHaveLength(pictureCount);
  }
});

test.each([
  [
    '/contact',
    /what is to be made.* where .* how large .* when .* If drawings are too large .* a link to them in the message/,
  ],
  [
    '/el/contact',
    /τι θέλετε να φτιάξουμε.* πού .* πόσο μεγάλο .* πότε .* Αν τα σχέδια δεν χωρούν .* έναν σύνδεσμο προς αυτά/,
  ],
])('VP-9 says at %s what to write, and how larger drawings can come', async (path, hint) => {
  const page = await visitor().get(path);
  const hintId = attribute(control(page, 'message'), 'aria-describedby')!.split(' ')[0];
  expect(page.texts(`[id=${hintId}]`)).toEqual([expect.stringMatching(hint)]);
});

test('VP-8 names the sample that was asked for in the form, the enquiry and the notice', async () => {
  const anna = await signedIn(site, staff.anna.email);
  const form = await visitor().get('/contact?about=sample');
  expect(form.text).toContain('You’re asking for: Wood sample');
  expect((await visitor().submit(form, typed)).status).toBe(303);
  const { id } = readNewestEnquiry();
  expect(readNewestEnquiry()).toMatchObject({ about_project: 'sample' });
  expect((await anna.get(`/admin/dashboard?enquiry=${id}`)).text).toContain('Wood sample');
  expect(readMails('enquiry').at(-1)!.text).toContain('Wood sample');
});

test('CF-11 CF-14 keeps the values of a refused form, lists the errors and focuses the first', async () => {
  const browser = visitor();
  const form = await browser.get('/contact?about=roche');
  expect(chosenType(form)).toBe('Office Spaces');
  const invalidFields = { full_name: '', email: 'nobody', message: 'Two\r\nlines' };
  const page = await browser.submit(form, { ...typed, ...invalidFields, project: 'Private House' });
  expect(attribute(control(page, 'company'), 'value')).toBe(typed.company);
  expect(textOf(control(page, 'message'))).toBe('Two lines');
  expect(forms(page.html)[0]!.fields).toMatchObject({ about: 'roche', project: 'Private House' });
  expect(page.text).toContain('Roche');
  const alert = page.all('div[role=alert]')[0]!;
  expect(page.values('a', 'href').filter((href) => href === '#email')).toHaveLength(1);
  expect(textOf(alert)).toContain('Please enter your full name.');
  expect(attribute(control(page, 'full_name'), 'autofocus')).toBeDefined();
});

test('CF-6 CF-11 keeps all fields of a form whose message is far too long', async () => {
  const browser = visitor();
  // The form is cut off at 64 KB, here in the middle of a letter.
  const message = `a${'ω'.repeat(40_000)}`;
  const page = await browser.attach(await browser.get('/contact'), { ...typed, message }, []);
  expect(page.status).toBe(422);
  expect(attribute(control(page, 'message'), 'aria-invalid')).toBe('true');
  expect(page.text).toContain(contactErrors.en.message.text);
  const { fields } = forms(page.html)[0]!;
  expect(fields).toMatchObject({ ...typed, message: expect.stringMatching(/^aω{30000,}/) });
});

test('CF-6 removes angle brackets, control characters and bidi overrides, and counts CRLF once; optional fields may be empty', async () => {
  const line = `${'y'.repeat(ENQUIRY_FIELDS.message.max / 2 - 1)}\r\n`;
  const full_name = '\u202eEleni <b>\u0007P\u0000.';
  await send({ full_name, message: line + line.slice(0, -2), company: 'Line\none' });
  const message = (line + line.slice(0, -2)).replace('\r', '');
  const cleaned = { full_name: 'Eleni bP.', message, company: 'Line one' };
  expect(readNewestEnquiry()).toMatchObject(cleaned);
  expect((await send({ message: '', phone: '', company: '' })).status).toBe(303);
  expect(readNewestEnquiry()).toMatchObject({ message: '', phone: '', company: '' });
});

test('CF-8 stores a page that is sent twice at once and again later once, with the same response', async () => {
  const browser = visitor();
  const page = await browser.get('/contact');
  const previousCount = Number(count());
  const submit = () => browser.submit(page, typed);
  const answers = [...(await Promise.all([submit(), submit()])), await submit()];
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set([answers[0]!.outcome]));
  expect(answers[0]!.status).toBe(303);
  expect(count()).toBe(previousCount + 1);
});

describe('verification', () => {
  test('CF-12 accepts a solved challenge for one enquiry, and does not store it; a refused field does not use it up', async () => {
    const turnstileToken = await solveProof(site);
    expect((await send({ turnstileToken, email: 'nobody' })).status).toBe(422);
    expect((await send({ turnstileToken })).status).toBe(303);
    expect(readNewestEnquiry()).toMatchObject({ verified: 1 });
    expect(JSON.stringify(readNewestEnquiry())).not.toContain(turnstileToken.slice(0, 40));
    const replay = await send({ turnstileToken });
    expect(replay.status).toBe(422);
    expect(replay.text).toContain(contactErrors.en.verification.text);
  });

  test('CF-12 refuses a foreign verification token', async () => {
    const broken = Buffer.from('{"challenge":1}').toString('base64');
    for (const turnstileToken of ['x', 'e30=', 'a'.repeat(60_000), broken]) {
      const page = await send({ turnstileToken });
      expect(page.status).toBe(422);
      expect(page.text).toContain(contactErrors.en.verification.title);
    }
  });
});

describe('throttle', () => {
  test('CF-8 CF-9 asks to wait a minute before another text from the same page, which keeps it', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    await browser.submit(page, typed);
    const second = await browser.submit(page, { ...typed, message: 'Once more' });
    expect(second.status).toBe(429);
    const wait = Number(second.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(CONTACT.intervalSeconds);
    expect(second.text).toContain(contactErrors.en.wait.title);
    expect(second.text).toContain(contactErrors.en.wait.text);
    expect(second.text).toContain('Once more');
  });

  test('CF-9 counts an IPv6 /64 without cookies; a refused form does not count', async () => {
    const [first, second] = [from('2001:db8::1'), from('2001:db8:0:0:ffff::2')];
    expect((await send({ email: 'nobody' }, first)).status).toBe(422);
    expect((await send({}, first)).status).toBe(303);
    expect((await send({}, second)).status).toBe(429);
  });

  test('CF-9 does not make verified visitors at one IP address wait for each other', async () => {
    const each = await Promise.all(
      Array.from({ length: CONTACT.perIpAddressVerified.perInterval + 1 }, async () =>
        send({ turnstileToken: await solveProof(site) }, from('203.0.113.10')),
      ),
    );
    expect(each.map((page) => page.status).toSorted()).toEqual([303, 303, 303, 303, 303, 429]);
  });
});

test('CF-7 pretends success when the honeypot is filled, stores no enquiry and does not count it', async () => {
  const previousCount = count();
  const browser = visitor();
  const honeyed = await send({ website: 'https://spam.example' }, browser);
  expect(honeyed.status).toBe(303);
  expect((await browser.follow(honeyed)).text).toContain(getContactTexts('en').success.title);
  expect(count()).toBe(previousCount);
  expect((await send({}, browser)).status).toBe(303);
});

test.each([
  ['/contact', 'leave empty'],
  ['/el/contact', 'αφήστε κενό'],
])('CF-7 asks on %s to leave the honeypot empty: text browsers show it', async (path, words) => {
  const page = await visitor().get(path);
  const label = page.all('label').find((each) => values(each, 'input', 'name').includes('website'));
  expect(textOf(label!)).toContain(words);
});

test('CF-7 asks password managers to leave the honeypot alone', async () => {
  const honeypot = control(await visitor().get('/contact'), 'website');
  const names = ['autocomplete', 'data-1p-ignore', 'data-bwignore', 'data-lpignore'];
  expect(names.map((name) => attribute(honeypot, name))).toEqual(['off', '', '', 'true']);
});

describe('CF-7 a filled honeypot whose sender passed the human check', () => {
  const website = 'https://filled.example';

  test('CF-7 becomes an enquiry that is suspected, with its mail to staff', async () => {
    const turnstileToken = await solveProof(site);
    const browser = visitor();
    const [previousCount, spamCount] = [count(), one('SELECT count(*) FROM spam')];
    const sent = await send({ website, turnstileToken }, browser);
    expect((await browser.follow(sent)).text).toContain(getContactTexts('en').success.title);
    expect(count()).toBe(Number(previousCount) + 1);
    expect(readNewestEnquiry()).toMatchObject({ verified: 1, suspected: 1 });
    expect(one('SELECT count(*) FROM spam')).toBe(spamCount);
    const notice = readMails('enquiry').at(-1)!;
    expect(notice.text).toContain('It may be spam: the form’s hidden field was filled in');
  });

  test('CF-7 is refused with its errors if a field is invalid', async () => {
    const turnstileToken = await solveProof(site);
    const page = await send({ website, turnstileToken, email: 'nobody' });
    expect(page.status).toBe(422);
  });

  test('CF-7 CF-8 is stored once if it is sent twice', async () => {
    const turnstileToken = await solveProof(site);
    const browser = visitor();
    const form = await browser.get('/contact');
    const fields = { ...typed, website, turnstileToken, message: 'twice with a website' };
    for (let times = 0; times < 2; times++) {
      expect((await browser.submit(form, fields)).status).toBe(303);
    }
    const countIn = (table: string) =>
      one(`SELECT count(*) FROM ${table} WHERE message = 'twice with a website'`);
    expect([countIn('contact_submissions'), countIn('spam')]).toEqual([1, 0]);
  });

  test('CF-7 stays in the spam folder if the check is invented', async () => {
    const previousCount = count();
    expect((await send({ website, turnstileToken: 'invented' })).status).toBe(303);
    expect(count()).toBe(previousCount);
    expect(column('SELECT reason FROM spam ORDER BY id DESC LIMIT 1')).toEqual(['honeypot']);
  });
});

test('CF-7 keeps a post without the honeypot field, but never counts it as verified', async () => {
  const { website: _, ...bare } = typed;
  const turnstileToken = await solveProof(site);
  expect((await visitor().post('/contact', { ...bare, turnstileToken })).status).toBe(303);
  expect(readNewestEnquiry()).toMatchObject({ verified: 0, email: typed.email });
});

test('CF-2 leaves out an unknown project that the visitor came from', async () => {
  for (const query of ['', '?about=%3Cscript%3E']) {
    const page = await visitor().get(`/contact${query}`);
    expect(chosenType(page)).toBe('Private House');
    expect(forms(page.html)[0]!.fields).not.toHaveProperty('about');
  }
});

test('EL-3 shows the errors of a Greek form in Greek, with the typed values', async () => {
  const invalidFields = { full_name: '', email: 'nobody' };
  const refused = await send(invalidFields, visitor(), '/el/contact?about=roche');
  expect(refused.status).toBe(422);
  expect(forms(refused.html)[0]!.fields['about']).toBe('roche');
  expect(refused.text).toContain(contactErrors.el.email.text);
  expect(refused.text).toContain('Ελέγξτε τα 2 παρακάτω πεδία.');
  expect(refused.html).toContain('value="nobody"');
});

test('CF-2 EL-4 remembers the language and project of an enquiry, and preselects the project type', async () => {
  const browser = visitor();
  const page = await browser.get('/el/contact?about=roche');
  expect(page.text).toContain('Roche');
  expect(page.texts('option')).toEqual(Object.values(getContactTexts('el').projectTypes));
  const project = chosenType(page)!;
  const response = await browser.submit(page, { ...typed, project });
  expect(response.location).toMatch(/^\/el\/contact\?sent=.*#sent$/);
  expect((await browser.follow(response)).text).toContain(getContactTexts('el').success.title);
  const storedFields = { language: 'el', project: 'Office Spaces', about_project: 'roche' };
  expect(readNewestEnquiry()).toMatchObject(storedFields);
  await browser.submit(page, { ...typed, project, website: 'http://spam.example' });
  const [spamRow] = listRows('SELECT * FROM spam ORDER BY id DESC LIMIT 1');
  expect(spamRow, 'what proves to be one').toMatchObject(storedFields);
});

describe('VP-1 the receipt', () => {
  // A sender gets one receipt a day.
  beforeEach(() => void run('DELETE FROM contact_submissions'));

  const numberIn = (text: string) => Number(/DRYS-(\d+)/.exec(text)?.[1]);

  /** An enquiry as it is sent, the number that its thanks name, and the mails of a kind it caused. */
  async function thanked(fields: Record<string, string> = {}, path = '/contact') {
    run('DELETE FROM outbox');
    const browser = visitor();
    const form = await browser.get(path);
    const submit = () => browser.submit(form, { ...typed, ...fields });
    const response = await submit();
    const number = numberIn((await browser.follow(response)).text);
    return { number, location: response.location, submitAgain: submit };
  }

  test('VP-1 shows a verified sender one number in thanks, email, notification, desk and search', async () => {
    const { number: id } = await thanked({ turnstileToken: await solveProof(site) });
    expect(readNewestEnquiry()).toMatchObject({ id });
    const subject = `We have your enquiry (DRYS-${id})`;
    expect(readMails('receipt')).toMatchObject([{ to: [eleni.email], replyTo: office, subject }]);
    expect(readMails('enquiry')[0]!.text).toContain(`Reference: DRYS-${id}`);

    const anna = await signedIn(site, staff.anna.email);
    const matchingList = await anna.get(`/admin/dashboard?q=drys-${id}`);
    expect(matchingList.html.match(/id="view-\d+"/g)).toEqual([`id="view-${id}"`]);
    const emptyList = await anna.get(`/admin/dashboard?q=DRYS-${id + 1}`);
    expect(emptyList.html).not.toContain('id="view-');
    const open = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(open.text).toContain(`Enquiry DRYS-${id}`);
  });

  test('VP-1 repeats only the project type of the typed fields, in the language of the form', async () => {
    const turnstileToken = await solveProof(site);
    const fields = { email: 'new@mail.example', project: 'Public Buildings', turnstileToken };
    const { number } = await thanked(fields, '/el/contact');
    const { text, html, subject } = readMails('receipt')[0]!;
    expect(subject).toBe(getMailTexts('el').receipt.subject(`DRYS-${number}`));
    expect(html).toContain('<html lang="el">');
    expect(text).toContain('Είδος έργου: Δημόσια κτίρια');
    for (const typedText of [eleni.full_name, eleni.message, eleni.company, eleni.phone]) {
      expect(typedText.length).toBeGreaterThan(0);
      expect(text + html + subject).not.toContain(typedText);
    }
  });

  test('VP-1 goes to verified senders only; others see the number', async () => {
    const { number } = await thanked({ email: 'stranger@mail.example' });
    expect(number).toBeGreaterThan(0);
    expect(readMails().map(({ kind }) => kind)).toEqual(['enquiry']);
  });

  test('VP-1 CF-8 shows a honeypot sender a number that no enquiry ever gets, and the same one again', async () => {
    const { number: first } = await thanked();
    const honeypot = await thanked({ website: 'https://spam.example' });
    expect(honeypot.number).toBe(first + 1);
    expect((await honeypot.submitAgain()).location).toBe(honeypot.location);
    expect((await thanked()).number).toBe(first + 2);
    expect(column('SELECT id FROM contact_submissions')).not.toContain(first + 1);
  });
});

describe('events that anonymous clients cause are counted, without a row each', () => {
  const crossSitePost = () =>
    exchange(site, {
      method: 'POST',
      path: '/contact',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        'x-forwarded-for': '198.51.100.7',
      },
      body: new URLSearchParams(typed).toString(),
    });
  const rows = () => column('SELECT event FROM audit_log');
  const login = { email: '', password: 'wrong wrong wrong' };
  const submit = async (path: string, fields: Record<string, string>, browser = visitor()) =>
    browser.submit(await browser.get(path), fields);
  let [stranger, admin] = [visitor(), 0];
  beforeEach(async () => {
    stranger = visitor();
    login.email = `${randomUUID()}@drys.example`;
    admin = await makeAdmin(login.email);
  });
  const wrong = () => logIn(stranger, login.email, login.password);
  const code = 'WRONGWRONGWRONGWRONGWRONGW';
  const forgot = () => submit('/admin?forgot', { email: 'nobody@drys.example' }, stranger);

  /** Requests that need no database are refused as usual. */
  async function whileReadOnly() {
    getSqliteConnection().pragma('query_only = 1');
    expect((await crossSitePost()).status).toBe(403);
    expect((await send()).status).toBe(503);
    getSqliteConnection().pragma('query_only = 0');
  }

  test.each<[string, string, number, () => Promise<unknown>, earlierTimes?: number]>([
    ['a post from another site', 'post.cross-site', 30, crossSitePost],
    ['CF-7 a honeypot', 'enquiry.honeypot', 1, () => send({ website: 'x' }, stranger)],
    ['CF-12 a bad token', 'verification.failed', 1, () => send({ turnstileToken: 'x' }, stranger)],
    ['CF-12 no token', 'verification.missing', 1, () => send({}, stranger)],
    ['CF-9 a throttled sender', 'enquiry.throttled', 3, () => send({}, stranger), 1],
    ['AL-3 a form without its token', 'login.token', 1, () => visitor().post('/admin', login)],
    ['AL-6 a wrong password', 'login.failed', 4, wrong],
    ['AL-6 a lock', 'login.locked', 1, wrong, AUTH.lockoutFailures - 1],
    ['AL-6 a locked account', 'login.refused', 2, wrong, AUTH.lockoutFailures],
    ['AL-7 a reset', 'reset.requested', 2, forgot],
    ['RP-6 a link that is refused', 'link.refused', 1, () => submit('/reset-password', { code })],
    ['a store that fails', 'store.failed', 1, whileReadOnly],
  ])('%s: %s', async (_, event, times, work, earlierTimes = 0) => {
    for (let i = 0; i < earlierTimes; i += 1) await work();
    const countsBefore = (await readCounts())[event];
    const rowsBefore = rows();
    for (let i = 0; i < times; i += 1) await work();
    const countsAfter = (await readCounts())[event]!;
    expect(countsAfter.count - (countsBefore?.count ?? 0)).toBe(times);
    // One, or two if a minute ended.
    expect(countsAfter.rows - (countsBefore?.rows ?? 0)).toBeLessThan(3);
    expect(rows()).toEqual(rowsBefore);
  });

  test('CF-9 counts once a day that a proxy names no visitor', async () => {
    for (const forwardedFor of ['unknown', '']) {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': forwardedFor,
      };
      await exchange(site, { method: 'POST', path: '/contact', headers, body: 'a=1' });
    }
    expect((await readCounts())['proxy.no-address']).toEqual({ count: 1, rows: 1 });
  });

  test('AL-6 AL-7 logins can be read per account; the email of a reset has a row', async () => {
    await visitor().post('/admin', login);
    await wrong();
    await readCounts();
    const sql = `SELECT DISTINCT admin_id FROM audit_counts
      WHERE event LIKE 'login.%' AND admin_id IN (0, ?) ORDER BY 1`;
    expect(column(sql, admin)).toEqual([0, admin]);
    for (let i = 0; i < 3; i += 1) await submit('/admin?forgot', { email: login.email });
    expect(rows().filter((event) => event === 'reset.mailed')).toHaveLength(1);
  });
});
