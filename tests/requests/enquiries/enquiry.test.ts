import { describe, expect, test } from 'vitest';
import { categories, projectsIn, projectTypeOf } from '#app/content/catalogue/projects.server.ts';
import { contact, contactErrors } from '#app/content/words/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import {
  attribute,
  forms,
  type Page,
  PlainBrowser,
  textOf,
} from '../../support/reading/browser.ts';
import { newVisitor, solveProof, typed } from '../../support/people/enquirer.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const visitor = () => newVisitor(site);

async function send(fields: Record<string, string> = {}, browser = visitor()): Promise<Page> {
  return browser.submit(await browser.get('/contact'), { ...typed, ...fields });
}

const stored = () =>
  database().selectFrom('contact_submissions').selectAll().orderBy('id', 'desc').execute();

function control(page: Page, name: string) {
  const found = ['input', 'select', 'textarea']
    .flatMap((kind) => page.all(kind))
    .find((element) => attribute(element, 'name') === name);
  if (!found) throw new Error(`no control ${name}`);
  return found;
}

test('CF-1 CF-2 CF-3 P-10 the page names factory, offices and hours; its form works without a script', async () => {
  const page = await visitor().get('/contact');
  for (const part of [
    "Let's bring wood to life together",
    '190 11 Avlonas, Attica',
    'Athens-Lamia National Road',
    'Monday to Friday',
    '9:00 AM to 5:00 PM',
  ])
    expect(page.text).toContain(part);
  expect(page.html).toContain('<title>Contact DRYS Woodworking</title>');
  const button = page.all('button').find((b) => attribute(b, 'type') === 'submit')!;
  expect([textOf(button), attribute(button, 'disabled')]).toEqual(['Send Message', undefined]);
  expect(page.texts('option')).toEqual([
    'Private House',
    'Office Spaces',
    'Public Buildings',
    'Exhibition Booths',
  ]);
  expect(attribute(control(page, 'full_name'), 'maxlength')).toBe(String(CONTACT.nameMax));
  expect(attribute(control(page, 'message'), 'maxlength')).toBe(String(CONTACT.messageMax));
  // Every field of the payload, and the honeypot.
  const names = Object.keys(forms(page.html)[0]!.fields);
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...typed, turnstileToken: '' })));
});

