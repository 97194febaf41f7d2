import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { KINDS } from '#app/content/kinds.server.ts';
import { getLocalizedPath, LANGUAGES } from '#app/content/language.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { importMissingSampleContent } from '#app/domain/site/sample-content.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { readText, toasts } from '../../support/people/desk.ts';
import { newVisitor, solveProof, typed } from '../../support/people/enquirer.ts';
import { startSiteDesk } from '../../support/people/site-desk.ts';
import {
  both,
  described,
  entryForm,
  kormos,
  pdf,
  photo,
  press,
  publish,
  SITE,
  written,
} from '../../support/people/site-editor.ts';
import {
  elements,
  textOf,
  texts,
  values,
  type Page,
  type PlainBrowser,
} from '../../support/reading/browser.ts';
import { readGraph } from '../../support/reading/graph.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { column, one, readMails, run } from '../../support/servers/store.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
const { site, anna, basil, visitor } = await startSiteDesk({
  TRUST_PROXY: '1',
  ENQUIRY_NOTIFY_TO: office,
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
});

const open = async () => anna.follow(await anna.get(`${SITE}/company`));
const htmlOf = async (path: string) => (await visitor.get(path)).html;
const idsOf = (kind: string) =>
  column('SELECT id FROM site_entries WHERE kind = ? AND deleted_at IS NULL ORDER BY id', kind);

const business = async () =>
  readGraph(await htmlOf('/')).find((node) => node['@id'].endsWith('#business'));

/** Publishes the company as a real one, not as the sample. */
async function publishReal(fields: Record<string, string> = {}): Promise<void> {
  const page = await open();
  const { sample: _, ...form } = entryForm(page);
  await anna.post(page.url, { ...form, ...fields, do: 'publish' });
}

async function enquire(path: string, email = typed.email) {
  const browser = newVisitor(site);
  const turnstileToken = await solveProof(site);
  const fields = { ...typed, email, turnstileToken };
  const response = await browser.submit(await browser.get(path), fields);
  return textOf((await browser.follow(response)).html);
}

/** Returns the open steps of the list 'Make the site your own'. */
async function readSetupSteps(browser: PlainBrowser = anna): Promise<string[]> {
  const { html } = await browser.get(SITE);
  const list = elements(html, 'section[aria-labelledby=setup]')[0];
  const steps = list ? texts(list, 'li') : [];
  return steps.filter((step) => !step.includes('✓'));
}

test('PB-7 has one company entry: the list redirects to its form, and it cannot be added to, hidden or deleted', async () => {
  const page = await open();
  expect((await anna.get(`${SITE}/company?bin`)).location).toBe(page.url);
  const buttons = page.values('button', 'value');
  expect(buttons).toEqual(expect.arrayContaining(['save', 'preview', 'publish']));
  for (const button of ['offline', 'delete']) {
    expect(buttons).not.toContain(button);
    const refused = await press(anna, page, button);
    expect([button, refused.status]).toEqual([button, 409]);
    expect(readText(refused.html)).toContain('The company is always on the site.');
  }
  const added = await press(anna, await anna.get(`${SITE}/company/new`), 'publish', kormos);
  expect(added.status).toBe(409);
  const sql = `SELECT live FROM site_entries WHERE kind = 'company' AND deleted_at IS NULL`;
  expect(column(sql)).toEqual([1]);
});

test('PB-7 ties the hints of the hours and tick boxes of the company to them', async () => {
  const { html } = await open();
  for (const [selector, hintId] of [
    ['fieldset', 'hours-note'],
    ['[name=sample]', 'sample-note'],
  ] as const) {
    expect(values(html, selector, 'aria-describedby')).toContain(hintId);
    expect(elements(html, `[id=${hintId}]`)).toHaveLength(1);
  }
});

