import { expect, onTestFinished, test } from 'vitest';
import { fieldsOf } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { athensDay } from '#app/domain/clock.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { toasts, wordsOf } from '../../support/people/desk.ts';
import {
  PROJECTS,
  described,
  entryForm,
  faultsOn,
  made,
  press,
  published,
  written,
} from '../../support/people/site-editor.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { nodesOf } from '../../support/reading/graph.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  headOf,
  texts,
  values,
} from '../../support/reading/browser.ts';
import { serveSite } from '../../support/servers/served-site.ts';
import { startSite } from '../../support/servers/site.ts';
import { databaseFile } from '#db/database.server.ts';
import { column, run } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
await makeAdmin(staff.basil.email);
const anna = await signedIn(site, staff.anna.email);
const basil = await signedIn(site, staff.basil.email);
const visitor = new PlainBrowser(site);

const entry = (title: string) =>
  column(
    `SELECT id FROM site_entries WHERE json_extract(coalesce(draft, published), '$.title.en') = '${title}'`,
  );
const open = (id: unknown) => anna.get(`${PROJECTS}/${id}`);
const titles = (html: string) => texts(html, 'h2');

test('PB-1 the desk lists the kinds, filled with the sample; a form has each declared field once', async () => {
  const kinds = await anna.get('/admin/dashboard/site');
  expect(wordsOf(kinds.html)).toMatch(/Projects 22 entries .* Categories 10 entries/);
  const list = await anna.get(PROJECTS);
  expect(elements(list.html, 'ol')[0]!.childNodes).toHaveLength(22);
  const names = Object.keys(entryForm(await anna.get(`${PROJECTS}/new`)));
  for (const { name, as } of fieldsOf('projects')) {
    if (as === 'line' || as === 'text')
      for (const language of LANGUAGES) expect(names).toContain(`${name}_${language}`);
    else if (as !== 'pictures' && as !== 'drawing') expect(names).toContain(name);
  }
  const categories = await anna.get('/admin/dashboard/site/categories/new');
  expect(Object.keys(entryForm(categories)).slice(-2)).toEqual(['title_en', 'title_el']);
  expect((await anna.get('/admin/dashboard/site/castles')).status).toBe(404);
});

test('PB-1 PB-10 all of it is behind sign-in, and posts from other sites are refused', async () => {
  for (const path of ['', '/projects', '/projects/2', '/projects/new', '/projects?bin']) {
    const { status, headers } = await visitor.get(`/admin/dashboard/site${path}`);
    expect([path, status, headers.get('location')]).toEqual([path, 303, '/admin']);
  }
  const page = await open(2);
  const posted = await visitor.post(page.url, {
    ...entryForm(page),
    title_en: 'Stolen',
    do: 'publish',
  });
  expect(posted.headers.get('location')).toMatch(/^\/admin/);
  anna.headers['sec-fetch-site'] = 'cross-site';
  const crossed = await press(anna, page, 'publish', { title_en: 'Stolen' });
  delete anna.headers['sec-fetch-site'];
  expect(crossed.status).toBe(403);
  expect(entry('Stolen')).toEqual([]);
});

test('PB-2 a draft is never public; its preview is for admins, kept by nobody and found by no one', async () => {
  const before = await visitor.get('/projects/roche');
  const saved = await press(anna, await open(2), 'save', { description_en: 'Only a draft.' });
  expect(toasts(await anna.follow(saved))).toEqual([
    'Draft saved The public site has not changed.',
  ]);
  expect((await visitor.get('/projects/roche')).html).toBe(before.html);
  expect((await visitor.get('/projects/roche?preview')).html).toBe(before.html);
  const preview = await anna.get('/projects/roche?preview');
  expect(preview.html).toContain('Only a draft.');
  expect(preview.headers.get('cache-control')).toContain('no-store');
  expect(preview.headers.get('x-robots-tag')).toBe('noindex');
  expect((await visitor.get('/projects/roche?preview')).html).toBe(before.html);
  // A draft of one that was never public has a page of its own, for admins.
  const page = await made(anna, { title_en: 'Only a title' });
  const shown = await press(anna, page, 'preview', { title_el: 'Μόνο τίτλος' });
  expect(shown.headers.get('location')).toBe('/projects/only-a-title?preview');
  expect((await anna.follow(shown)).status).toBe(200);
  expect((await anna.get('/el/projects/only-a-title?preview')).html).toContain('Μόνο τίτλος');
  expect((await visitor.get('/projects/only-a-title?preview')).status).toBe(404);
});