test('CF-11 CF-13 an enquiry is stored, answered 303 and thanked for', async () => {
  const browser = visitor();
  const sent = await send({}, browser);
  expect(sent.status).toBe(303);
  const thanks = await browser.follow(sent);
  expect(thanks.text).toContain(contact.en.success.title);
  expect(thanks.text).toContain(contact.en.success.message);
  const { website: _, ...fields } = typed;
  const [row] = await stored();
  expect(row).toMatchObject({ ...fields, status: 'new', verified: 0 });
  expect(row!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('CF-11 the words of success are shown to nobody who has not sent', async () => {
  const page = await visitor().get('/contact?sent=0123456789abcdef.forged');
  expect(page.text).not.toContain(contact.en.success.title);
});

describe('a refused field', () => {
  test.each([
    ['CF-4', 'full_name', ' <<A>> '],
    ['CF-4', 'full_name', ''],
    ['CF-4', 'full_name', 'x'.repeat(CONTACT.nameMax + 1)],
    ['CF-5', 'email', 'nobody'],
    ['CF-5', 'email', 'a b@c.example'],
    ['CF-5', 'email', `${'a'.repeat(CONTACT.emailMax)}@drys.example`],
    ['CF-6', 'phone', '1'.repeat(CONTACT.phoneMax + 1)],
    ['CF-6', 'company', 'x'.repeat(CONTACT.companyMax + 1)],
    ['CF-6', 'message', 'x'.repeat(CONTACT.messageMax + 1)],
    ['CF-6', 'project', 'Castles'],
  ])('%s %s is named beside the field: %j', async (_, name, value) => {
    const before = await stored();
    const page = await send({ [name]: value });
    const { title, message } = contactErrors.en[name as 'email'];
    expect(page.status).toBe(422);
    expect(attribute(control(page, name), 'aria-invalid')).toBe('true');
    const described = attribute(control(page, name), 'aria-describedby')!.split(' ')[0]!;
    const note = page.all('p').find((p) => attribute(p, 'id') === described)!;
    expect(textOf(note)).toBe(`${title}. ${message}`);
    expect(await stored()).toEqual(before);
  });

  test('CF-11 CF-14 keeps what was typed, lists the errors and focuses the first', async () => {
    const page = await send({ full_name: '', email: 'nobody', message: 'Two\r\nlines' });
    expect(attribute(control(page, 'company'), 'value')).toBe(typed.company);
    expect(textOf(control(page, 'message'))).toBe('Two lines');
    const alert = page.all('div').find((d) => attribute(d, 'role') === 'alert')!;
    expect(page.all('a').filter((a) => attribute(a, 'href') === '#email')).toHaveLength(1);
    expect(textOf(alert)).toContain('Please enter your full name.');
    expect(attribute(control(page, 'full_name'), 'autofocus')).toBeDefined();
    const chosen = page
      .all('option')
      .find((o) => 'selected' in o || attribute(o, 'selected') !== undefined);
    expect(textOf(chosen!)).toBe(typed.project);
  });
});

test('CF-6 angle brackets, controls and bidi overrides are removed, CRLF counts once', async () => {
  const line = `${'y'.repeat(CONTACT.messageMax / 2 - 1)}\r\n`;
  const sent = await send({
    full_name: '\u202eEleni <b>\u0007P\u0000.',
    message: line + line.slice(0, -2),
    company: 'Line\none',
  });
  expect(sent.status).toBe(303);
  const [row] = await stored();
  expect(row!.full_name).toBe('Eleni bP.');
  expect(row!.message).toHaveLength(CONTACT.messageMax - 1);
  expect(row!.message).not.toContain('\r');
  expect(row!.company).toBe('Line one');
});

test('CF-6 an empty message is an enquiry', async () => {
  expect((await send({ message: '', phone: '', company: '' })).status).toBe(303);
  expect(await stored()).toContainEqual(expect.objectContaining({ message: '', phone: '' }));
});

describe('CF-8 the same page', () => {
  test('CF-8 sent twice at once and again later is stored once with the same answer', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    const before = (await stored()).length;
    const answers = [
      ...(await Promise.all([browser.submit(page, typed), browser.submit(page, typed)])),
      await browser.submit(page, typed),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map((answer) => answer.location)).size).toBe(1);
    expect(await stored()).toHaveLength(before + 1);
  });

  test('CF-8 with another message is never acknowledged without being stored', async () => {
    const browser = visitor();
    const page = await browser.get('/contact');
    await browser.submit(page, typed);
    const other = await browser.submit(page, { ...typed, message: 'Something else' });
    expect(other.status).toBe(429);
    expect(other.text).toContain('Something else');
  });
});

describe('verification', () => {
  test('CF-12 a solved challenge makes the enquiry a verified one; the token is not stored', async () => {
    const turnstileToken = await solveProof(site);
    expect((await send({ turnstileToken })).status).toBe(303);
    const [row] = await stored();
    expect(row!.verified).toBe(1);
    expect(JSON.stringify(row)).not.toContain(turnstileToken.slice(0, 40));
  });

  test('CF-12 a token is good for one enquiry', async () => {
    const turnstileToken = await solveProof(site);
    await send({ turnstileToken });
    const replay = await send({ turnstileToken });
    expect(replay.status).toBe(422);
    expect(replay.text).toContain(contactErrors.en.verification.message);
  });

  test('CF-12 a refused field does not burn the token', async () => {
    const turnstileToken = await solveProof(site);
    expect((await send({ turnstileToken, email: 'nobody' })).status).toBe(422);
    expect((await send({ turnstileToken })).status).toBe(303);
  });

  test.each(['x', 'e30=', 'a'.repeat(60_000), Buffer.from('{"challenge":1}').toString('base64')])(
    'CF-12 a token that is none of ours is refused (%#)',
    async (turnstileToken) => {
      const page = await send({ turnstileToken });
      expect(page.status).toBe(422);
      expect(page.text).toContain(contactErrors.en.verification.title);
    },
  );
});

describe('throttle', () => {
  test('CF-9 a second enquiry within a minute is told to wait, and keeps its words', async () => {
    const browser = visitor();
    await send({}, browser);
    const second = await send({ message: 'Once more' }, browser);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(CONTACT.intervalSeconds);
    expect(second.text).toContain(contactErrors.en.wait.title);
    expect(second.text).toContain(contactErrors.en.wait.message);
    expect(second.text).toContain('Once more');
  });

  test('CF-9 without cookies the address counts; a refused send uses nothing up', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect((await send({ email: 'nobody' }, new PlainBrowser(site, headers))).status).toBe(422);
    expect((await send({}, new PlainBrowser(site, headers))).status).toBe(303);
    expect((await send({}, new PlainBrowser(site, headers))).status).toBe(429);
  });

  test('CF-9 verified visitors at one address do not wait for each other', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.10' };
    const each = await Promise.all(
      Array.from({ length: CONTACT.perAddressVerified.perInterval + 1 }, async () =>
        send({ turnstileToken: await solveProof(site) }, new PlainBrowser(site, headers)),
      ),
    );
    expect(each.map((page) => page.status).toSorted()).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test('CF-9 the addresses of one IPv6 /64 count together', async () => {
    const at = (address: string) => new PlainBrowser(site, { 'x-forwarded-for': address });
    expect((await send({}, at('2001:db8::1'))).status).toBe(303);
    expect((await send({}, at('2001:db8:0:0:ffff::2'))).status).toBe(429);
  });
});

test('CF-7 a filled honeypot pretends success and stores nothing', async () => {
  const before = await stored();
  const browser = visitor();
  const honeyed = await send({ website: 'https://spam.example' }, browser);
  expect(honeyed.status).toBe(303);
  expect((await browser.follow(honeyed)).text).toContain(contact.en.success.title);
  expect(await stored()).toEqual(before);
  expect((await send({}, browser)).status).toBe(303);
});

test('CF-7 a post without the honeypot field is kept, but never counts as verified', async () => {
  const browser = visitor();
  const { website: _, ...bare } = typed;
  const turnstileToken = await solveProof(site);
  expect((await browser.post('/contact', { ...bare, turnstileToken })).status).toBe(303);
  expect((await stored())[0]).toMatchObject({ verified: 0, email: typed.email });
});

test('a project that the visitor came from is named and stored; an unknown one is left out', async () => {
  const browser = visitor();
  const page = await browser.get('/contact?about=roche');
  expect(page.text).toContain('Roche');
  expect((await browser.submit(page, typed)).status).toBe(303);
  expect((await stored())[0]!.about_project).toBe('roche');
  const unknown = await visitor().get('/contact?about=%3Cscript%3E');
  expect(forms(unknown.html)[0]!.fields).not.toHaveProperty('about');
});

test('CF-2 a project that the visitor came from decides the type that is preselected', async () => {
  for (const { slug, kind } of projectsIn('en')) {
    const page = await visitor().get(`/contact?about=${slug}`);
    expect([kind, chosenType(page)]).toEqual([kind, projectTypeOf({ kind })]);
  }
  expect(new Set(projectsIn('en').map(({ kind }) => kind)).size).toBe(categories({}, 'en').length);
  expect(projectTypeOf({ kind: 'offices' })).toBe('Office Spaces');
  for (const query of ['', '?about=unknown']) {
    expect(chosenType(await visitor().get(`/contact${query}`))).toBe('Private House');
  }
});

test('CF-11 what the visitor chose instead stays chosen in a form that is refused', async () => {
  const browser = visitor();
  const page = await browser.get('/contact?about=roche');
  const refused = await browser.submit(page, { ...typed, email: 'x', project: 'Private House' });
  expect(refused.status).toBe(422);
  expect(chosenType(refused)).toBe('Private House');
});

test('EL-3 a refused enquiry is told so in Greek, with what was typed', async () => {
  const browser = visitor();
  const page = await browser.get('/el/contact');
  const refused = await browser.submit(page, { full_name: '', email: 'nobody', phone: '210' });
  expect(refused.status).toBe(422);
  const said = refused.text;
  expect(said).toContain(contactErrors.el.email.message);
  expect(said).toContain('Ελέγξτε τα 2 παρακάτω πεδία.');
  expect(refused.html).toContain('value="nobody"');
});

test('EL-4 an enquiry remembers its language, its project type is shown in it and stored as ever', async () => {
  const browser = visitor();
  const page = await browser.get('/el/contact?about=roche');
  expect(forms(page.html)[0]!.fields['project']).toBe('Office Spaces');
  const options = page.all('option');
  expect(options.map((option) => textOf(option))).toEqual(Object.values(contact.el.projectTypes));
  const sent = await browser.submit(page, { ...typed, turnstileToken: await solveProof(site) });
  expect(sent.status).toBe(303);
  expect(sent.location).toMatch(/^\/el\/contact\?sent=.*#sent$/);
  expect((await browser.follow(sent)).text).toContain(contact.el.success.title);
  expect((await stored())[0]).toMatchObject({
    language: 'el',
    project: 'Office Spaces',
    about_project: 'roche',
  });
});

test('EL-4 what is set aside and proves to be an enquiry keeps its language', async () => {
  const browser = visitor();
  const page = await browser.get('/el/contact');
  await browser.submit(page, { ...typed, website: 'http://spam.example' });
  const row = database().selectFrom('quarantine').select('language').orderBy('id', 'desc');
  expect((await row.executeTakeFirstOrThrow()).language).toBe('el');
});

/** The project type that a browser would send unchanged. */
function chosenType(page: Page): string | undefined {
  return forms(page.html)[0]!.fields['project'];
}
