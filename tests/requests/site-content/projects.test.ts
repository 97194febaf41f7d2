import { expect, test } from 'vitest';
import { kindFacts, listFields } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { DAY, toAthensDay } from '#app/domain/clock.server.ts';
import { deleteOldBinEntries } from '#app/domain/site/bin.server.ts';
import { refreshPublishedContent } from '#app/domain/site/published.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { readText, toasts } from '../../support/people/desk.ts';
import { startSiteDesk } from '../../support/people/site-desk.ts';
import {
  both,
  complete,
  described,
  entryForm,
  listInvalidFields,
  made,
  press,
  PROJECTS,
  publish,
  published,
  ROCHE,
  SITE,
  written,
} from '../../support/people/site-editor.ts';
import {
  attribute,
  elements,
  forms,
  headOf,
  readFields,
  textOf,
  texts,
  values,
  type Page,
} from '../../support/reading/browser.ts';
import { readGraph } from '../../support/reading/graph.ts';
import { ORIGIN } from '../../support/servers/site.ts';
import { column, lastAuditId, one, run } from '../../support/servers/store.ts';

const { site, anna, basil, visitor, open, statusOf } = await startSiteDesk();

const blank = () => anna.get(`${PROJECTS}/new`);
const entry = (title: string) =>
  column(
    `SELECT id FROM site_entries WHERE json_extract(coalesce(draft, published), '$.title.en') = ?`,
    title,
  );
const linksOn = async (path: string) => (await visitor.get(path)).values('a', 'href');
const articlesOn = async (path: string) => (await visitor.get(path)).texts('article');
/** Presses the button of the list that brings an entry to another place. */
const move = (list: Page, id: unknown, to: number) => {
  expect(list.values('button', 'value')).toContain(`${to}`);
  const form = forms(list.html).findIndex(({ fields }) => fields['id'] === `${id}`);
  return anna.submit(list, { to: `${to}` }, form);
};

test('PB-1 PB-7 lists the kinds with the sample entries; each form has every declared field once', async () => {
  expect(readText((await anna.get(SITE)).html)).toMatch(
    /Projects 22 entries .* Categories 10 entries .* Documents 18 entries .* Certificates 3 entries .* Clients 17 entries/,
  );
  expect(elements((await anna.get(PROJECTS)).html, 'ol')[0]!.childNodes).toHaveLength(22);
  const names = Object.keys(entryForm(await blank()));
  for (const { name, type } of listFields('projects')) {
    if (type === 'line' || type === 'text')
      for (const language of LANGUAGES) expect(names).toContain(`${name}_${language}`);
    else if (type !== 'pictures' && type !== 'drawing') expect(names).toContain(name);
  }
  const categories = await anna.get(`${SITE}/categories/new`);
  expect(Object.keys(entryForm(categories)).slice(-2)).toEqual(['title_en', 'title_el']);
  expect((await anna.get(`${SITE}/castles`)).status).toBe(404);
});

test('PB-1 D-1 answers 404 with an ordinary page of the desk for an unknown kind or entry', async () => {
  const typed = { ...entryForm(await blank()), do: 'save' };
  for (const path of ['/projects/999999', '/nonsense', '/nonsense/1', '/nonsense/new']) {
    for (const page of [await anna.get(SITE + path), await anna.post(SITE + path, typed)]) {
      // A form for a deleted entry gets a response with the typed values.
      if (path.startsWith('/projects') && page.requestInit.method) continue;
      expect(page.status, path).toBe(404);
      expect(page.texts('h1'), path).toEqual(['Page not found']);
      expect(headOf(page.html).get('title'), path).toMatch(/^Page not found/);
      expect(page.values('nav', 'aria-label').length, path).toBeGreaterThan(0);
      expect(page.values('main', 'id'), path).toEqual(['main']);
      expect(page.html, path).not.toContain('name="form_key"');
    }
  }
  run(`UPDATE admins SET language = 'el' WHERE email = ?`, staff.basil.email);
  expect((await basil.get(`${SITE}/nonsense`)).texts('h1')).toEqual(['Η σελίδα δεν βρέθηκε']);
});

test('PB-2 never publishes a draft; its preview is for admins only, not cached and not indexed', async () => {
  const publicPage = await visitor.get('/projects/roche');
  const draft = { description_en: 'Only a draft.' };
  const saved = await press(anna, await open('projects', 'roche'), 'save', draft);
  const [toast] = toasts(await anna.follow(saved));
  expect(toast).toBe('Draft saved The public site has not changed.');
  expect((await visitor.get('/projects/roche')).html).toBe(publicPage.html);
  const preview = await anna.get('/projects/roche?preview');
  expect(preview.html).toContain('Only a draft.');
  expect(preview.headers.get('cache-control')).toContain('no-store');
  expect(preview.headers.get('x-robots-tag')).toBe('noindex');
  const stranger = await visitor.get('/projects/roche?preview');
  expect([stranger.status, stranger.html]).toEqual([200, publicPage.html]);
  expect(stranger.headers.get('cache-control')).toContain('no-store');
  // The draft of an entry that was never public has a page of its own, for admins.
  const page = await made(anna, { title_en: 'Only a title' });
  const titlePreview = await press(anna, page, 'preview', { title_el: 'Μόνο τίτλος' });
  expect(page.text).toContain('Preview saves the draft first.');
  expect(titlePreview.outcome).toBe('303 /projects/only-a-title?preview');
  expect((await anna.follow(titlePreview)).status).toBe(200);
  for (const path of ['/el/projects/only-a-title', '/el/projects/only-a-title.data'])
    expect((await anna.get(`${path}?preview`)).html).toContain('Μόνο τίτλος');
  expect(await statusOf('/projects/only-a-title?preview')).toBe(404);
  const home = await made(anna, { title_en: 'Σπίτι', title_el: 'Σπίτι' });
  const greek = await press(anna, home, 'preview');
  expect(greek.location).toBe('/projects/spiti?preview');
  expect((await anna.follow(greek)).status).toBe(200);
});

