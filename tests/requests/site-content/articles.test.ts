import { expect, test } from 'vitest';
import { kindFacts, KINDS } from '#app/content/kinds.server.ts';
import { listPublicPages } from '#app/content/pages.server.ts';
import { readText } from '../../support/people/desk.ts';
import { startSiteDesk } from '../../support/people/site-desk.ts';
import {
  both,
  described,
  entryForm,
  listInvalidFields,
  pdf,
  photo,
  press,
  publish,
  ROCHE,
  SITE,
} from '../../support/people/site-editor.ts';
import {
  attribute,
  elements,
  textOf,
  texts,
  values,
  type Page,
} from '../../support/reading/browser.ts';
import { readGraph } from '../../support/reading/graph.ts';
import { column } from '../../support/servers/store.ts';

const { anna, visitor, open, statusOf } = await startSiteDesk();

const blank = (kind: string) => anna.get(`${SITE}/${kind}/new`);
/** Presses a button of the form and follows the redirect. */
const pressed = async (page: Page, button: string, fields = {}) =>
  anna.follow(await press(anna, page, button, fields));
const linksOn = async (path: string) => (await visitor.get(path)).values('a', 'href');
const textsOn = async (path: string, name: string) => (await visitor.get(path)).texts(name);
const article = (title: string) => ({
  ...both('title', title),
  ...both('subtitle', `About ${title}`),
  createdAt: '2026-11-02',
  ...described(ROCHE[0]!),
});
const block = (number: number, type: string, text: string) => ({
  [`block_${number}_type`]: type,
  ...both(`block_${number}_text`, text),
});

/** The entry of the feed that says this. */
const inFeed = async (text: string) =>
  (await visitor.get('/insights/feed.xml')).html
    .split('<entry>')
    .find((entry, at) => at > 0 && entry.includes(text)) ?? '';

test('PB-1 PB-6 changes nothing when a sample entry’s form is sent unchanged', async () => {
  const sample = `SELECT slug FROM site_entries WHERE kind = ? AND changed_by = ''`;
  for (const kind of ['insights', 'pages']) {
    const slugs = column(sample, kind) as string[];
    expect(slugs).toHaveLength(2);
    for (const slug of slugs) await press(anna, await open(kind, slug), 'save');
    expect(column('SELECT draft FROM site_entries WHERE kind = ?', kind)).toEqual([null, null]);
  }
});