test('PB-7 P-13 P-14 VP-2 VP-4 shows the published company data everywhere, in both languages', async () => {
  const enquiryNumber = /DRYS-(\d+)/.exec(await enquire('/contact'))![1]!;
  await press(anna, await open(), 'save', kormos);
  expect(await htmlOf('/')).toMatch(/<title>DRYS Woodworking/);
  expect((await anna.get('/contact?preview')).html).toContain('KORMOS');
  await publish(anna, await open(), {});

  for (const language of LANGUAGES) {
    const el = language === 'el';
    const name = el ? kormos.title_el : kormos.title;
    const home = await htmlOf(getLocalizedPath(language, '/'));
    expect(home).toContain(`<title>${name}`);
    const ownTexts = Object.entries(kormos).flatMap(([field, text]) =>
      ['tagline', 'intro', 'factoryStreet'].includes(field.replace(`_${language}`, '')) ? text : [],
    );
    expect(ownTexts).toHaveLength(3);
    const { area, experience, phone, email, gemi, vat } = kormos;
    for (const text of [
      ...ownTexts,
      area,
      experience,
      phone,
      email,
      gemi,
      vat,
      'Mastodon',
      el ? '732 00 Souda (ελ) Crete (ελ)' : '732 00 Souda, Crete',
      `© ${new Date().getFullYear()} ${name}`,
    ])
      expect(readText(home)).toContain(text);
    const contact = await visitor.get(getLocalizedPath(language, '/contact'));
    const hours = el
      ? ['Δευτέρα', '08:00–16:00', '08:00–12:30 και 17:00–20:00', 'Σάββατο', 'Τρίτη έως Πέμπτη']
      : [
          'Monday, 8:00 AM to 4:00 PM',
          '8:00 AM to 12:30 PM and 5:00 PM to 8:00 PM',
          'Tuesday to Thursday',
        ];
    for (const text of hours) expect(readText(contact.html)).toContain(text);
    expect(contact.values('a', 'href')).toEqual(
      expect.arrayContaining(['tel:+302821011111', 'mailto:hello@kormos.example']),
    );
    expect(contact.html).toContain('mlat=35.487&amp;mlon=24.0739');
  }
  expect(await business()).toMatchObject({
    name: kormos.title,
    legalName: 'Kormos Ltd',
    telephone: kormos.phone,
    sameAs: ['https://social.example/@kormos'],
  });
  const { html } = await anna.get('/admin/dashboard');
  expect(readText(html)).not.toMatch(/DRYS/);
  expect(values(html, 'svg', 'aria-label')[0]).toBe('Kormos Joiners, home');
  for (const number of [`drys+${enquiryNumber}`, `kormos-${enquiryNumber}`])
    expect((await anna.get(`/admin/dashboard?q=${number}`)).html).toContain(typed.full_name);

  // The numbers are the law's, the line in the footer says that they are invented.
  const line = 'Sample content: the company, its people,';
  expect(await business()).not.toHaveProperty('vatID');
  expect(await htmlOf('/')).toContain(line);
  expect(await htmlOf('/el')).toContain('η εταιρεία, οι άνθρωποί της');
  await publishReal();
  expect(await htmlOf('/')).not.toContain(line);
  const numbers = { vatID: 'EL987654321', identifier: { value: kormos.gemi } };
  expect(await business()).toMatchObject(numbers);
});

/** Ticks every row of a list and presses the button below "Select all". */
async function selectAll(list: string): Promise<Page> {
  const { url, html } = await anna.get(`${list}${list.includes('?') ? '&' : '?'}select`);
  const ids = values(html, 'input[form=selection][checked]', 'value');
  const [select] = values(html, 'button[name=select]', 'value');
  const fields = [['intent', 'site'], ['select', select!], ...ids.map((id) => ['ids', id])];
  return anna.post(url, fields as [string, string][]);
}

test('PB-8 moves all entries of a list to the bin and back at once; keeps categories in use', async () => {
  const ids = idsOf('clients');
  expect(ids.length).toBeGreaterThan(10);
  const listPage = await anna.follow(await selectAll(`${SITE}/clients`));
  expect(toasts(listPage).join()).toContain('Moved to the bin They stay there for 30 days.');
  expect(idsOf('clients')).toEqual([]);
  expect(await htmlOf('/')).not.toContain('Lapin');
  expect((await selectAll(`${SITE}/clients?bin`)).status).toBe(303);
  expect(idsOf('clients')).toEqual(ids);
  const categories = idsOf('categories');
  const refused = await selectAll(`${SITE}/categories`);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Nothing was moved: 10 of these categories are in use.');
  expect(idsOf('categories')).toEqual(categories);
  const emptySelection = { intent: 'site', select: 'delete' };
  expect((await anna.post(`${SITE}/clients`, emptySelection)).status).toBe(422);
});