test('PB-2 marks a preview with a bar that leads back to the form; the published page has none', async () => {
  const page = await open('projects', 'roche');
  const findBar = async (path: string) => {
    const [bar] = (await anna.get(path)).all('aside');
    return bar && [texts(bar, 'p'), values(bar, 'a', 'href')].flat();
  };
  const text = 'Preview, visible to staff only';
  expect(await findBar('/projects/roche?preview')).toEqual([text, page.url]);
  expect(await findBar('/projects/roche')).toBeUndefined();
  const greekText = 'Προεπισκόπηση, ορατή μόνο στο προσωπικό';
  expect(await findBar('/el/projects/roche?preview')).toEqual([greekText, page.url]);
  const draft = await made(anna, { title_en: 'Σχέδιο' });
  const preview = await press(anna, draft, 'preview');
  expect(await findBar(preview.location!)).toEqual([text, draft.url]);
  // A page of several entries leads to their list.
  expect(await findBar('/financial-data?preview')).toEqual([text, `${SITE}/documents`]);
  expect(await findBar('/el?preview')).toEqual([greekText, `${SITE}/clients`]);
  expect(await findBar('/privacy?preview')).toEqual([text, SITE]);
  expect((await visitor.get('/projects/roche?preview')).all('aside')).toEqual([]);
});

test('PB-2 stores a draft with only a title; Publish names every missing field, in both languages', async () => {
  const untitled = await press(anna, await blank(), 'save', { year: '2026' });
  expect([untitled.status, listInvalidFields(untitled)]).toEqual([422, ['title_en']]);
  expect(entryForm(untitled)).toMatchObject({ year: '2026' });
  const half = { title_en: 'Half Written', year: '20 26' };
  const refused = await press(anna, await blank(), 'publish', half);
  expect(refused.status).toBe(422);
  expect(listInvalidFields(refused).sort().join(' ')).toBe(
    'category description_el description_en pictures title_el year',
  );
  expect(readText(refused.html)).toContain('Title (Greek): please fill this in.');
  expect(readText(refused.html)).toContain('Year must be a year (2024) or a range');
  // What there is of it is kept as a draft, and the same form goes on from there.
  expect(entry('Half Written')).toHaveLength(1);
  const completed = await press(anna, refused, 'publish', complete('Half Written'));
  expect(completed.status).toBe(303);
  expect(entry('Half Written')).toHaveLength(1);
  for (const [path, word] of [
    ['/projects/half-written', 'Second paragraph.'],
    ['/el/projects/half-written', 'Second paragraph. (ελ)'],
  ] as const)
    expect((await visitor.get(path)).html).toContain(word);
});

/** Returns the links of the index of a form, each of which leads to a group. */
const readIndex = ({ html }: Page) => {
  const index = elements(html, 'nav[data-index]')[0]!;
  for (const href of values(index, 'a', 'href')) expect(html).toContain(`id="${href.slice(1)}"`);
  return texts(index, 'a').join(', ');
};

test('PB-1 PB-2 groups long forms; the index names groups with an error or with something missing', async () => {
  const others = 'Facts, Credits, Drawing';
  const incomplete = `Text Incomplete, Pictures Incomplete, ${others}`;
  expect(readIndex(await blank())).toBe(incomplete);
  const text = { ...both('title', 'Grouped'), ...both('description', 'A text.') };
  const refused = await press(anna, await blank(), 'publish', { ...text, year: '20 26' });
  expect(readIndex(refused)).toBe(`Text Error, Pictures Error, ${others}`);
  const complete = await published(anna, 'Grouped Again');
  expect(readIndex(complete)).toBe(`Text, Pictures, ${others}, History`);

  run(`UPDATE admins SET language = 'el' WHERE email = ?`, staff.basil.email);
  const company = await basil.follow(await basil.get(`${SITE}/company`));
  const invalid = { vat: '12', phone: '' };
  const draft = await basil.follow(await press(basil, company, 'save', invalid));
  expect(readIndex(draft)).toBe(
    'Ταυτότητα, Επικοινωνία Λείπουν στοιχεία, Τοποθεσίες, Ώρες, Διαδίκτυο, Νομικά στοιχεία Σφάλμα, Ενδεικτικό περιεχόμενο, Ιστορικό',
  );
  for (const kind of ['projects', 'company'] as const) {
    const groupedFields = Object.values(kindFacts[kind].groups!).flat().sort();
    expect(groupedFields).toEqual(
      listFields(kind)
        .map(({ name }) => name)
        .sort(),
    );
  }
});

const listFolded = ({ html }: Page) =>
  elements(html, 'details').map((details) => ({
    name: textOf(elements(details, 'summary')[0]!),
    isOpen: attribute(details, 'open') !== undefined,
    controls: values(details, 'input, textarea', 'name'),
  }));

const listSummary = (page: Page) => {
  const summary = elements(page.html, 'div').find(
    (box) => attribute(box, 'role') === 'alert' && elements(box, 'h2').length > 0,
  )!;
  return elements(summary, 'a').map((link) => [textOf(link), attribute(link, 'href')]);
};

test('PB-11 publishes a project with title, year, category, text in both languages and eight pictures', async () => {
  const pictures = readSampleContent().projects.flatMap(({ content }) => content.pictures);
  const names = [...new Set(pictures.map(({ name }) => name))].slice(0, 8);
  const needed = Object.fromEntries(
    Object.entries(written('From a Phone')).filter(([name]) => !/^(type|location)_/.test(name)),
  );
  const fields = Object.fromEntries(names.map((name, index) => [`picture_${index + 1}`, name]));
  const answer = await press(anna, await blank(), 'publish', { ...needed, ...fields });
  expect(answer.status).toBe(303);
  expect(readText((await anna.follow(answer)).html)).toContain('8 pictures');

  for (const path of ['/projects/from-a-phone', '/el/projects/from-a-phone']) {
    const page = await visitor.get(path);
    expect(page.status).toBe(200);
    // The year is the last of the specifications.
    expect(page.texts('dt')[0]).toMatch(/^(Year|Έτος)$/);
    const work = readGraph(page.html).find((node) => node['@type'] === 'CreativeWork')!;
    expect([work['keywords'], work['contentLocation']]).toEqual([undefined, undefined]);
  }
});

test('PB-4 divides a description where lines between its paragraphs have only spaces', async () => {
  const description = 'First.\n \nSecond.\r\n\u00a0\r\nThird.';
  await published(anna, 'Pasted Text', both('description', description));
  const paragraphs = (await visitor.get('/projects/pasted-text')).texts('p');
  expect(paragraphs).toEqual(expect.arrayContaining(['First.', 'Second.', 'Third.']));
});

test('PB-11 folds all that nobody has to fill in under named groups', async () => {
  const page = await made(anna, { title_en: 'Folded', picture_1: ROCHE[0]! });
  const folded = listFolded(page).filter(({ controls }) => controls.length > 0);
  expect(folded.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ['Details of a picture 1', false],
    ['Facts', false],
    ['Credits', false],
    ['Drawing', false],
  ]);
  const foldedControls = folded.flatMap(({ controls }) => controls);
  for (const name of ['alt_1_en', 'credit_1', 'focal_x_1', 'type_en', 'photographer', 'drawing'])
    expect(foldedControls).toContain(name);
  for (const name of ['title_en', 'year', 'new_category_en', 'description_el', 'pictures'])
    expect(foldedControls).not.toContain(name);
});