test('PB-2 what a stranger gets at the address of a preview is kept nowhere', async () => {
  const { status, headers } = await visitor.get('/projects/roche?preview');
  expect([status, headers.get('cache-control')]).toEqual([
    200,
    'no-store, no-cache, must-revalidate, private',
  ]);
});

test('PB-2 a title in Greek letters on both sides has a preview', async () => {
  const page = await made(anna, { title_en: 'Σπίτι', title_el: 'Σπίτι' });
  const shown = await press(anna, page, 'preview');
  const address = `/projects/${encodeURIComponent('σπίτι')}?preview`;
  expect([shown.status, shown.headers.get('location')]).toEqual([303, address]);
  expect((await anna.follow(shown)).status).toBe(200);
});

test('PB-2 a draft needs its title alone; Publish names all that is missing, in both languages', async () => {
  const untitled = await press(anna, await anna.get(`${PROJECTS}/new`), 'save', { year: '2026' });
  expect([untitled.status, faultsOn(untitled)]).toEqual([422, ['title_en']]);
  expect(entryForm(untitled)).toMatchObject({ year: '2026' });
  const refused = await press(anna, await anna.get(`${PROJECTS}/new`), 'publish', {
    title_en: 'Half Written',
    year: '20 26',
  });
  expect(refused.status).toBe(422);
  expect(faultsOn(refused).sort()).toEqual(
    'category description_el description_en location_el location_en pictures title_el type_el type_en year'.split(
      ' ',
    ),
  );
  expect(wordsOf(refused.html)).toContain('Missing: Title (Greek).');
  expect(wordsOf(refused.html)).toContain('Year must be a year (2024) or a range');
  // What there is of it is kept as a draft, and the same form goes on from there.
  expect(entry('Half Written')).toHaveLength(1);
  const all = { ...written('Half Written'), ...described('02-roche') };
  const again = await press(anna, { ...refused, url: `${PROJECTS}/new` }, 'publish', all);
  expect(again.status).toBe(303);
  expect(entry('Half Written')).toHaveLength(1);
  for (const [path, word] of [
    ['/projects/half-written', 'Second paragraph.'],
    ['/el/projects/half-written', 'Δεύτερη παράγραφος.'],
  ] as const) {
    const page = await visitor.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.html).toContain(word);
  }
});

test('PB-2 Publish pressed twice on a new entry publishes one', async () => {
  const page = await anna.get(`${PROJECTS}/new`);
  const all = { ...written('Pressed Twice'), ...described('02-roche') };
  const both = [press(anna, page, 'publish', all), press(anna, page, 'publish', all)];
  const [one, two] = await Promise.all(both);
  expect([one!.status, two!.status]).toEqual([303, 303]);
  expect(one!.headers.get('location')).toBe(two!.headers.get('location'));
  expect(entry('Pressed Twice')).toHaveLength(1);
});

