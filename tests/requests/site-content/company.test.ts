import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES, pathIn } from '#app/content/language.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { showPublished } from '#app/domain/site/published.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import { solveProof, typed } from '../../support/people/enquirer.ts';
import { entryForm, faultsOn, kormos, press } from '../../support/people/site-editor.ts';
import { nodesOf } from '../../support/reading/graph.ts';
import {
  PlainBrowser,
  attribute,
  elements,
  textOf,
  values,
} from '../../support/reading/browser.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, run } from '../../support/servers/store.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
const site = await startSite({
  TRUST_PROXY: '1',
  ENQUIRY_NOTIFY_TO: office,
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
});
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
await makeAdmin(staff.anna.email);
await makeAdmin(staff.basil.email);
const anna = await signedIn(site, staff.anna.email);
const basil = await signedIn(site, staff.basil.email);
const visitor = new PlainBrowser(site, { 'x-forwarded-for': '198.51.100.7' });

const SITE = '/admin/dashboard/site';
const LIST = `${SITE}/company`;
const open = async (browser = anna) => browser.follow(await browser.get(LIST));

const titleOf = async (path: string) =>
  textOf(elements((await visitor.get(path)).html, 'title')[0]!);

async function businessOn(path: string) {
  const { html } = await visitor.get(path);
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*)/.exec(html) ?? [];
  return nodesOf(json).filter((node) => node['@id'].endsWith('#business'));
}

test('PB-7 the company is one entry: its list leads to its form, and nobody adds, hides or deletes it', async () => {
  const page = await open();
  expect(page.status).toBe(200);
  const buttons = values(page.html, 'button', 'value');
  expect(buttons).toEqual(expect.arrayContaining(['save', 'preview', 'publish']));
  expect(buttons).not.toContain('offline');
  expect(buttons).not.toContain('delete');
  const before = column(
    'SELECT version, live, deleted_at FROM site_entries WHERE kind = ?',
    'company',
  );
  for (const button of ['offline', 'delete']) await press(anna, page, button);
  expect(
    column('SELECT live FROM site_entries WHERE kind = ? AND deleted_at IS NULL', 'company'),
  ).toEqual([1]);
  expect(before).toHaveLength(1);
  const fresh = await anna.get(`${LIST}/new`);
  const added = await press(anna, fresh, 'publish', {
    ...kormos,
  });
  expect(added.status).toBe(409);
  expect(column('SELECT id FROM site_entries WHERE kind = ?', 'company')).toHaveLength(1);
  expect(await titleOf('/')).toContain('DRYS Woodworking');
});

test.each([
  ['email', 'nobody', 'email'],
  ['phone', 'call us', 'phone'],
  ['factoryPlace', '91, 23', 'factoryPlace'],
  ['factoryPlace', '38.2513', 'factoryPlace'],
  ['hours_3', '17:00-09:00', 'hours'],
  ['hours_3', '09:00-14:00, 13:00-18:00', 'hours'],
  ['hours_3', 'by appointment', 'hours'],
  ['closedDays', '31/6/2027', 'closedDays'],
  ['closedDays', '2027-08-20 - 2027-08-09', 'closedDays'],
  ['social', 'Instagram http://plain.example', 'social'],
  ['gemi', '12345', 'gemi'],
  ['vat', '98765432a', 'vat'],
  ['area', '5.000', 'area'],
  ['brand', '', 'brand'],
  ['where_el', '', 'where_el'],
])('PB-7 a company is not published with %s: %s', async (field, text, place) => {
  const refused = await press(anna, await open(), 'publish', { [field]: text });
  expect([refused.status, faultsOn(refused)]).toEqual([422, [place]]);
  run(`UPDATE site_entries SET draft = NULL WHERE kind = 'company'`);
});

test('PB-8 a stale save of the company is refused, what was typed kept', async () => {
  const [hers, his] = [await open(), await open(basil)];
  await press(anna, hers, 'save', { phone: '+30 22950 00001' });
  const stale = await press(basil, his, 'save', { phone: '+30 22950 00002' });
  expect(stale.status).toBe(409);
  expect(entryForm(stale)['phone']).toBe('+30 22950 00002');
  run(`UPDATE site_entries SET draft = NULL WHERE kind = 'company'`);
});

/** Of what the sample's company says; what its projects and articles tell is theirs. */
const SAMPLES = /DRYS|Avlon|Αυλών|22950|Metamorphosi|Μεταμόρφωση|drys\.example|190 11|5[,.]000/;

async function enquire(path: string) {
  const form = await visitor.get(path);
  const sent = await visitor.submit(form, { ...typed, turnstileToken: await solveProof(site) });
  return textOf((await visitor.follow(sent)).html);
}