test('PB-11 names in the summary each group once with its count and leads to its first field; each keeps its message', async () => {
  const refused = await press(anna, await blank(), 'publish', { title_en: 'Grouped errors' });
  expect(listSummary(refused)).toEqual([
    ['Text (5)', '#title_el'],
    ['Pictures (1)', '#pictures'],
  ]);
  const text = readText(refused.html);
  for (const label of ['Title (Greek)', 'Year', 'Category', 'Pictures'])
    expect(text).toContain(`${label}: please fill this in.`);

  const long = { title_en: 'Long', photographer: 'x'.repeat(200), alt_1_en: 'x'.repeat(2000) };
  const tooLong = await press(anna, await blank(), 'save', { picture_1: ROCHE[0]!, ...long });
  expect(listSummary(tooLong)).toEqual([
    ['Pictures (1)', '#alt_1_en'],
    ['Credits (1)', '#photographer'],
  ]);
  const open = listFolded(tooLong).filter(({ isOpen }) => isOpen);
  expect(open.map(({ name }) => name)).toEqual(['Details of a picture 1', 'Credits']);
});

test('PB-2 publishes a new entry once when Publish is pressed twice', async () => {
  const page = await blank();
  const send = () => press(anna, page, 'publish', complete('Pressed Twice'));
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.status, second.outcome]).toEqual([303, first.outcome]);
  expect(entry('Pressed Twice')).toHaveLength(1);
});

test('PB-2 PB-8 keeps an invalid year and day in a draft; publishing names them', async () => {
  const page = await made(anna, { title_en: 'Long Year', year: '2024 or 2025' });
  expect(entryForm(page)).toMatchObject({ title_en: 'Long Year', year: '2024 or 2025' });
  expect(listInvalidFields(await press(anna, page, 'publish'))).toContain('year');
  const article = await anna.get(`${SITE}/insights/new`);
  const day = { ...both('title', 'Long Day'), createdAt: '2 March 2026' };
  const saved = await anna.follow(await press(anna, article, 'save', day));
  expect(entryForm(saved)).toMatchObject({ title_en: 'Long Day', createdAt: '2 March 2026' });
  expect(listInvalidFields(await press(anna, saved, 'publish'))).toContain('createdAt');
  const valid = await press(anna, saved, 'save', { createdAt: '2026-03-02' });
  expect((await anna.follow(valid)).text).toContain('Monday 2 March 2026');
});

test('PB-2 answers 404 for an offline entry that keeps its slug; a former slug redirects until another entry takes it', async () => {
  const page = await published(anna, 'Elm House');
  const offline = await anna.follow(await press(anna, page, 'offline'));
  expect(toasts(offline)[0]).toContain('Taken offline');
  expect(await statusOf('/projects/elm-house')).toBe(404);
  const twin = await press(anna, await blank(), 'publish', complete('Elm House'));
  expect([twin.status, listInvalidFields(twin)]).toEqual([422, ['title_en']]);
  expect((await press(anna, offline, 'publish', { title_en: 'Ash House' })).status).toBe(303);
  for (const prefix of ['', '/el'])
    expect((await visitor.get(`${prefix}/projects/elm-house?photo=1`)).outcome).toBe(
      `301 ${prefix}/projects/ash-house?photo=1`,
    );
  // No entry uses the slug any more, so the twin may take it.
  const draftPage = await anna.get(`${PROJECTS}/${entry('Elm House')[0]}`);
  expect((await press(anna, draftPage, 'publish')).status).toBe(303);
  for (const name of ['elm', 'ash']) expect(await statusOf(`/projects/${name}-house`)).toBe(200);
});