test('PB-8 VP-4 asks before it removes the sample content, and keeps entries with a draft', async () => {
  const start = await anna.get(SITE);
  expect(start.values('a', 'href')).toContain(`${SITE}?remove-sample#remove-sample`);
  const question = await anna.get(`${SITE}?remove-sample`);
  expect(question.text).toMatch(/Remove all sample content\? ?\d+ unchanged sample entries/);
  const allIds = KINDS.flatMap(idsOf);
  const [draftId] = idsOf('insights');
  await press(anna, await anna.get(`${SITE}/insights/${draftId}`), 'save', both('title', 'Begun'));
  expect((await startRemoval(question)).status).toBe(303);
  expect(idsOf('insights')).toEqual([draftId]);
  const binned = column('SELECT DISTINCT kind FROM site_entries WHERE deleted_at IS NOT NULL');
  for (const kind of binned) await selectAll(`${SITE}/${kind}?bin`);
  expect(KINDS.flatMap(idsOf)).toEqual(allIds);
});

test('VP-6 VP-4 keeps the works and the category that a project of the company names when the sample content is removed', async () => {
  const pictures = described(readSampleContent().projects[0]!.content.pictures[0]!.name);
  const named = { made: 'kitchens', category: 'offices' };
  await publish(anna, 'projects', { ...written('Our First Kitchen'), ...pictures, ...named });
  await startRemoval(await anna.get(`${SITE}?remove-sample`));
  const slugsOf = (kind: string) =>
    column('SELECT slug FROM site_entries WHERE kind = ? AND deleted_at IS NULL', kind);
  expect(slugsOf('projects')).toEqual(['our-first-kitchen']);
  expect([slugsOf('works'), slugsOf('categories')]).toEqual([['kitchens'], ['offices']]);
  expect((await visitor.get('/projects?made=kitchens')).text).toContain('Our First Kitchen');
});

const startRemoval = (page: Page) => anna.submitTo(page, 'site');

/**
 * Saves a new entry with its pictures, then describes the first picture and publishes the entry.
 */
async function write(kind: string, fields: Record<string, string>, files: [string, File][] = []) {
  const response = await press(anna, await anna.get(`${SITE}/${kind}/new`), 'save', fields, files);
  const saved = await anna.follow(response);
  const name = entryForm(saved)['picture_1'];
  await publish(anna, saved, name ? described(name) : {});
}