test('PB-7 P-13 P-14 VP-2 published is seen wherever the company speaks, in both languages', async () => {
  const thanks = await enquire('/contact');
  const [, before] = /DRYS-(\d+)/.exec(thanks) ?? [];
  await press(anna, await open(), 'save', kormos);
  expect(await titleOf('/')).toContain('DRYS Woodworking');
  const preview = await anna.get('/contact?preview');
  expect(preview.html).toContain('KORMOS');
  const saved = await press(anna, await open(), 'publish');
  expect([saved.status, faultsOn(saved)]).toEqual([303, []]);

  for (const language of LANGUAGES) {
    const el = language === 'el';
    const name = el ? kormos.title_el : kormos.title;
    const home = await visitor.get(pathIn(language, '/'));
    expect(home.html).toContain(`<title>${name}`);
    const said = [
      ...(el
        ? [kormos.tagline_el, kormos.intro_el, '640', '31', 'Λιμανιού 3', '732 00 Σούδα Κρήτης']
        : [
            kormos.tagline_en,
            kormos.intro_en,
            '640',
            '31',
            'Harbour Road 3',
            '732 00 Souda, Crete',
          ]),
      kormos.phone,
      kormos.email,
      'Mastodon',
      kormos.gemi,
      kormos.vat,
      `© ${new Date().getFullYear()} ${name}`,
    ];
    for (const text of said) expect(wordsOf(home.html)).toContain(text);
    const contact = await visitor.get(pathIn(language, '/contact'));
    const hours = el
      ? ['Δευτέρα', '08:00–16:00', '08:00–12:30 και 17:00–20:00', 'Σάββατο', 'Τρίτη έως Πέμπτη']
      : [
          'Monday, 8:00 AM to 4:00 PM',
          '8:00 AM to 12:30 PM and 5:00 PM to 8:00 PM',
          'Tuesday to Thursday',
        ];
    for (const text of hours) expect(wordsOf(contact.html)).toContain(text);
    expect(values(contact.html, 'a', 'href')).toEqual(
      expect.arrayContaining(['tel:+302821011111', 'mailto:hello@kormos.example']),
    );
    expect(contact.html).toContain('mlat=35.487&amp;mlon=24.0739');
    for (const path of [
      '/',
      '/contact',
      '/about',
      '/terms',
      '/privacy',
      '/projects',
      '/media',
      '/sitemap',
      '/insights',
      '/financial-data',
      '/nowhere',
    ]) {
      const { html } = await visitor.get(pathIn(language, path));
      expect(wordsOf(html).replace(/.{30}@example/, ''), pathIn(language, path)).not.toMatch(
        SAMPLES,
      );
      const heads = [...html.matchAll(/<(?:title|meta|link)\b[^>]*>[^<]*/g)].join('\n');
      expect(heads, path).not.toMatch(SAMPLES);
    }
  }
  const [business] = await businessOn('/');
  expect(business).toMatchObject({
    name: kormos.title,
    legalName: 'Kormos Ltd',
    telephone: kormos.phone,
    sameAs: ['https://social.example/@kormos'],
  });
  expect(business).not.toHaveProperty('vatID');
  for (const path of [
    '/insights/feed.xml',
    '/.well-known/security.txt',
    '/manifest.webmanifest',
    '/admin',
    '/reset-password',
  ]) {
    const { html } = await visitor.get(path);
    expect(html, path).toMatch(/KORMOS|Kormos|kormos/);
    expect(wordsOf(html), path).not.toMatch(/DRYS|drys\.example/);
  }
  expect(wordsOf((await anna.get('/admin/dashboard')).html)).not.toMatch(/DRYS/);
  expect(
    attribute(elements((await anna.get('/admin/dashboard')).html, 'svg')[0]!, 'aria-label'),
  ).toBe('Kormos Joiners, home');

  expect((await anna.get(`/admin/dashboard?q=drys+${before}`)).html).toContain(typed.full_name);
  expect((await anna.get(`/admin/dashboard?q=kormos-${before}`)).html).toContain(typed.full_name);
});

test('VP-4 the line in the footer goes when the company is no sample; JSON-LD has its numbers then', async () => {
  const line = 'Sample content: the company';
  expect((await visitor.get('/')).html).toContain(line);
  const page = await open();
  const { sample: _, ...real } = entryForm(page);
  await anna.post(page.url, { ...real, do: 'publish' });
  expect((await visitor.get('/')).html).not.toContain(line);
  const [business] = await businessOn('/');
  expect(business).toMatchObject({ vatID: 'EL987654321', identifier: { value: kormos.gemi } });
});