test('P-6 HC-1 PB-3 keeps a slug of an earlier version, gives its page an ETag and escapes it everywhere', async () => {
  const page = await published(anna, 'Café Möller');
  expect(await statusOf('/projects/cafe-moller')).toBe(200);
  run(`UPDATE site_entries SET slug = 'café-μöller' WHERE slug = 'cafe-moller'`);
  await refreshPublishedContent();
  const path = '/projects/caf%C3%A9-%CE%BC%C3%B6ller';
  const etagOf = async (address: string) => (await visitor.get(address)).headers.get('etag');
  for (const address of [path, `/el${path}`, `${path}.data`])
    expect([address, await etagOf(address)]).toEqual([address, expect.stringMatching(/^W?\/?"/)]);
  const { html } = await visitor.get(path);
  expect(values(html, 'link', 'href')).toEqual(
    expect.arrayContaining([ORIGIN + path, `${ORIGIN}/el${path}`]),
  );
  expect(headOf(html).get('og:image')).toBe(`${ORIGIN}/og${path}.jpg`);
  expect(readGraph(html).map((node) => node['url'])).toContain(ORIGIN + path);
  expect(await linksOn('/projects')).toContain(path);
  const sitemap = (await visitor.get('/sitemap.xml')).html;
  expect(sitemap).toContain(`<loc>${ORIGIN}${path}</loc>`);
  expect(sitemap).not.toMatch(/[^\0-\x7f]/);
  // Its address follows its title, and nothing else.
  const entryPage = await anna.get(page.url);
  const republished = await publish(anna, entryPage, { ...both('description', 'Another text.') });
  expect((await visitor.get(path)).text).toContain('Another text.');
  await publish(anna, republished, { title_en: 'Moller' });
  expect((await visitor.get(path)).outcome).toBe('301 /projects/moller');
});

test('PB-3 shows a publication everywhere from the next request on', async () => {
  const lastChange = async (path: string) =>
    new RegExp(`${path}</loc><lastmod>([\\d-]+)`).exec(
      (await visitor.get('/sitemap.xml')).html,
    )?.[1];
  const neighbourOf = async (path: string, rel: string) =>
    (await visitor.get(path)).values(`a[rel=${rel}]`, 'href')[0];
  /** Returns the number of projects beside the category Hospital in the list. */
  const hospitals = async () => {
    const links = (await visitor.get('/projects')).texts('a');
    return Number(links.find((text) => text.startsWith('Hospital'))?.slice('Hospital'.length));
  };
  const revision = () => Number(one('SELECT revision FROM site_revision'));
  const feed = (await visitor.get('/insights/feed.xml')).html;
  const listBefore = await visitor.get('/projects');
  const first = listBefore.values('a', 'href').find((to) => to.startsWith('/projects/'))!;
  const [hospitalsBefore, revisionBefore] = [await hospitals(), revision()];
  for (const path of ['/', '/projects?category=hospital', first]) await visitor.get(path);
  const fields = { category: 'hospital', photographer: 'A. Papas' };
  const entryPage = await published(anna, 'Seen at Once', fields);
  const path = '/projects/seen-at-once';
  const today = toAthensDay(new Date());

  // By this the processes beside it learn of it.
  expect(revision()).toBeGreaterThan(revisionBefore);
  const home = await articlesOn('/');
  expect([home.length, home[0]]).toEqual([3, expect.stringContaining('Seen at Once')]);
  for (const path of ['/projects', '/projects?category=hospital', '/projects?year=2026'])
    expect(await linksOn(path)).toContain(path);
  expect(await hospitals()).toBe(hospitalsBefore + 1);
  expect([await lastChange(path), await lastChange('/projects')]).toEqual([today, today]);
  expect(await neighbourOf(path, 'prev')).toBeUndefined();
  expect(await neighbourOf(path, 'next')).toEqual(first);
  expect(await neighbourOf(first, 'prev')).toBe(path);
  const { html } = await visitor.get(path);
  expect(headOf(html).get('title')).toContain('Seen at Once');
  expect(headOf(html).get('og:title')).toContain('Seen at Once');
  expect(headOf(html).get('og:image')).toBe(`${ORIGIN}/og/projects/seen-at-once.jpg`);
  expect(readGraph(html).find((node) => node['@type'] === 'CreativeWork')).toMatchObject({
    name: 'Seen at Once',
    genre: 'Hospital',
    dateModified: today,
  });
  // The feed is that of the articles.
  expect((await visitor.get('/insights/feed.xml')).html).toBe(feed);

  await press(anna, entryPage, 'offline');
  expect((await visitor.get('/projects')).html).toBe(listBefore.html);
  expect((await articlesOn('/'))[0]).not.toContain('Seen at Once');
  expect(await lastChange(path)).toBeUndefined();
  expect(await neighbourOf(first, 'prev')).toBeUndefined();
});

test('PB-3 updates the texts that name the number and years of projects', async () => {
  const description = async (path: string) =>
    headOf((await visitor.get(path)).html).get('description')!;
  const count = Number(
    /^(\d+) projects from 2017 to \d+:/.exec(await description('/projects'))![1],
  );
  await published(anna, 'From the Future', { year: '2031' });
  const newCount = count + 1;
  expect(await description('/projects')).toContain(`${newCount} projects from 2017 to 2031: rooms`);
  expect(await description('/el/projects')).toContain(
    `${newCount} έργα από το 2017 έως το 2031: χώροι`,
  );
  expect((await visitor.get('/projects')).text).toContain('made in Avlona between 2017 and 2031.');
  expect((await visitor.get('/')).text).toMatch(
    new RegExp(`projects shown here\\D*${newCount}\\D`),
  );
});

test('PB-4 PB-7 changes the public order by buttons at once; adds a category from a project’s form', async () => {
  const ships = { new_category_en: 'Ships & Boats', new_category_el: 'Πλοία' };
  await published(anna, 'First of All', ships);
  const list = await anna.get(PROJECTS);
  expect(list.texts('h2')[0]).toBe('First of All');
  const response = await move(list, entry('First of All')[0], 1);
  expect((await anna.follow(response)).texts('h2')[1]).toBe('First of All');
  expect((await articlesOn('/'))[1]).toContain('First of All');
  expect(await articlesOn('/projects?category=ships-boats')).toHaveLength(1);
  expect((await visitor.get('/el/projects')).html).toContain('Πλοία');
  // Renamed, it keeps its address and is called so wherever it stands.
  const yachts = { title_en: 'Yachts', title_el: 'Γιοτ' };
  await press(anna, await open('categories', 'ships-boats'), 'publish', yachts);
  for (const path of ['/projects', '/projects?category=ships-boats', '/projects/first-of-all'])
    for (const [prefix, now, before] of [
      ['', 'Yachts', 'Ships'],
      ['/el', 'Γιοτ', 'Πλοία'],
    ] as const) {
      const pageText = readText((await visitor.get(prefix + path)).html);
      expect(pageText, path).toContain(now);
      expect(pageText, path).not.toContain(before);
    }
  expect((await blank()).texts('option')).toContain('Yachts');

  const fields = { ...complete('In No Category'), category: 'castles' };
  const refused = await press(anna, await blank(), 'publish', fields);
  expect([refused.status, listInvalidFields(refused)]).toEqual([422, ['category']]);
  expect(await statusOf('/projects/in-no-category')).toBe(404);
  // A category that was added with a draft is offered from then on.
  const libraries = { new_category_en: 'Libraries', new_category_el: 'Βιβλιοθήκες' };
  const page = await made(anna, { title_en: 'With a Draft', ...libraries });
  expect(page.values('option', 'value')).toContain('libraries');
});

/** Presses a button of a project's form with these works ticked, as a browser without JavaScript does. */
function pressWithWorks(page: Page, button: string, works: readonly string[]) {
  const fields = { ...entryForm(page), do: button };
  const pairs = Object.entries(fields).filter(([name]) => name !== 'made');
  return anna.post(page.url.split('?')[0]!, [
    ...pairs,
    ...works.map((slug): [string, string] => ['made', slug]),
  ]);
}

const tickedWorks = (page: Page) => page.values('input[name=made][checked]', 'value');

test('VP-6 stores the works of a project as ticked boxes, and shows them in both languages', async () => {
  const page = await open('projects', 'roche');
  expect(page.values('input', 'value')).toEqual(expect.arrayContaining(['staircases', 'stands']));
  expect(tickedWorks(page)).toEqual(['wall-panelling', 'counters']);
  const works = ['kitchens', 'staircases', 'kitchens'];
  const saved = await anna.follow(await pressWithWorks(page, 'save', works));
  expect(tickedWorks(saved)).toEqual(['staircases', 'kitchens']);
  expect(await linksOn('/projects/roche')).not.toContain('/projects?made=kitchens');
  await pressWithWorks(saved, 'publish', works);
  for (const prefix of ['', '/el']) {
    expect(await linksOn(`${prefix}/projects?made=kitchens`)).toContain(`${prefix}/projects/roche`);
    expect(await linksOn(`${prefix}/projects/roche`)).toContain(`${prefix}/projects?made=kitchens`);
  }

  const parts = new FormData();
  for (const [name, value] of Object.entries(entryForm(await open('projects', 'roche'))))
    if (name !== 'made') parts.append(name, value);
  for (const slug of ['counters', 'wall-panelling']) parts.append('made', slug);
  parts.set('do', 'publish');
  expect((await anna.postParts(page.url.split('?')[0]!, parts)).status).toBe(303);
  expect(tickedWorks(await open('projects', 'roche'))).toEqual(['wall-panelling', 'counters']);
});

test('VP-6 lets a renamed work keep its first slug, and hides one that is offline', async () => {
  const stairs = { title_en: 'Stairs', title_el: 'Κλίμακες' };
  await press(anna, await open('works', 'staircases'), 'publish', stairs);
  for (const [path, name] of [
    ['/projects?made=staircases', 'Stairs 2'],
    ['/el/projects?made=staircases', 'Κλίμακες 2'],
    ['/projects/kifissia-store', 'Stairs'],
  ] as const)
    expect((await visitor.get(path)).texts('a'), path).toContain(name);

  await press(anna, await open('works', 'staircases'), 'offline');
  const page = await visitor.get('/projects?made=staircases');
  expect([page.status, page.texts('article')]).toEqual([200, []]);
  expect(page.text).toContain(
    'There are no projects under this name. No projects match these filters.',
  );
  for (const path of ['/projects', '/projects/kifissia-store'])
    expect(await linksOn(path), path).not.toContain('/projects?made=staircases');
  // The projects that name it still do, and show it when it is back.
  expect(tickedWorks(await open('projects', 'kifissia-store'))).toContain('staircases');
  await press(anna, await open('works', 'staircases'), 'publish');
  expect(await linksOn('/projects/kifissia-store')).toContain('/projects?made=staircases');
});

test('VP-6 PB-8 shows a project that was stored before there were works, and finds no change in it', async () => {
  run(`UPDATE site_entries SET published = json_remove(published, '$.made')
       WHERE kind = 'projects' AND slug = 'lapin'`);
  await refreshPublishedContent();
  expect((await visitor.get('/projects/lapin')).text).not.toContain('What we made');
  const page = await open('projects', 'lapin');
  await pressWithWorks(page, 'save', []);
  const sql = `SELECT draft FROM site_entries WHERE slug = 'lapin' AND kind = 'projects'`;
  expect(one(sql)).toBeNull();
  await pressWithWorks(await open('projects', 'lapin'), 'publish', ['seating']);
  const project = await visitor.get('/projects/lapin');
  expect(project.texts('h3')).toContain('What we made');
  expect(project.values('a', 'href')).toContain('/projects?made=seating');
});

test('PB-2 publishes a new category with its first published entry, not with a draft', async () => {
  const harbours = { new_category_en: 'Harbours', new_category_el: 'Λιμάνια' };
  const filters = ['/projects', '/el/projects', '/projects?category=harbours'];
  const pagesBefore = await Promise.all(
    filters.map(async (path) => (await visitor.get(path)).html),
  );
  const revision = one('SELECT revision FROM site_revision');
  const draft = await made(anna, { ...complete('Quay'), ...harbours });
  expect(one('SELECT revision FROM site_revision')).toBe(revision);
  expect(await statusOf('/projects/quay')).toBe(404);
  for (const [index, path] of filters.entries())
    expect((await visitor.get(path)).html).toBe(pagesBefore[index]);
  expect((await anna.get('/projects/quay?preview')).text).toContain('Harbours');
  expect(entryForm(draft)['category']).toBe('harbours');
  await publish(anna, draft, {});
  expect((await visitor.get('/projects/quay')).text).toContain('Harbours');
  expect((await visitor.get('/el/projects')).text).toContain('Λιμάνια');
});

test('PB-4 SE-3 never shows a category by its slug, even when it is offline', async () => {
  const piers = { new_category_en: 'Long Piers', new_category_el: 'Προβλήτες' };
  await published(anna, 'First Pier', piers);
  run(`UPDATE site_entries SET live = 0 WHERE kind = 'categories' AND slug = 'long-piers'`);
  await refreshPublishedContent();
  for (const path of ['/projects/first-pier', '/el/projects/first-pier', '/projects', '/']) {
    const { html } = await visitor.get(path);
    expect(html, path).not.toMatch(/long.piers/i);
  }
});

test('PB-4 refuses a new category with the name of an offline one, which stays offline', async () => {
  const kilns = { new_category_en: 'Kilns', new_category_el: 'Καμίνια' };
  const page = await published(anna, 'First Kiln', kilns);
  await press(anna, page, 'delete');
  await press(anna, await open('categories', 'kilns'), 'offline');
  const refused = await press(anna, await blank(), 'publish', {
    ...complete('Second Kiln'),
    new_category_en: 'kilns',
    new_category_el: 'Φούρνοι',
  });
  expect([refused.status, listInvalidFields(refused)]).toEqual([422, ['new_category_en']]);
  expect(readText(refused.html)).toContain('the category with this name is offline.');
  expect(entryForm(refused)['new_category_el']).toBe('Φούρνοι');
  expect(entry('Second Kiln')).toEqual([]);
  expect(column(`SELECT live FROM site_entries WHERE slug = 'kilns'`)).toEqual([0]);
});

test('PB-4 refuses a new category with the English name of another one and a Greek name of its own', async () => {
  const fields = { title_en: 'Renamed', new_category_en: 'Offices', new_category_el: 'Άλλα' };
  const refused = await press(anna, await blank(), 'save', fields);
  expect([refused.status, listInvalidFields(refused)]).toEqual([422, ['new_category_el']]);
});

test('PB-4 refuses to delete or hide a category in use, and says how many projects have it', async () => {
  const category = { new_category_en: 'Theatres', new_category_el: 'Θέατρα' };
  const page = await published(anna, 'On Stage', category);
  const draft = await made(anna, { title_en: 'Behind the Stage', category: 'theatres' });
  const categoryPage = await open('categories', 'theatres');
  const version = () => column(`SELECT version FROM site_entries WHERE slug = 'theatres'`);
  const previousVersion = version();
  for (const button of ['delete', 'offline']) {
    const refused = await press(anna, categoryPage, button, { title_en: 'Stages' });
    expect(refused.status).toBe(409);
    expect(readText(refused.html)).toContain('2 projects belong to it.');
    expect(entryForm(refused)['title_en']).toBe('Stages');
  }
  expect(version()).toEqual(previousVersion);
  await press(anna, draft, 'delete');
  const refused = await press(anna, categoryPage, 'delete');
  expect(readText(refused.html)).toContain('1 project belongs to it');
  await press(anna, page, 'publish', { category: 'hospital' });
  expect((await press(anna, categoryPage, 'delete')).status).toBe(303);
});

/** Returns the values of the stored version that a refused save shows, by the names of the controls. */
function readStoredVersion({ html }: Page): Record<string, string> {
  const storedSection = elements(html, 'section[aria-labelledby=stored]')[0];
  if (!storedSection) throw new Error('no stored version');
  const fields = Object.entries(readFields(storedSection));
  return Object.fromEntries(fields.map(([name, value]) => [name.replace('stored_', ''), value]));
}

test('PB-8 refuses a stale save with 409, names who saved, and shows the typed beside the stored values', async () => {
  const ownForm = await published(anna, 'Two at Once');
  const typed = { description_en: 'What Anna wrote.' };
  const otherFields = { description_en: 'What Basil wrote.' };
  await press(basil, await basil.get(ownForm.url), 'publish', otherFields);
  for (const button of ['save', 'delete', 'offline', 'publish']) {
    const stale = await press(anna, ownForm, button, typed);
    expect([button, stale.status]).toEqual([button, 409]);
    expect(readText(stale.html)).toContain(
      `saved this entry in the meantime (${staff.basil.email}, `,
    );
    expect(entryForm(stale)).toMatchObject(typed);
    expect(readStoredVersion(stale)['description_en']).toBe('What Basil wrote.');
    expect(listInvalidFields(stale)).toEqual(['description_en']);
  }
  expect((await visitor.get('/projects/two-at-once')).html).toContain('What Basil wrote.');
  // The page of the conflict keeps the typed values, and its form can be saved.
  const conflictPage = await press(anna, ownForm, 'publish', typed);
  expect((await press(anna, conflictPage, 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/two-at-once')).html).toContain('What Anna wrote.');
});

test('PB-8 accepts a second save of the same form, but not after a change by a colleague', async () => {
  const page = await made(anna, { title_en: 'Previewed' });
  const fields = complete('Previewed');
  for (const _ of [1, 2]) expect((await press(anna, page, 'preview', fields)).status).toBe(303);
  await press(basil, await basil.get(page.url), 'publish');
  expect((await press(anna, page, 'save', { ...fields, year: '1999' })).status).toBe(409);
});

const historyOf = (page: Page) =>
  page.values('a', 'href').filter((to) => to.includes('publication='));

const readEntryButtons = (page: Page) =>
  page
    .all('button')
    // Without the button that Enter presses.
    .filter((button) => !attribute(button, 'aria-hidden'))
    .map((button) => attribute(button, 'value') ?? '')
    .filter((value) => /^(save|preview|publish|offline|delete)$/.test(value))
    .join(' ');

test('PB-8 shows each earlier publication, and restores it by saving it', async () => {
  const first = await published(anna, 'Long History');
  const laterFields = { description_en: 'Said later.' };
  const page = await basil.follow(
    await press(basil, await basil.get(first.url), 'publish', laterFields),
  );
  const history = historyOf(page);
  expect(history).toHaveLength(2);
  expect(readText(page.html)).toMatch(/Published .* \(basil.* Published .* \(anna/);
  const old = await anna.get(history[1]!);
  expect(entryForm(old)['description_en']).toContain('First paragraph.');
  // The note says that only a save changes anything: the other buttons would replace the draft too.
  expect(readEntryButtons(old)).toBe('save publish delete');
  expect(readEntryButtons(page)).toBe('save publish preview offline delete');
  expect((await press(anna, old, 'save')).status).toBe(303);
  expect((await visitor.get('/projects/long-history')).html).toContain('Said later.');
  expect((await press(anna, await anna.get(first.url), 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/long-history')).html).toContain('Second paragraph.');
});

test('DA-8 PB-8 calls an admin by name in the list, the history and the conflict of an entry', async () => {
  const first = await published(anna, 'By Name');
  const fields = complete('By Name');
  await press(anna, await anna.get(first.url), 'save', { ...fields, year: '2001' });
  run(`UPDATE admins SET name = 'Anna Xenou' WHERE email LIKE 'anna%'`);
  expect(readText((await basil.get(first.url)).html)).toMatch(/Published .* \(Anna Xenou\)/);
  expect((await basil.get('/admin/dashboard/site/projects')).text).toMatch(/, Anna Xenou/);
  const refused = await press(basil, first, 'save', { ...fields, year: '1999' });
  expect(refused.status).toBe(409);
  expect(readText(refused.html)).toContain('Anna Xenou');
});

const changesOn = (page: Page) =>
  page.texts('li').flatMap((text) => /\(\S+?\)\. (.+?)\.? ?View$/.exec(text)?.[1] ?? []);

test('PB-8 lists the changes of each publication, and records a publication that only restores an entry', async () => {
  const first = await published(anna, 'Told in Full');
  const changes = { year: '2025', ...described(ROCHE[1]!, 2), photographer: 'A. Papas' };
  const second = await anna.follow(await press(anna, first, 'publish', changes));
  expect(changesOn(second)).toEqual(['Changed: Year, Photographer, Pictures', 'First publication']);
  const offline = await anna.follow(await press(anna, second, 'offline'));
  const third = await anna.follow(await press(anna, offline, 'publish'));
  expect(changesOn(third)[0]).toBe('Back on the site, no changes');
  expect(historyOf(third)).toHaveLength(3);
  // A publication without changes adds nothing to the history.
  const unchangedPage = await anna.follow(await press(anna, third, 'publish'));
  expect(historyOf(unchangedPage)).toHaveLength(3);
});

test('VP-6 PB-8 lists the changes since a publication from before there were works, and restores it', async () => {
  const first = await published(anna, 'Before Works');
  const id = first.url.split('/').at(-1)!;
  run(
    `UPDATE site_publications SET content = json_remove(content, '$.made') WHERE entry_id = ?`,
    id,
  );
  run(`UPDATE site_entries SET published = json_remove(published, '$.made') WHERE id = ?`, id);
  await refreshPublishedContent();
  const page = await anna.get(first.url);
  const second = await anna.follow(await pressWithWorks(page, 'publish', ['seating']));
  expect(changesOn(second)).toEqual(['Changed: What was made', 'First publication']);

  const earlier = await anna.get(historyOf(second)[1]!);
  expect(tickedWorks(earlier)).toEqual([]);
  expect((await pressWithWorks(earlier, 'publish', [])).status).toBe(303);
  expect(await linksOn('/projects/before-works')).not.toContain('/projects?made=seating');

  // An empty text that is new is no change either.
  run(
    `UPDATE site_publications SET content = json_remove(content, '$.photographer')
    WHERE id = (SELECT min(id) FROM site_publications WHERE entry_id = ?)`,
    id,
  );
  expect(changesOn(await anna.get(first.url))[1]).toBe('Changed: What was made');
});

test('PB-8 pages a long history, and reads one publication without the others', async () => {
  const page = await published(anna, 'Published Often');
  const id = Number(page.url.split('/').at(-1));
  getSqliteConnection().exec(`
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 45)
    INSERT INTO site_publications (entry_id, at, admin_email, content)
    SELECT entry_id, at, admin_email, json_set(content, '$.year', CAST(1900 + i AS TEXT))
    FROM n, site_publications WHERE entry_id = ${id} ORDER BY i`);
  const open = async (number: number) => anna.get(`${page.url}?history=${number}`);
  const pages = [await open(1), await open(2), await open(3)];
  expect(pages.map((each) => historyOf(each).length)).toEqual([20, 20, 6]);
  expect(new Set(pages.flatMap(historyOf)).size).toBe(46);
  expect(changesOn(pages[0]!)[0]).toBe('Changed: Year');
  expect(changesOn(pages[2]!).at(-1)).toBe('First publication');
  expect(pages[1]!.values('a', 'href')).toEqual(
    expect.arrayContaining(['?history=1#history', '?history=3#history'].map((to) => page.url + to)),
  );
  const old = await anna.get(historyOf(pages[2]!).at(-2)!);
  expect(entryForm(old)['year']).toBe('1901');
  expect(historyOf(await anna.get(`${page.url}?history=4`))).toEqual([]);
});

test('PB-8 merges nothing: a refused save shows the form as typed beside the stored version', async () => {
  const ownForm = await published(anna, 'Edited by Two', { architect: 'A. Papas' });
  const otherFields = { year: '2019', ...both('type', 'Their type'), architect: '' };
  const otherPicture = { ...described(ROCHE[1]!, 1), focal_x_1: '30' };
  const otherForm = await basil.get(ownForm.url);
  await press(basil, otherForm, 'publish', { ...otherFields, ...otherPicture });
  const typed = { ...both('type', 'My type'), new_category_en: 'Ships', new_category_el: 'Πλοία' };
  const stale = await press(anna, ownForm, 'save', typed);
  expect(stale.status).toBe(409);
  expect(entryForm(stale)).toMatchObject({ ...typed, year: '2026', architect: 'A. Papas' });
  expect(readStoredVersion(stale)).toMatchObject({
    ...otherFields,
    category: 'offices',
    picture_1: ROCHE[1]!,
    focal_x_1: '30',
  });
  const changedFields = 'category year type_en type_el architect architect_el pictures';
  expect(listInvalidFields(stale).join(' ')).toBe(changedFields);
  const saved = await anna.follow(await press(anna, stale, 'save'));
  expect(entryForm(saved)).toMatchObject({
    ...both('type', 'My type'),
    year: '2026',
    category: 'ships',
    picture_1: ROCHE[0]!,
  });
});

test('PB-8 names a stale form of the same person as that', async () => {
  const olderForm = await made(anna, { title_en: 'Two Tabs' });
  await press(anna, await anna.get(olderForm.url), 'save', { year: '2020' });
  const stale = await press(anna, olderForm, 'save', { year: '2021' });
  expect(stale.status).toBe(409);
  const refusalText = readText(stale.html);
  expect(refusalText).toContain('You have saved this entry yourself since you opened this form');
  expect(refusalText).not.toContain('Somebody else');
  expect([entryForm(stale)['year'], readStoredVersion(stale)['year']]).toEqual(['2021', '2020']);
});

test('PB-8 refuses a form without its key, which could replace an entry that was restored', async () => {
  const page = await made(anna, { title_en: 'Came Back' });
  await press(anna, page, 'delete');
  await undelete(await anna.get(`${PROJECTS}?bin`));
  const { form_key: _, ...keyless } = entryForm(await blank());
  const form = { ...keyless, title_en: 'Quite Another', do: 'save' };
  const refused = await anna.post(`${PROJECTS}/new`, form);
  expect(refused.status).toBe(422);
  expect(entryForm(refused)['title_en']).toBe('Quite Another');
  expect(entryForm(await anna.get(page.url))['title_en']).toBe('Came Back');
  // The form that comes back has a key again.
  expect((await press(anna, refused, 'save')).status).toBe(303);
});

/** Restores the first entry of the bin. */
const undelete = (bin: Page) => {
  const undeleteForm = forms(bin.html).findIndex(({ fields }) => fields['do'] === 'undelete');
  return anna.submit({ ...bin, url: PROJECTS }, {}, undeleteForm);
};

test('PB-8 moves deleted entries to the bin, restores them offline, and deletes them after 30 days', async () => {
  const page = await published(anna, 'Thrown Away');
  expect((await press(anna, page, 'delete')).outcome).toBe(`303 ${PROJECTS}`);
  expect(await statusOf('/projects/thrown-away')).toBe(404);
  expect((await anna.get(page.url)).status).toBe(404);
  const refusal = await press(anna, page, 'save', { year: '2020' });
  expect([refusal.status, entryForm(refusal)['year']]).toEqual([409, '2020']);
  const saved = await press(anna, refusal, 'save', both('title', 'Kept Text'));
  expect([saved.status, saved.outcome.includes(page.url)]).toEqual([303, false]);
  expect(entry('Kept Text')).toHaveLength(1);
  const bin = await anna.get(`${PROJECTS}?bin`);
  expect(bin.texts('h2')).toEqual(['Thrown Away']);
  expect((await undelete(bin)).status).toBe(303);
  const restored = await anna.get(page.url);
  expect(historyOf(restored)).toHaveLength(1);
  expect(await statusOf('/projects/thrown-away')).toBe(404);
  expect((await press(anna, restored, 'publish')).status).toBe(303);
  expect(await statusOf('/projects/thrown-away')).toBe(200);
  await press(anna, await anna.get(page.url), 'delete');
  const deleteAfterDays = (days: number) => deleteOldBinEntries(Date.now() + days * DAY);
  expect([await deleteAfterDays(29), await deleteAfterDays(31)]).toEqual([0, 1]);
  expect(entry('Thrown Away')).toEqual([]);
});

test('PB-8 PB-9 restores a project with its category, without which no import accepts it', async () => {
  const category = { new_category_en: 'Barns', new_category_el: 'Αχυρώνες' };
  const page = await published(anna, 'Old Barn', category);
  await press(anna, page, 'delete');
  const deleted = await press(anna, await open('categories', 'barns'), 'delete');
  expect(deleted.status).toBe(303);
  await undelete(await anna.get(`${PROJECTS}?bin`));
  expect(column(`SELECT deleted_at FROM site_entries WHERE slug = 'barns'`)).toEqual([null]);
});

test('PB-10 records in the audit log what admins do to the site', async () => {
  const auditId = lastAuditId();
  const page = await published(anna, 'On Record');
  await move(await anna.get(PROJECTS), entry('On Record')[0], 1);
  const open = () => anna.get(page.url);
  for (const button of ['save', 'offline', 'delete']) await press(anna, await open(), button);
  await undelete(await anna.get(`${PROJECTS}?bin`));
  const sql = `SELECT DISTINCT event FROM audit_log WHERE event LIKE 'site.%' AND admin_id > 0 AND id > ? ORDER BY event`;
  expect(column(sql, auditId).join(' ')).toBe(
    'site.delete site.moved site.offline site.published site.saved site.undelete',
  );
});

test('PB-10 leaves out a damaged entry and a lost picture, and serves everything else', async () => {
  const lostPicture = 'e'.repeat(64);
  getSqliteConnection().exec(`
    UPDATE site_entries SET published = '{}', draft = '{}' WHERE slug = 'roche';
    UPDATE site_entries SET published = json_set(published, '$.pictures[0].name', 'lost') WHERE slug = 'nestle';
    UPDATE site_entries SET published_at = 'soon' WHERE slug = 'technogym';
    INSERT INTO site_media VALUES ('${lostPicture}', 9, 9, '{}', 0, '{}', 0, '')`);
  await refreshPublishedContent();
  for (const [path, status] of [
    ['/', 200],
    ['/projects', 200],
    ['/projects/nestle', 200],
    ['/projects/roche', 404],
    ['/projects/technogym', 404],
  ] as const)
    expect([path, await statusOf(path)]).toEqual([path, status]);
  // The desk leaves the damaged entry out and serves the other entries.
  expect((await anna.get(PROJECTS)).status).toBe(200);
  expect((await open('projects', 'roche')).status).toBe(404);
});

/** Makes exactly 300 projects public, by SQL as if another process had done it. */
async function fillProjects() {
  getSqliteConnection().exec(`
    DELETE FROM site_entries WHERE kind = 'projects' AND (live = 0 OR deleted_at IS NOT NULL);
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO site_entries
      (kind, position, slug, live, published, published_at, changed_at, changed_by)
    SELECT kind, position + 100 * i, slug || '-' || i, 1, published, published_at, changed_at, ''
    FROM n, site_entries WHERE kind = 'projects' ORDER BY i, position
    LIMIT 300 - (SELECT count(*) FROM site_entries WHERE kind = 'projects')`);
  await refreshPublishedContent();
}

async function openList(path: string) {
  const answer = await fetch(site + path, { headers: { 'accept-encoding': 'br' } });
  const html = await answer.text();
  const link = (elementName: 'head' | 'main', name: string, rel: string) =>
    values(elements(html, elementName)[0]!, `${name}[rel=${rel}]`, 'href')[0];
  const turn = (rel: string) => [link('head', 'link', rel), link('main', 'a', rel)];
  const cards = values(html, 'a', 'href').filter((to) => /\/projects\/./.test(to));
  const bytes = Number(answer.headers.get('content-length'));
  return { html, bytes, cards, previous: turn('prev'), next: turn('next') };
}

test('PB-4 lists 24 projects on each page, each with its own URL, within the page weight', async () => {
  await fillProjects();
  const turns = (path: string) => [ORIGIN + path, path];
  const NONE = [undefined, undefined];
  const cardsOnAllPages = new Set<string>();
  for (let page = 1; page <= 13; page++) {
    const toListPath = (number: number) =>
      number === 1 ? '/projects' : `/projects?page=${number}`;
    const { bytes, html, cards, previous, next } = await openList(toListPath(page));
    for (const card of cards) cardsOnAllPages.add(card);
    expect(new Set(cards).size).toBe(page === 13 ? 12 : 24);
    expect(headOf(html).get('canonical')).toBe(ORIGIN + toListPath(page));
    expect(previous).toEqual(page === 1 ? NONE : turns(toListPath(page - 1)));
    expect(next).toEqual(page === 13 ? NONE : turns(toListPath(page + 1)));
    expect(readText(html)).toContain('300 projects');
    expect(readText(html)).toContain(`Page ${page} of 13`);
    expect(bytes, 'compressed').toBeLessThanOrEqual(33 * 1024);
    expect(bytes).toBeGreaterThan(1024);
  }
  expect(cardsOnAllPages.size).toBe(300);
  const greek = await openList('/el/projects?page=2');
  expect(headOf(greek.html).get('title')).toContain('Έργα, σελίδα 2 από 13');
  expect(greek.previous).toEqual(turns('/el/projects'));
  expect(greek.next).toEqual(turns('/el/projects?page=3'));
  // A filter stays while pages are turned.
  const offices = await openList('/projects?category=offices&page=2');
  expect(offices.previous).toEqual(turns('/projects?category=offices'));
  expect(headOf(offices.html).get('canonical')).toBe(`${ORIGIN}/projects`);
  for (const page of ['14', '0', '-1', '1.5', 'x']) {
    const { status, html } = await visitor.get(`/projects?page=${page}`);
    expect([page, status, headOf(html).get('robots')]).toEqual([page, 404, 'noindex']);
  }
});

test('PB-4 lists 50 entries on each page of the desk; moves an entry across pages and to the top', async () => {
  await fillProjects();
  const list = (page: number) => anna.get(page === 1 ? PROJECTS : `${PROJECTS}?page=${page}`);
  const idsOn = (page: Page) =>
    page.values('a', 'href').flatMap((to) => /site\/projects\/(\d+)$/.exec(to)?.[1] ?? []);
  const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(list));
  for (const page of pages) expect(idsOn(page)).toHaveLength(50);
  expect(new Set(pages.flatMap(idsOn)).size).toBe(300);
  expect((await list(7)).outcome).toBe(`303 ${PROJECTS}`);
  const [row] = idsOn(pages[1]!);
  const response = await move(pages[1]!, row, 49);
  expect(response.outcome).toBe(`303 ${PROJECTS}`);
  const first = await anna.follow(response);
  expect(idsOn(first).at(-1)).toBe(row);
  expect((await move(first, row, 50)).outcome).toBe(`303 ${PROJECTS}?page=2`);
  const last = idsOn(pages[5]!).at(-1);
  const top = await anna.follow(await move(await list(6), last, 0));
  expect(idsOn(top)[0]).toBe(last);
  expect(top.text).toContain('The site shows the new order.');
  const unchanged = await anna.follow(await move(top, last, -1));
  expect(unchanged.text).not.toContain('The site shows the new order.');
});