test('PB-2 offline answers 404 and keeps its address; an old address leads on, and yields', async () => {
  const page = await published(anna, 'Elm House');
  const offline = await anna.follow(await press(anna, page, 'offline'));
  expect(toasts(offline)[0]).toContain('Taken offline');
  expect((await visitor.get('/projects/elm-house')).status).toBe(404);
  const same = { ...written('Elm House'), ...described('02-roche') };
  const twin = await press(anna, await anna.get(`${PROJECTS}/new`), 'publish', same);
  expect([twin.status, faultsOn(twin)]).toEqual([422, ['title_en']]);
  const renamed = await press(anna, offline, 'publish', { title_en: 'Ash House' });
  expect(renamed.status).toBe(303);
  const moved = await visitor.get('/projects/elm-house?photo=1');
  expect([moved.status, moved.headers.get('location')]).toEqual([
    301,
    '/projects/ash-house?photo=1',
  ]);
  expect((await visitor.get('/el/projects/elm-house')).headers.get('location')).toBe(
    '/el/projects/ash-house',
  );
  // Now nobody has it: the twin may.
  expect((await press(anna, await open(entry('Elm House')[0]), 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/elm-house')).status).toBe(200);
  expect((await visitor.get('/projects/ash-house')).status).toBe(200);
});

/** What the list says of a category: "Hospital" and how many. */
const counted = async (category: string) =>
  Number(
    texts((await visitor.get('/projects')).html, 'a')
      .find((text) => text.startsWith(category))
      ?.slice(category.length),
  );
const lastChange = async (path: string) => {
  const [, day] =
    new RegExp(`${path}</loc><lastmod>([\\d-]+)`).exec((await visitor.get('/sitemap.xml')).html) ??
    [];
  return day;
};
const neighbourOf = (page: Page, rel: string) => {
  const link = elements(page.html, 'a').find((one) => attribute(one, 'rel') === rel);
  return link && attribute(link, 'href');
};

test('PB-3 published is seen with the next request, wherever the site speaks of it', async () => {
  const feed = (await visitor.get('/insights/feed.xml')).html;
  const before = await visitor.get('/projects');
  const [first] = values(before.html, 'a', 'href').filter((to) => to.startsWith('/projects/'));
  const hospitals = await counted('Hospital');
  for (const path of ['/', '/projects?category=hospital', first!]) await visitor.get(path);
  const entryPage = await published(anna, 'Seen at Once', {
    category: 'hospital',
    photographer: 'A. Papas',
  });
  const own = '/projects/seen-at-once';
  const today = athensDay(new Date());

  const home = texts((await visitor.get('/')).html, 'article');
  expect([home.length, home[0]]).toEqual([3, expect.stringContaining('Seen at Once')]);
  for (const path of ['/projects', '/projects?category=hospital', '/projects?year=2026'])
    expect(values((await visitor.get(path)).html, 'a', 'href')).toContain(own);
  expect(await counted('Hospital')).toBe(hospitals + 1);
  expect([await lastChange(own), await lastChange('/projects')]).toEqual([today, today]);
  const page = await visitor.get(own);
  expect([neighbourOf(page, 'prev'), neighbourOf(page, 'next')]).toEqual([undefined, first]);
  expect(neighbourOf(await visitor.get(first!), 'prev')).toBe(own);
  const head = headOf(page.html);
  expect(head.get('title')).toContain('Seen at Once');
  expect(head.get('og:title')).toContain('Seen at Once');
  expect(head.get('og:image')).toContain('/pictures/02-roche-960.jpg');
  const graph = elements(page.html, 'script').find(
    (script) => attribute(script, 'type') === 'application/ld+json',
  )!;
  const [text] = graph.childNodes as unknown as { value: string }[];
  const work = nodesOf(text!.value).find((node) => node['@type'] === 'CreativeWork');
  expect(work).toMatchObject({ name: 'Seen at Once', genre: 'Hospital', dateModified: today });
  // The feed is that of the articles.
  expect((await visitor.get('/insights/feed.xml')).html).toBe(feed);

  await press(anna, entryPage, 'offline');
  expect((await visitor.get('/projects')).html).toBe(before.html);
  expect(texts((await visitor.get('/')).html, 'article')[0]).not.toContain('Seen at Once');
  expect(await lastChange(own)).toBeUndefined();
  expect(neighbourOf(await visitor.get(first!), 'prev')).toBeUndefined();
});

test('PB-3 texts that say how many projects there are, and of which years, follow them', async () => {
  const said = async () => {
    const lists = [await visitor.get('/projects'), await visitor.get('/el/projects')];
    return [
      ...lists.map(({ html }) => headOf(html).get('description')),
      ...lists.map(({ text }) => text),
    ];
  };
  const count = Number(/^(\d+) projects from 2017 to (\d+):/.exec((await said())[0]!)![1]);
  await published(anna, 'From the Future', { year: '2031' });
  const [english, greek, ...pages] = await said();
  expect(english).toMatch(`${count + 1} projects from 2017 to 2031: rooms`);
  expect(greek).toMatch(`${count + 1} έργα από το 2017 έως το 2031: χώροι`);
  expect(pages[0]).toContain('made in Avlona between 2017 and 2031.');
  expect(pages[1]).toContain('από το 2017 έως το 2031.');
  for (const [path, label] of [
    ['/', 'projects shown here'],
    ['/el', 'έργα σε αυτόν τον ιστότοπο'],
  ] as const)
    expect((await visitor.get(path)).text).toMatch(new RegExp(`${label}\\D*${count + 1}\\D`));
  const gone = (path: string) =>
    run(`UPDATE site_entries SET live = 0 WHERE kind = 'projects' ${path}`);
  const { showPublished } = await import('#app/domain/site/published.server.ts');
  const live = column("SELECT id FROM site_entries WHERE kind = 'projects' AND live = 1");
  onTestFinished(async () => {
    for (const id of live) run('UPDATE site_entries SET live = 1 WHERE id = ?', id);
    await showPublished();
  });
  gone("AND slug <> 'from-the-future'");
  await showPublished();
  const [one, single] = await said();
  expect([one, single]).toEqual([
    expect.stringMatching('^1 project from 2031: rooms'),
    expect.stringMatching('^1 έργο του 2031: χώροι'),
  ]);
  gone('');
  await showPublished();
  const none = await said();
  expect(none[0]).toMatch(/^Rooms and furniture in wood/);
  expect(none[2]).toContain('Rooms and furniture made in Avlona.');
  expect((await visitor.get('/')).status).toBe(200);
});

test('PB-3 another process on the same data folder shows it within two seconds', async () => {
  const other = await serveSite({ DATA_DIR: process.env['DATA_DIR']! });
  onTestFinished(() => other.stop());
  const there = new PlainBrowser(other.url);
  const status = async () => (await there.get('/projects/seen-elsewhere')).status;
  expect(await status()).toBe(404);
  await published(anna, 'Seen Elsewhere');
  const since = performance.now();
  await eventually(async () => expect(await status()).toBe(200));
  // Two seconds, and what a crowded machine takes to answer.
  expect(performance.now() - since).toBeLessThan(4000);
});

test('PB-4 the order is changed by buttons, public at once; a new category comes with a form', async () => {
  await published(anna, 'First of All', {
    new_category_en: 'Ships & Boats',
    new_category_el: 'Πλοία',
  });
  const list = await anna.get(PROJECTS);
  expect(titles(list.html)[0]).toBe('First of All');
  const down = forms(list.html).findIndex(
    ({ fields }) => fields['id'] === String(entry('First of All')[0]) && fields['to'] === '1',
  );
  const moved = await anna.submit({ ...list, url: PROJECTS }, {}, down);
  expect(moved.status).toBe(303);
  expect(titles((await anna.follow(moved)).html)[1]).toBe('First of All');
  expect(texts((await visitor.get('/')).html, 'article')[1]).toContain('First of All');
  const filtered = await visitor.get('/projects?category=ships-boats');
  expect(texts(filtered.html, 'article')).toHaveLength(1);
  expect((await visitor.get('/el/projects')).html).toContain('Πλοία');
  // It keeps its address under another name.
  const [id] = column(`SELECT id FROM site_entries WHERE slug = 'ships-boats'`);
  const category = await anna.get(`/admin/dashboard/site/categories/${id}`);
  const renamed = await press(anna, category, 'publish', { title_en: 'Yachts' });
  expect(renamed.status).toBe(303);
  expect((await visitor.get('/projects?category=ships-boats')).html).toContain('Yachts');
});

test('PB-4 a category that is none is refused; one that came with a draft is offered from then on', async () => {
  const all = { ...written('In No Category'), ...described('02-roche'), category: 'castles' };
  const refused = await press(anna, await anna.get(`${PROJECTS}/new`), 'publish', all);
  expect([refused.status, faultsOn(refused)]).toEqual([422, ['category']]);
  expect((await visitor.get('/projects/in-no-category')).status).toBe(404);
  const page = await made(anna, {
    title_en: 'With a Draft',
    new_category_en: 'Libraries',
    new_category_el: 'Βιβλιοθήκες',
  });
  expect(values(page.html, 'option', 'value')).toContain('libraries');
});

const emptied = () => run('DELETE FROM site_entries WHERE deleted_at IS NOT NULL');

test('PB-4 a category that projects have neither goes nor goes offline, and says how many have it', async () => {
  onTestFinished(() => void emptied());
  const category = { new_category_en: 'Theatres', new_category_el: 'Θέατρα' };
  const page = await published(anna, 'On Stage', category);
  const draft = await made(anna, { title_en: 'Behind the Stage', category: 'theatres' });
  const [id] = column(`SELECT id FROM site_entries WHERE slug = 'theatres'`);
  const own = await anna.get(`/admin/dashboard/site/categories/${id}`);
  const stored = () => column(`SELECT version FROM site_entries WHERE id = ?`, id);
  const before = stored();
  for (const button of ['delete', 'offline']) {
    const refused = await press(anna, own, button, { title_en: 'Stages' });
    expect(refused.status).toBe(409);
    expect(wordsOf(refused.html)).toContain('2 projects are in this category.');
    expect(entryForm(refused)['title_en']).toBe('Stages');
  }
  expect(stored()).toEqual(before);
  await press(anna, draft, 'delete');
  expect(wordsOf((await press(anna, own, 'delete')).html)).toContain('1 project is in');
  await press(anna, page, 'publish', { category: 'hospital' });
  expect((await press(anna, own, 'delete')).status).toBe(303);
});

test('PB-10 a title of letters that are longer in an address has one that is bounded', async () => {
  const page = await published(anna, 'İ'.repeat(60), { title_en: 'İ'.repeat(120) });
  expect((await visitor.get(`/projects/${'i-'.repeat(100).slice(0, -1)}`)).status).toBe(200);
  await press(anna, page, 'delete');
  emptied();
});

test('PB-10 a line end counts once, however browsers send it', async () => {
  const text = `${'x\n'.repeat(2999)}xx`;
  const typed = { description_en: text.replaceAll('\n', '\r\n') };
  const page = await made(anna, { title_en: 'Many Lines', ...typed });
  expect(entryForm(page)['description_en']).toHaveLength(text.length);
});

test('PB-10 a stranger’s form is read no further than any other', async () => {
  const long = { title_en: 'x'.repeat(100_000) };
  expect((await visitor.post(`${PROJECTS}/new`, long)).status).toBe(413);
});

const PROJECT = "kind = 'projects' AND slug = ?";

test('PB-10 a damaged entry is left out, a picture that is lost as well; the site stands', async () => {
  const { showPublished } = await import('#app/domain/site/published.server.ts');
  const rows = ['roche', 'nestle'].map((slug) => {
    return [slug, column(`SELECT published FROM site_entries WHERE ${PROJECT}`, slug)[0]] as const;
  });
  onTestFinished(async () => {
    for (const [slug, text] of rows)
      run(`UPDATE site_entries SET published = ?, draft = NULL WHERE ${PROJECT}`, text, slug);
    await showPublished();
  });
  run(`UPDATE site_entries SET published = '{}', draft = '{}' WHERE ${PROJECT}`, 'roche');
  run(
    `UPDATE site_entries SET published = json_set(published, '$.pictures[0].name', 'lost')
    WHERE ${PROJECT}`,
    'nestle',
  );
  const [undated, at] = databaseFile()
    .prepare("SELECT slug, published_at FROM site_entries WHERE slug NOT IN ('roche', 'nestle')")
    .raw()
    .get() as [string, string];
  run(`UPDATE site_entries SET published_at = 'soon' WHERE slug = ?`, undated);
  run(`INSERT INTO site_media VALUES (?, 9, 9, '{}', 0, '{}', 0, '')`, 'e'.repeat(64));
  onTestFinished(() => {
    run('UPDATE site_entries SET published_at = ? WHERE slug = ?', at, undated);
    run('DELETE FROM site_media WHERE name = ?', 'e'.repeat(64));
  });
  await showPublished();
  for (const [path, status] of [
    ['/', 200],
    ['/projects', 200],
    ['/projects/nestle', 200],
    ['/projects/roche', 404],
    [`/projects/${undated}`, 404],
  ] as const)
    expect([path, (await visitor.get(path)).status]).toEqual([path, status]);
  // At the desk what is damaged is not there; the others are.
  expect((await anna.get(PROJECTS)).status).toBe(200);
  expect((await open(2)).status).toBe(404);
});

const historyOf = (page: Page) =>
  values(page.html, 'a', 'href').filter((to) => to.includes('publication='));

test('PB-8 a stale save is refused with 409 and names who saved; what was typed stays, beside what is stored', async () => {
  const mine = await published(anna, 'Two at Once');
  const theirs = await basil.get(mine.url);
  await press(basil, theirs, 'publish', { description_en: 'What Basil wrote.' });
  for (const button of ['save', 'publish', 'delete', 'offline']) {
    const stale = await press(anna, mine, button, { description_en: 'What Anna wrote.' });
    expect([button, stale.status]).toEqual([button, 409]);
    expect(wordsOf(stale.html)).toContain(`saved by ${staff.basil.email} on`);
    expect(entryForm(stale)['description_en']).toBe('What Anna wrote.');
    expect(texts(stale.html, 'dd')).toContain('What Basil wrote.');
  }
  expect((await visitor.get('/projects/two-at-once')).html).toContain('What Basil wrote.');
  // Who has seen it may go on from what was typed.
  const stale = await press(anna, mine, 'publish', { description_en: 'What Anna wrote.' });
  expect((await press(anna, { ...stale, url: mine.url }, 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/two-at-once')).html).toContain('What Anna wrote.');
});

test('PB-8 what the same form saved before is not stale, but what another did since is', async () => {
  const page = await made(anna, { title_en: 'Previewed' });
  const fields = { ...written('Previewed'), ...described('02-roche') };
  expect((await press(anna, page, 'preview', fields)).status).toBe(303);
  expect((await press(anna, page, 'preview', fields)).status).toBe(303);
  await press(basil, await basil.get(page.url), 'publish');
  expect((await press(anna, page, 'save', { ...fields, year: '1999' })).status).toBe(409);
});

test('PB-8 each publication is kept, can be looked at, and comes back by being saved', async () => {
  const first = await published(anna, 'Long History');
  const changed = await press(basil, await basil.get(first.url), 'publish', {
    description_en: 'Said later.',
  });
  const page = await anna.follow(changed);
  const history = historyOf(page);
  expect(history).toHaveLength(2);
  expect(wordsOf(page.html)).toMatch(/Published .* by basil.* Published .* by anna/);
  const old = await anna.get(history[1]!);
  expect(entryForm(old)['description_en']).toContain('First paragraph.');
  expect((await visitor.get('/projects/long-history')).html).toContain('Said later.');
  expect((await press(anna, old, 'save')).status).toBe(303);
  expect((await visitor.get('/projects/long-history')).html).toContain('Said later.');
  expect((await press(anna, await anna.get(first.url), 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/long-history')).html).toContain('Second paragraph.');
});

test('PB-8 what is deleted goes to the bin and comes back offline; after 30 days it is gone', async () => {
  const page = await published(anna, 'Thrown Away');
  const deleted = await anna.follow(await press(anna, page, 'delete'));
  expect(deleted.url).toBe(PROJECTS);
  expect((await visitor.get('/projects/thrown-away')).status).toBe(404);
  expect((await anna.get(page.url)).status).toBe(404);
  const late = await press(anna, page, 'save', { year: '2020' });
  expect([late.status, entryForm(late)['year']]).toEqual([409, '2020']);
  const bin = await anna.get(`${PROJECTS}?bin`);
  expect(titles(bin.html)).toEqual(['Thrown Away']);
  const back = forms(bin.html).findIndex(({ fields }) => fields['do'] === 'undelete');
  expect((await anna.submit({ ...bin, url: PROJECTS }, {}, back)).status).toBe(303);
  const restored = await anna.get(page.url);
  expect([restored.status, historyOf(restored).length]).toEqual([200, 1]);
  expect((await visitor.get('/projects/thrown-away')).status).toBe(404);
  expect((await press(anna, restored, 'publish')).status).toBe(303);
  expect((await visitor.get('/projects/thrown-away')).status).toBe(200);
  await press(anna, await anna.get(page.url), 'delete');
  const { emptyBin } = await import('#app/domain/site/entries.server.ts');
  const days = (count: number) => Date.now() + count * 24 * 3600 * 1000;
  expect([await emptyBin(days(29)), await emptyBin(days(31))]).toEqual([0, 1]);
  expect(entry('Thrown Away')).toEqual([]);
});

test('PB-10 what admins do to the site is audited', async () => {
  const events = column(
    `SELECT DISTINCT event FROM audit_log WHERE event LIKE 'site.%' AND admin_id > 0`,
  );
  const all = ['delete', 'moved', 'offline', 'published', 'saved', 'undelete'];
  expect((events as string[]).sort()).toEqual(all.map((event) => `site.${event}`));
});