test("PB-7 VP-1 the mails are of the company that is published, a command's too", async () => {
  run('DELETE FROM outbox');
  run(`UPDATE contact_submissions SET created_at = '2020-01-01T00:00:00.000Z'`);
  const asked = new PlainBrowser(site, { 'x-forwarded-for': '198.51.100.8' });
  const form = await asked.get('/el/contact');
  await asked.submit(form, {
    ...typed,
    email: 'k@visitor.example',
    turnstileToken: await solveProof(site),
  });
  execFileSync(process.execPath, ['scripts/admin.ts', 'invite', staff.clio.email], {
    env: process.env,
  });
  const mails = column('SELECT sealed FROM outbox').map((sealed) => readMail(String(sealed))!);
  expect(mails).toHaveLength(3);
  const texts = mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n');
  expect(texts).toMatch(/Το αίτημά σας KORMOS-\d+/);
  expect(texts).toContain('Your invitation to the KORMOS enquiry desk');
  for (const text of ['Κορμός Ξυλουργική', '+30 28210 11111', 'Λιμανιού 3', 'Harbour Road 3']) {
    expect(texts).toContain(text);
  }
  expect(texts.replaceAll(/\S+@drys\.example/g, '')).not.toMatch(SAMPLES);
});

test('PB-7 PB-9 the company is exported and imported; without one nothing is imported', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'drys-company-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const { exportContent, importContent } = await import('#app/domain/site/content-files.server.ts');
  const folder = join(outside, 'content');
  await exportContent(folder);
  const [file = ''] = readdirSync(join(folder, 'company'));
  const entry = JSON.parse(readFileSync(join(folder, 'company', file), 'utf8')) as {
    published: { phone: string; gemi: string };
  };
  expect(entry.published).toMatchObject({ brand: 'KORMOS', sample: false });
  const write = (change: object) =>
    writeFileSync(
      join(folder, 'company', file),
      JSON.stringify({ ...entry, published: { ...entry.published, ...change } }),
    );
  write({ gemi: '12' });
  await expect(importContent(folder)).rejects.toThrow(`company/${file}: published.gemi: `);
  write({ phone: '+30 28210 22222' });
  await importContent(folder);
  await showPublished();
  expect((await visitor.get('/contact')).html).toContain('+30 28210 22222');
  rmSync(join(folder, 'company', file));
  await expect(importContent(folder)).rejects.toThrow(
    'company: the whole folder: needs one entry, and that published',
  );
});

test('PB-7 a first hour: each step ticks itself, and the list goes with the last', async () => {
  const steps = async (browser: PlainBrowser) => {
    const { html } = await browser.get(SITE);
    const [list] = elements(html, 'section').filter(
      (one) => attribute(one, 'aria-labelledby') === 'first-hour',
    );
    return list ? elements(list, 'li').map((item) => textOf(item)) : [];
  };
  const left = async () => (await steps(anna)).filter((step) => !step.includes('✓'));
  const before = await left();
  expect(before.join()).not.toMatch(/name, word-mark|phone|hours|legal|nothing here is a sample/);
  expect(before.join()).toMatch(/Projects.*templates.*mail server.*backup/);
  expect((await steps(basil)).length).toBeGreaterThan(before.length);
  expect(wordsOf((await anna.get('/admin/dashboard')).html)).toContain(
    `Make the site your own: ${before.length} of`,
  );
  run(`UPDATE admins SET language = 'el' WHERE email = ?`, staff.basil.email);
  expect((await steps(basil)).join()).toContain('Ένα αντίγραφο ασφαλείας');

  await deliverDueMail();
  expect((await left()).join()).not.toContain('mail server');
  const outside = mkdtempSync(join(tmpdir(), 'drys-company-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const backup = join(outside, 'backup.db');
  execFileSync(process.execPath, ['scripts/data.ts', 'backup', backup], { env: process.env });
  expect((await left()).join()).not.toContain('backup');
  run(
    `UPDATE reply_templates SET subject_en = 'Yours', subject_el = 'Δικό σας', message_en = 'Come.', message_el = 'Ελάτε.'`,
  );
  expect((await left()).join()).not.toContain('templates');
  // What a kind still has of the sample is taken offline, and something of one's own is there.
  run(`UPDATE site_entries SET live = 0 WHERE kind NOT IN ('categories', 'company', 'pages')`);
  run(`UPDATE site_entries SET live = 1, published = replace(published, '"title":{"en":"', '"title":{"en":"Our ')
    WHERE id IN (SELECT min(id) FROM site_entries WHERE kind NOT IN ('categories', 'company', 'pages') GROUP BY kind)`);
  await showPublished();
  expect(await steps(anna)).toEqual([]);
  expect((await anna.get('/admin/dashboard')).html).not.toContain('Make the site your own');
  // Nor does it come again, whatever is undone.
  run(`DELETE FROM milestones WHERE name = 'backup'`);
  expect(await steps(anna)).toEqual([]);
  expect(column(`SELECT name FROM milestones ORDER BY name`)).toEqual(['mail', 'own']);
});
