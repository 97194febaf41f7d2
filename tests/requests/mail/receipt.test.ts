import { beforeAll, beforeEach, expect, test } from 'vitest';
import { receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { makeChallenge } from '#app/domain/enquiries/verification.server.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { mailWords } from '#app/content/words/mail.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { solveProof, typed } from '../../support/people/enquirer.ts';
import { PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: `${office},b@drys.example` });
let lastAddress = 0;
beforeAll(() => makeAdmin(staff.anna.email));
beforeEach(() => run('DELETE FROM outbox'));

async function send(path = '/contact', fields: Record<string, string> = {}) {
  lastAddress += 1;
  const browser = new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${lastAddress}` });
  const form = await browser.get(path);
  const send = () => browser.submit(form, { ...typed, ...fields });
  const sent = await send();
  const thanks = await browser.follow(sent);
  return { thanks: textOf(thanks.html), sent, send };
}

const numberIn = (text: string) => Number(/DRYS-(\d+)/.exec(text)?.[1]);

const mails = (kind: string) =>
  column('SELECT sealed FROM outbox WHERE kind = ? ORDER BY id', kind).map((sealed) =>
    readMail(String(sealed))!,
  );

test('VP-1 a verified sender gets one number: thanks, mail, notice, desk and its search', async () => {
  const { thanks } = await send('/contact', { turnstileToken: await solveProof(site) });
  const id = numberIn(thanks);
  expect(id).toBe(one('SELECT max(id) FROM contact_submissions'));
  const [receipt, ...others] = mails('receipt');
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({
    to: [eleni.email],
    replyTo: office,
    subject: `Your enquiry DRYS-${id}`,
  });
  const phrases = [`Number: DRYS-${id}`, '+30 22950 00000', '9:00 AM to 5:00 PM', eleni.project];
  for (const phrase of phrases) {
    expect(receipt!.text).toContain(phrase);
    expect(textOf(receipt!.html)).toContain(phrase.replace('Number: ', ''));
  }
  expect(receipt!.text).toMatch(
    /answer by (Mon|Tues|Wednes|Thurs|Fri)day \d+ \w+ \d{4} at the latest/,
  );
  const [notice] = mails('enquiry');
  expect(notice!.text).toContain(`Number: DRYS-${id}`);

  const anna = await signedIn(site, staff.anna.email);
  const found = await anna.get(`/admin/dashboard?q=drys-${id}`);
  expect(found.html.match(/id="view-\d+"/g)).toEqual([`id="view-${id}"`]);
  expect(textOf(found.html)).toContain(eleni.full_name);
  const none = await anna.get(`/admin/dashboard?q=DRYS-${id + 1}`);
  expect(none.html).not.toContain('id="view-');
  const open = await anna.get(`/admin/dashboard?enquiry=${id}`);
  expect(textOf(open.html)).toContain(`Enquiry DRYS-${id}`);
});

test('VP-1 repeats nothing that was typed but the project type, in the language of the form', async () => {
  const fields = { email: 'new@mail.example', project: 'Public Buildings' };
  const turnstileToken = await solveProof(site);
  const { thanks } = await send('/el/contact', { ...fields, turnstileToken });
  const [receipt] = mails('receipt');
  const { subject, heading } = mailWords.el.receipt;
  expect(receipt!.subject).toBe(subject(`DRYS-${numberIn(thanks)}`));
  expect(receipt!.html).toContain('<html lang="el">');
  expect(receipt!.text).toContain(heading);
  expect(receipt!.text).toContain('Είδος έργου: Δημόσια κτίρια');
  expect(receipt!.text).toMatch(/το αργότερο την (Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή) \d+/);
  for (const part of [receipt!.text, receipt!.html, receipt!.subject]) {
    for (const own of [eleni.full_name, eleni.message, eleni.company, eleni.phone].filter(
      Boolean,
    )) {
      expect(part).not.toContain(own);
    }
  }
});

test('VP-1 who was not verified gets the number and no mail', async () => {
  const { thanks } = await send('/contact', { email: 'stranger@mail.example' });
  expect(numberIn(thanks)).toBeGreaterThan(0);
  expect(mails('receipt')).toEqual([]);
  expect(mails('enquiry')).toHaveLength(1);
});

test('VP-1 one mail an address and day in Athens, whatever its case', async () => {
  const at = async (time: string, email: string) => {
    const now = Date.parse(time);
    const form = new FormData();
    const turnstileToken = await proofAt(now);
    for (const [name, value] of Object.entries({ ...typed, email, turnstileToken }))
      form.set(name, value);
    lastAddress += 1;
    const address = `203.0.113.${lastAddress}`;
    const received = await receiveEnquiry(form, { visitor: time, address, requestId: 'r' }, now);
    expect(received.kind).toBe('stored');
    return mails('receipt').length;
  };
  expect(await at('2027-03-01T20:00:00Z', 'Day@mail.example')).toBe(1);
  expect(await at('2027-03-01T21:50:00Z', 'dAY@mail.example')).toBe(1);
  expect(await at('2027-03-01T21:55:00Z', 'other@mail.example')).toBe(2);
  expect(await at('2027-03-01T22:10:00Z', 'day@mail.example'), 'past midnight in Athens').toBe(3);
});

async function proofAt(now: number) {
  const { solveChallenge } = await import('altcha-lib');
  const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2');
  const challenge = await makeChallenge(now);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

test('VP-1 CF-8 a honeypot is told a number too, the same again, and nobody ever has it', async () => {
  const first = numberIn((await send()).thanks);
  const honeypot = await send('/contact', { website: 'https://spam.example' });
  const number = numberIn(honeypot.thanks);
  expect(number).toBe(first + 1);
  const location = honeypot.sent.headers.get('location');
  expect((await honeypot.send()).headers.get('location')).toBe(location);
  expect(numberIn((await send()).thanks)).toBe(first + 2);
  expect(one('SELECT count(*) FROM contact_submissions WHERE id = ?', number)).toBe(0);
});

test('VP-1 honeypots that are not kept use up no numbers', async () => {
  run('DELETE FROM quarantine');
  const spam = async (n: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...typed, website: 'x' })) form.set(name, value);
    form.set('form_token', n.toString(16).padStart(CONTACT.formTokenBytes * 2, '0'));
    const from = { visitor: null, address: '192.0.2.77', requestId: 'r' };
    return receiveEnquiry(form, from);
  };
  for (let n = 0; n < 60; n += 1) await spam(n);
  const next = numberIn((await send()).thanks);
  const kept = Number(one('SELECT count(*) FROM quarantine'));
  expect(kept).toBeLessThan(60);
  expect(await spam(100)).toMatchObject({ kind: 'stored', id: next - 1 });
  expect(numberIn((await send()).thanks)).toBe(next + 1);
});