test('PB-6 PB-2 builds an article block by block without JavaScript and shows it wherever the site lists articles', async () => {
  for (const path of ['/insights', '/insights/feed.xml', '/sitemap.xml', '/about'])
    await visitor.get(path);
  const added = await press(anna, await blank('insights'), 'add-text', both('title', 'On Waiting'));
  expect(added.location).toMatch(/#block-1$/);
  const page = await anna.follow(added);
  expect(entryForm(page)).toMatchObject({ block_1_type: 'text', block_1_text_en: '' });
  const text = both('block_1_text', '## Slowly\n\nWood *waits*.');
  const quoted = await pressed(page, 'add-quote', text);
  const quote = { ...both('block_2_text', 'Dry first.'), ...both('block_2_title', 'A rule') };
  const savedPage = await anna.follow(
    await press(anna, quoted, 'save', quote, [
      ['blocks', await photo('stack.jpg', 1200, 300)],
      ['pictures', await photo('lead.jpg', 1200, 400)],
    ]),
  );
  const fields = entryForm(savedPage);
  expect(fields['block_3_picture']).toMatch(/^[0-9a-f]{64}$/);
  expect(fields['picture_1']).not.toBe(fields['block_3_picture']);
  expect(await statusOf('/insights/on-waiting')).toBe(404);
  const refused = await press(anna, savedPage, 'publish');
  expect(listInvalidFields(refused).sort().join(' ')).toBe('createdAt subtitle_el subtitle_en');
  await publish(anna, refused, {
    ...both('subtitle', 'What boards do in winter'),
    ...both('alt_1', 'A stack of boards'),
    ...both('block_3_alt', 'The same from the side'),
    ...both('block_3_title', 'In the yard'),
    createdAt: '2026-11-02',
  });

  const { html } = await visitor.get('/insights/on-waiting');
  expect(texts(html, 'h2')).toContain('Slowly');
  expect(texts(html, 'em')).toContain('waits');
  expect(texts(html, 'blockquote')).toEqual(['“Dry first.”']);
  expect(texts(html, 'figcaption').join()).toMatch(/A rule.*In the yard/);
  expect(values(html, 'img', 'alt')).toEqual(
    expect.arrayContaining(['A stack of boards', 'The same from the side']),
  );
  expect(await textsOn('/el/insights/on-waiting', 'blockquote')).toEqual(['«Dry first. (ελ)»']);
  expect((await textsOn('/insights', 'article'))[0]).toContain('On Waiting');
  expect(await linksOn('/about')).toContain('/insights/on-waiting');
  expect((await visitor.get('/sitemap.xml')).html).toContain('/insights/on-waiting</loc>');
  const entry = await inFeed('On Waiting');
  expect(entry).toContain('<title>On Waiting</title>\n    <published>2026-11-02T00:00:00Z');
  expect(entry).toContain(`/media-files/${fields['block_3_picture']!.slice(0, 16)}-960.jpg&quot;`);
  expect(readGraph(html).find((node) => node['@type'] === 'Article')).toMatchObject({
    headline: 'On Waiting',
    datePublished: '2026-11-02',
  });
});

test('SE-5 keeps the feed valid XML for any character in an article', async () => {
  const text = block(1, 'text', 'Oak\uffff and \ufffeash');
  await publish(anna, 'insights', { ...article('No\uffffCharacter'), ...text });
  const { html } = await visitor.get('/insights/feed.xml');
  expect(html).toContain('Oak and ash');
  // oxlint-disable-next-line no-control-regex -- these are what XML does not allow
  expect(html).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
});

test('PB-6 SE-5 R-5 redirects from both old paths after a rename, keeps the feed id, and refuses a page with the same slug', async () => {
  const idOf = (entry: string) => /<id>(.*?)<\/id>/.exec(entry)?.[1];
  const text = block(1, 'text', 'Something.');
  const page = await publish(anna, 'insights', { ...article('Old Name'), ...text });
  const feedId = idOf(await inFeed('Old Name'));
  expect(feedId).toMatch(/^tag:localhost,\d{4}-\d\d-\d\d:insights\/[0-9a-f]{16}$/);
  const readUpdated = async () =>
    /<updated>(.*?)<\/updated>/.exec((await visitor.get('/insights/feed.xml')).html)![1]!;
  const firstUpdated = await readUpdated();
  await publish(anna, page, { ...both('title', 'New Name'), createdAt: '2026-10-01' });
  expect((await readUpdated()) > firstUpdated).toBe(true);
  expect(idOf(await inFeed('New Name'))).toBe(feedId);
  for (const list of ['insights', 'page', 'el/insights'])
    expect((await visitor.get(`/${list}/old-name?a=1`)).outcome).toBe(`301 /${list}/new-name?a=1`);
  const twin = { ...both('title', 'New name'), ...both('subtitle', 'Twin'), ...text };
  const refused = await press(anna, await blank('pages'), 'publish', twin);
  expect([refused.status, listInvalidFields(refused)]).toEqual([422, ['title_en']]);
  // A slug that redirects is free for a new entry of the same or of another kind.
  await publish(anna, 'pages', { ...twin, ...both('title', 'Old name') });
  expect([await statusOf('/page/old-name'), await statusOf('/insights/old-name')]).toEqual([
    200, 404,
  ]);
});

test('PB-6 PB-7 leads from a Greek text to Greek pages, and to a PDF at its only path', async () => {
  const path = '/financial-data/2024/balance-sheet-2024.pdf';
  const text = block(
    1,
    'text',
    `See the [balance sheet](${path}) and [our work](/projects) for [them](/#clients).`,
  );
  await publish(anna, 'insights', { ...article('With a PDF'), ...text });
  const hrefs = await linksOn('/el/insights/with-a-pdf');
  expect(hrefs).toEqual(expect.arrayContaining([path, '/el/projects', '/el#clients']));
  expect(await statusOf(path)).toBe(200);
});

test('M-1 PB-6 P-8 lists media as cards by day, gives each a page, and orders the desk’s list by day', async () => {
  expect((await visitor.get('/media')).html).toContain('Coming Soon');
  const pressPage = { ...both('title', 'Press'), ...block(1, 'text', 'See our [news](/media).') };
  await publish(anna, 'pages', { ...pressPage, ...both('subtitle', 'About us') });
  const pagesLinkingToMedia = async () => {
    const paths = ['/', '/page/press', '/el/page/press'];
    const hrefs = await Promise.all(paths.map(linksOn));
    return paths.filter((_, at) => hrefs[at]!.some((to) => /^(\/el)?\/media$/.test(to)));
  };
  expect(await pagesLinkingToMedia()).toEqual([]);
  expect((await visitor.get('/page/press')).text).toContain('See our news.');
  const write = (title: string, publishedDate: string, more = {}) =>
    publish(anna, 'media', {
      ...both('title', title),
      ...both('category', 'News'),
      ...both('excerpt', `What ${title} is`),
      publishedDate,
      ...described(ROCHE[1]!),
      ...more,
    });
  await write('Earlier Day', '2025-02-03');
  expect(await pagesLinkingToMedia()).toEqual(['/', '/page/press', '/el/page/press']);
  await write('Open Day', '2025-05-12', block(1, 'text', 'At ten.'));
  const last = await write('Later Day', '2025-07-01');
  const days = ['Later Day', 'Open Day', 'Earlier Day'];
  const cards = await textsOn('/media', 'article');
  expect(cards).toEqual(days.map((day) => expect.stringContaining(`What ${day} is`)));
  expect(cards[1]).toMatch(/News.*12 May 2025/);
  for (const card of cards) expect(card).toContain('Read More');
  const page = await visitor.get('/media/open-day');
  expect([page.texts('h1'), page.html.includes('At ten.')]).toEqual([['Open Day'], true]);
  expect(await statusOf('/media/nope')).toBe(404);
  const list = await anna.get(`${SITE}/media`);
  expect(list.texts('h2')).toEqual(days);
  expect(list.values('button', 'name')).not.toContain('to');
  const move = { intent: 'site', id: last.url.split('/').at(-1)!, to: '2' };
  const response = await anna.post(`${SITE}/media`, move);
  expect(response.status).toBe(404);
  await press(anna, last, 'offline');
  expect(await statusOf('/media/later-day')).toBe(404);
  expect(await textsOn('/media', 'article')).toHaveLength(2);
});

test('PB-6 VP-3 keeps the slug of a page, and links to it only while it is published', async () => {
  for (const [slug, from] of [
    ['how-we-work', ['/', '/contact', '/el', '/projects/roche']],
    // The second by a link that is written in its text.
    ['materials', ['/projects', '/page/how-we-work', '/el/page/how-we-work']],
  ] as const) {
    const leads = async () => {
      const to = (path: string) => `${path.startsWith('/el') ? '/el' : ''}/page/${slug}`;
      // The footer has both links on every page.
      const linksInMain = async (path: string) =>
        values((await visitor.get(path)).all('main')[0]!, 'a', 'href');
      return Promise.all(from.map(async (path) => (await linksInMain(path)).includes(to(path))));
    };
    const page = await open('pages', slug);
    expect(await leads()).toEqual(from.map(() => true));
    const offline = await pressed(page, 'offline');
    expect(await leads()).toEqual(from.map(() => false));
    expect((await visitor.get(`/page/${slug}`)).location).toBe('/not-found');
    await publish(anna, offline, both('title', `Called ${slug}`));
    expect(await textsOn(`/page/${slug}`, 'h1')).toEqual([`Called ${slug}`]);
    expect(await leads()).toEqual(from.map(() => true));
  }
});

test('PB-6 moves and removes blocks by buttons; names missing headings and days and overlong texts', async () => {
  const page = await pressed(await blank('insights'), 'save', {
    ...article('In Parts'),
    ...block(1, 'text', 'One.'),
    ...block(2, 'steps', 'Two.'),
    ...block(3, 'text', 'Three.'),
  });
  const order = (entryPage: Page) =>
    [1, 2, 3].map((number) => entryForm(entryPage)[`block_${number}_text_en`]);
  const moving = await press(anna, page, 'later-block-1');
  // The page begins where the part is now, which says that the draft was saved.
  expect(moving.location).toBe(`${page.url}#block-2`);
  const movedPage = await anna.follow(moving);
  const movedBlock = movedPage.all('li[id=block-2]')[0]!;
  expect(textOf(movedBlock)).toContain('Draft saved. The public site has not changed.');
  expect(order(movedPage)).toEqual(['Two.', 'One.', 'Three.']);
  const earlier = await pressed(movedPage, 'earlier-block-3');
  expect(order(earlier)).toEqual(['Two.', 'Three.', 'One.']);
  const removed = await pressed(earlier, 'remove-block-2');
  expect(order(removed)).toEqual(['Two.', 'One.', undefined]);
  const invalidFields = { createdAt: '2026-02-30', block_2_text_el: '' };
  const refused = await press(anna, removed, 'publish', invalidFields);
  expect(listInvalidFields(refused).sort().join(' ')).toBe(
    'block_1_title_el block_1_title_en block_2_text_el createdAt',
  );
  expect(readText(refused.html)).toContain('Date must be a date, such as 2027-12-31.');
  const tooLong = await press(anna, refused, 'save', { block_2_text_en: 'x'.repeat(10_001) });
  expect([tooLong.status, listInvalidFields(tooLong)]).toEqual([422, ['block_2_text_en']]);
  // The refusal shows the version that was saved in the meantime, field by field.
  const stale = await press(anna, page, 'save', { block_1_text_en: 'Too late' });
  expect([stale.status, listInvalidFields(stale)]).toEqual([409, ['createdAt', 'blocks']]);
  expect(stale.values('textarea', 'name')).toContain('stored_block_2_text_en');
});

test('PB-6 says that an entry with 40 parts takes no other', async () => {
  const draft = async (partCount: number) => {
    const parts = Array.from({ length: partCount }, (_, i) => block(i + 1, 'text', 'Oak.'));
    const fields = Object.assign(article(`With ${partCount} parts`), ...parts);
    return readText((await pressed(await blank('insights'), 'save', fields)).html);
  };
  expect(await draft(39)).not.toContain('To add another one');
  expect(await draft(40)).toContain('An entry can have up to 40 parts.');
});

test('VP-3 shows what stands before the first step or question, on the page and in the feed', async () => {
  await publish(anna, 'insights', {
    ...article('With introductions'),
    ...block(1, 'steps', 'Before the steps.\n\n### Survey\n\nWe measure.'),
    ...both('block_1_title', 'Our way'),
    ...block(2, 'questions', 'Before the questions.'),
    ...both('block_2_title', 'Questions'),
  });
  for (const path of ['/insights/with-introductions', '/insights/feed.xml']) {
    const { text } = await visitor.get(path);
    expect(text).toContain('Before the steps.');
    expect(text).toContain('Before the questions.');
  }
});

test('PB-6 PB-10 removes scripts, styles and external pictures from every text', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src="https://evil.example/x.png" onerror="alert(2)">',
    '![seen](https://evil.example/y.png)',
    '<style>body{display:none}</style><iframe src="https://evil.example"></iframe>',
    '[here](javascript:alert%284%29) <a href="/ok" onclick="alert(5)" style="color:red">fine</a>',
    '<svg onload="alert(6)"><text>drawn</text></svg>',
  ].join('\n\n');
  await publish(anna, 'insights', {
    ...article('Hostile <script>alert(7)</script>'),
    ...block(1, 'text', hostile),
    ...block(2, 'quote', hostile),
    ...block(3, 'questions', `### Is it <script>alert(8)</script>safe?\n\n${hostile}`),
    ...both('block_3_title', '<img src=x onerror=alert(9)>'),
  });
  const [path] = column(`SELECT slug FROM site_entries WHERE slug LIKE 'hostile%'`) as string[];
  const [main] = (await visitor.get(`/insights/${path}`)).all('main');
  for (const name of ['script', 'style', 'iframe', 'object'])
    expect([name, elements(main!, name)]).toEqual([name, []]);
  expect(values(main!, 'img', 'src').filter((src) => !src.startsWith('/media-files/'))).toEqual([]);
  expect([...values(main!, 'a', 'onclick'), ...values(main!, 'a', 'style')]).toEqual([]);
  expect(values(main!, 'a', 'href')).toContain('/ok');
  expect(values(main!, 'a', 'href').filter((href) => /script:/i.test(href))).toEqual([]);
  const [, content] = /<content type="html">([^]*)<\/content>/.exec(await inFeed('Hostile'))!;
  expect(content).not.toMatch(/&lt;(script|style|iframe|svg|img(?! src=&quot;http:\/\/localhost))/);
});