test('PB-1 PB-2 PB-3 PB-4 PB-6 PB-7 VP-4 lets the desk replace the whole sample with another company: no response contains sample content; ticks each step of the setup checklist, and hides it after the last', async () => {
  expect((await readSetupSteps()).join()).toMatch(/name, brand.*phone.*hours.*legal.*Projects/i);
  await publishReal(kormos);
  // Articles and pages are called what others' are too: of them the addresses are looked for.
  const ofSample = column(
    `SELECT value FROM site_entries, json_each(published -> 'title')
       WHERE kind IN ('projects', 'documents', 'certificates', 'clients') AND value <> ''
     UNION SELECT '/' || slug FROM site_entries WHERE kind IN ('insights', 'pages')`,
  ) as string[];
  expect(ofSample.length).toBeGreaterThanOrEqual(50);
  const company = 'DRYS Avlon Αυλών drys.example 22950 Metamorphosi Μεταμόρφωση'.split(' ');
  const removal = await startRemoval(await anna.get(`${SITE}?remove-sample`));
  expect(toasts(await anna.follow(removal)).join()).toContain('Moved to the bin');
  for (const kind of KINDS) {
    if (kind !== 'company') expect([kind, idsOf(kind)]).toEqual([kind, []]);
  }
  for (const path of ['/', '/about', '/projects', '/insights', '/financial-data', '/el'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  const stairs = { ...written('Harbour Stairs'), category: '' };
  const category = { new_category_en: 'Stairs', new_category_el: 'Σκάλες' };
  const picture = await photo('stairs.jpg', 1200, 300);
  await write('projects', { ...stairs, ...category }, [['pictures', picture]]);
  const article = {
    ...both('title', 'Salt and Oak'),
    ...both('subtitle', 'What the sea does'),
    createdAt: '2026-11-02',
    block_1_type: 'text',
    ...both('block_1_text', 'It *waits*.'),
  };
  await write('insights', article, [['pictures', picture]]);
  await write('documents', { list: 'balance-sheets', year: '2025' }, [['file', pdf()]]);
  await write('clients', { title: 'Port of Souda' });

  const sitemap = await htmlOf('/sitemap.xml');
  const pages = [...sitemap.matchAll(/<loc>[a-z]+:\/\/[^/<]+([^<]*)/g)].map(([, path]) => path!);
  expect(pages.length).toBeGreaterThan(20);
  const feeds = LANGUAGES.map((language) => getLocalizedPath(language, '/insights/feed.xml'));
  const otherPaths = [
    '/manifest.webmanifest',
    '/.well-known/security.txt',
    '/admin',
    '/reset-password',
  ];
  const served = new Map<string, string>([['/sitemap.xml', sitemap]]);
  for (const path of [...pages, ...feeds, ...otherPaths, '/nowhere', '/robots.txt'])
    served.set(path, await htmlOf(path));
  for (const path of otherPaths) expect(served.get(path), path).toMatch(/kormos/i);
  for (const language of LANGUAGES) {
    for (const [path, text] of [
      ['/projects/harbour-stairs', 'Harbour Stairs'],
      ['/insights/salt-and-oak', '<em>waits</em>'],
      ['/insights/feed.xml', 'Salt and Oak'],
      ['/financial-data', '/financial-data/2025/balance-sheet-2025.pdf'],
      ['/', 'Port of Souda'],
    ] as const)
      expect(served.get(getLocalizedPath(language, path)), path).toContain(text);
  }
  const sampleNames = [...served].flatMap(([at, text]) =>
    [...company, ...ofSample].filter((name) => text.includes(name)).map((name) => `${at}: ${name}`),
  );
  expect(sampleNames).toEqual([]);

  // Mail and backup are the operator's, and doctor names them.
  expect(await readSetupSteps()).toEqual([expect.stringContaining('templates')]);
  run(`UPDATE admins SET language = 'el' WHERE email = ?`, staff.basil.email);
  expect((await readSetupSteps(basil)).join()).toContain('πρότυπα απαντήσεων');
  const desk = await anna.get('/admin/dashboard');
  expect(readText(desk.html)).not.toContain('Make the site your own');
  run(
    `UPDATE reply_templates SET subject_en = 'Yours', subject_el = 'Δικό σας', message_en = 'Come.', message_el = 'Ελάτε.'`,
  );
  expect(await readSetupSteps()).toEqual([]);
  // A finished list does not come back, even if a step is undone.
  run(`UPDATE reply_templates SET subject_en = 'DRYS Woodworking'`);
  expect(await readSetupSteps()).toEqual([]);
  expect(column(`SELECT name FROM milestones ORDER BY name`)).toEqual(['own']);
});

test('PB-7 VP-1 sends mails in the name of the published company, from commands too', async () => {
  await publishReal(kormos);
  run('DELETE FROM outbox');
  run(`UPDATE contact_submissions SET created_at = '2020-01-01T00:00:00.000Z'`);
  await enquire('/el/contact', 'k@visitor.example');
  execFileSync(process.execPath, ['scripts/admin.ts', 'invite', staff.clio.email]);
  const mails = readMails();
  expect(mails).toHaveLength(3);
  const texts = mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n');
  expect(texts).toMatch(/Λάβαμε το μήνυμά σας \(KORMOS-\d+\)/);
  expect(texts).toContain('Your invitation to the KORMOS desk');
  for (const text of [kormos.title_el, kormos.phone, 'Harbour Road 3', 'Harbour Road 3 (ελ)'])
    expect(texts).toContain(text);
  expect(texts.replaceAll(/\S+@drys\.example/g, '')).not.toMatch(
    /DRYS|Avlon|Αυλών|22950|drys\.example/,
  );
});

test('VP-6 PB-1 fills a kind that is new after an upgrade only while the company is the sample', async () => {
  const upgradeWithNewKinds = async (...kinds: string[]) => {
    for (const kind of kinds) {
      run('DELETE FROM site_entries WHERE kind = ?', kind);
      run('DELETE FROM seeded_kinds WHERE kind = ?', kind);
    }
    await importMissingSampleContent();
    expect(column('SELECT kind FROM seeded_kinds')).toEqual(expect.arrayContaining(kinds));
    return one('SELECT count(*) FROM site_entries WHERE kind = ?', kinds[0]!);
  };
  expect(await upgradeWithNewKinds('clients')).toBeGreaterThan(0);
  // An earlier version had only projects and categories in its database.
  expect(await upgradeWithNewKinds('clients', 'company')).toBeGreaterThan(0);
  run(`UPDATE site_entries SET published = json_set(published, '$.sample', json('false'))
       WHERE kind = 'company'`);
  for (const kind of ['clients', 'works']) expect(await upgradeWithNewKinds(kind)).toBe(0);
});