test('PB-2 PB-6 previews a draft of each kind that has only a title', async () => {
  const places = { insights: 'insights', media: 'media', pages: 'page' };
  for (const [kind, at] of Object.entries(places)) {
    const page = await pressed(await blank(kind), 'add-steps', both('title', `Bare ${kind}`));
    const preview = await press(anna, page, 'preview');
    expect(preview.location).toBe(`/${at}/bare-${kind}?preview`);
    expect((await anna.follow(preview)).texts('h1')).toEqual([`Bare ${kind}`]);
  }
  for (const path of ['/insights?preview', '/insights/feed.xml?preview'])
    expect((await anna.get(path)).status).toBe(200);
});

test('PB-6 PB-7 accepts the field names of the contract: text, date and the list of a document', async () => {
  const picture = { picture_1: ROCHE[0]!, ...both('alt_1', 'Oak'), credit_1: 'Maria Lead' };
  const texts = { ...both('title', 'By Contract'), ...both('subtitle', 'Said so') };
  const body = both('text', 'The *contract* text.');
  await publish(anna, 'insights', { ...texts, ...picture, ...body, date: '2026-11-03' });
  const articlePage = await visitor.get('/insights/by-contract');
  expect(articlePage.html).toContain('The <em>contract</em> text.');
  expect(articlePage.texts('figure').join()).toContain('Photograph by Maria Lead');
  expect(readGraph(articlePage.html)).toContainEqual(
    expect.objectContaining({ creditText: 'Maria Lead' }),
  );
  expect(articlePage.values('time', 'datetime')).toContain('2026-11-03');
  const page = await open('insights', 'by-contract');
  await publish(anna, page, both('text', 'Another text.'));
  const changed = await visitor.get('/insights/by-contract');
  expect(changed.text).toContain('Another text.');
  expect(changed.text).not.toContain('contract text');
  await publish(anna, 'documents', { list: 'balance', year: '2025' }, [['file', pdf()]]);
  expect((await visitor.get('/financial-data')).text).toContain('Balance sheet 2025');
});

test('PB-1 names and refuses fields that the kind does not have, instead of dropping them', async () => {
  const blank = await anna.get(`${SITE}/media/new`);
  const answer = await press(anna, blank, 'save', {
    ...both('title', 'Nothing Dropped'),
    ...both('subtitle', 'Lost'),
  });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('This form has no such field: subtitle_en.');
  expect(answer.text).toContain('This form has no such field: subtitle_el.');
});

test('PB-2 PB-10 previews every page while drafts hold invalid values', async () => {
  for (const kind of KINDS) {
    const page = kindFacts[kind].isSingleton ? await open(kind, kind) : await blank(kind);
    const fields = page.all('input, textarea').map((field) => {
      const type = attribute(field, 'type') ?? 'text';
      const isText = ['text', 'date', 'email', 'tel'].includes(type);
      return isText ? { [attribute(field, 'name') ?? '']: 'no' } : {};
    });
    const saved = await press(anna, page, 'save', Object.assign({}, ...fields));
    expect([kind, saved.status]).toEqual([kind, 303]);
  }
  const paths = listPublicPages().map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    expect([path, (await anna.get(`${path}?preview`)).status]).toEqual([path, 200]);
  }
});
