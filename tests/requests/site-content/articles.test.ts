import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import {
  described,
  entryForm,
  faultsOn,
  photo,
  press,
  pressWith,
} from '../../support/people/site-editor.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  texts,
  values,
} from '../../support/reading/browser.ts';
import { nodesOf } from '../../support/reading/graph.ts';
import { startSite } from '../../support/servers/site.ts';
import { column } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const anna = await signedIn(site, staff.anna.email);
const visitor = new PlainBrowser(site);

const SITE = '/admin/dashboard/site';
const idOf = (slug: string) =>
  column(`SELECT id FROM site_entries WHERE slug = '${slug}' AND deleted_at IS NULL`)[0];
const both = (name: string, text: string) => ({
  [`${name}_en`]: text,
  [`${name}_el`]: `${text} (ελ)`,
});
const article = (title: string) => ({
  ...both('title', title),
  ...both('subtitle', `About ${title}`),
  createdAt: '2026-11-02',
  ...described('insight-1'),
});
const block = (number: number, type: string, text: string) => ({
  [`block_${number}_type`]: type,
  ...both(`block_${number}_text`, text),
});

async function published(kind: string, fields: Record<string, string>): Promise<Page> {
  const answer = await press(anna, await anna.get(`${SITE}/${kind}/new`), 'publish', fields);
  if (answer.status !== 303) throw new Error(`not published: ${faultsOn(answer).join(' ')}`);
  return anna.follow(answer);
}

const feed = async () => (await visitor.get('/insights/feed.xml')).html.split('<entry>').slice(1);
const feedId = (entry = '') => /<id>(.*?)<\/id>/.exec(entry)?.[1];

test('PB-1 PB-6 a form of the sample that is sent as it came changes nothing', async () => {
  for (const kind of ['insights', 'pages']) {
    const slugs = column(
      `SELECT slug FROM site_entries WHERE kind = '${kind}' AND changed_by = ''`,
    ) as string[];
    expect(slugs).toHaveLength(2);
    for (const slug of slugs) {
      await press(anna, await anna.get(`${SITE}/${kind}/${idOf(slug)}`), 'save');
      expect([slug, column(`SELECT draft FROM site_entries WHERE slug = '${slug}'`)]).toEqual([
        slug,
        [null],
      ]);
    }
  }
});

test('PB-6 PB-2 an article is written part by part without a script, and seen wherever the site speaks of it', async () => {
  for (const path of ['/insights', '/insights/feed.xml', '/sitemap.xml', '/about'])
    await visitor.get(path);
  const begun = await press(anna, await anna.get(`${SITE}/insights/new`), 'add-text', {
    ...both('title', 'On Waiting'),
  });
  const page = await anna.follow(begun);
  expect(entryForm(page)).toMatchObject({ block_1_type: 'text', block_1_text_en: '' });
  const quoted = await anna.follow(
    await press(anna, page, 'add-quote', both('block_1_text', '## Slowly\n\nWood *waits*.')),
  );
  const sent = await anna.follow(
    await pressWith(
      anna,
      quoted,
      [
        ['blocks', await photo('stack.jpg', 1300, 900)],
        ['pictures', await photo('lead.jpg', 1400, 900)],
      ],
      { ...both('block_2_text', 'Dry first.'), ...both('block_2_title', 'A rule') },
    ),
  );
  const fields = entryForm(sent);
  expect(fields['block_3_picture']).toMatch(/^[0-9a-f]{64}$/);
  expect(fields['picture_1']).not.toBe(fields['block_3_picture']);
  expect((await visitor.get('/insights/on-waiting')).status).toBe(404);
  const refused = await press(anna, sent, 'publish');
  expect(faultsOn(refused).sort()).toEqual(
    'alt_1_el alt_1_en block_3_alt_el block_3_alt_en createdAt subtitle_el subtitle_en'.split(' '),
  );
  expect(wordsOf(refused.html)).toContain('Missing: Part 3: Picture, What it shows (Greek).');
  const answer = await press(anna, { ...refused, url: sent.url }, 'publish', {
    ...both('subtitle', 'What boards do in winter'),
    ...both('alt_1', 'A stack of boards'),
    ...both('block_3_alt', 'The same from the side'),
    ...both('block_3_title', 'In the yard'),
    createdAt: '2026-11-02',
  });
  expect(answer.status).toBe(303);

  const shown = await visitor.get('/insights/on-waiting');
  expect(texts(shown.html, 'h2')).toContain('Slowly');
  expect(texts(shown.html, 'em')).toContain('waits');
  expect(texts(shown.html, 'blockquote')).toEqual(['“Dry first.”']);
  expect(texts(shown.html, 'figcaption').join()).toMatch(/A rule.*In the yard/);
  expect(values(shown.html, 'img', 'alt')).toEqual(
    expect.arrayContaining(['A stack of boards', 'The same from the side']),
  );
  const greek = await visitor.get('/el/insights/on-waiting');
  expect(texts(greek.html, 'blockquote')).toEqual(['«Dry first. (ελ)»']);
  expect(texts((await visitor.get('/insights')).html, 'article').at(-1)).toContain('On Waiting');
  expect(values((await visitor.get('/about')).html, 'a', 'href')).toContain('/insights/on-waiting');
  expect((await visitor.get('/sitemap.xml')).html).toContain('/insights/on-waiting</loc>');
  const [first] = await feed();
  expect(first).toContain('<title>On Waiting</title>\n    <published>2026-11-02T00:00:00Z');
  expect(first).toContain(`/media-files/${fields['block_3_picture']}-960.jpg&quot;`);
  const [graph] = elements(shown.html, 'script').filter(
    (script) => attribute(script, 'type') === 'application/ld+json',
  );
  const [text] = graph!.childNodes as unknown as { value: string }[];
  const work = nodesOf(text!.value).find((node) => node['@type'] === 'Article');
  expect(work).toMatchObject({ headline: 'On Waiting', datePublished: '2026-11-02' });
});

test('PB-6 SE-5 R-5 another name leads on from both addresses; feeds know it by the same; no page may be its twin', async () => {
  const page = await published('insights', {
    ...article('Old Name'),
    ...block(1, 'text', 'Something.'),
  });
  const before = (await feed()).find((entry) => entry.includes('Old Name'));
  const renamed = await press(anna, page, 'publish', {
    ...both('title', 'New Name'),
    createdAt: '2026-10-01',
  });
  expect(renamed.status).toBe(303);
  const after = (await feed()).find((entry) => entry.includes('New Name'));
  expect([feedId(before), feedId(after)]).toEqual([
    expect.stringMatching(/^tag:localhost,\d{4}-\d\d-\d\d:insights\/[0-9a-f]{16}$/),
    feedId(before),
  ]);
  for (const list of ['insights', 'page', 'el/insights']) {
    const { status, headers } = await visitor.get(`/${list}/old-name?a=1`);
    expect([status, headers.get('location')]).toEqual([301, `/${list}/new-name?a=1`]);
  }
  const twin = { ...both('title', 'New name'), ...both('subtitle', 'Twin') };
  const refused = await press(anna, await anna.get(`${SITE}/pages/new`), 'publish', {
    ...twin,
    ...block(1, 'text', 'A page.'),
  });
  expect([refused.status, faultsOn(refused)]).toEqual([422, ['title_en']]);
  // An address that leads on yields to whoever takes it, of either kind.
  await published('pages', {
    ...twin,
    ...both('title', 'Old name'),
    ...block(1, 'text', 'Now a page.'),
  });
  expect((await visitor.get('/page/old-name')).html).toContain('Now a page.');
  expect((await visitor.get('/insights/old-name')).status).toBe(404);
});

test('PB-6 P-8 media are cards by their day and pages of their own, on the desk by their day too', async () => {
  expect((await visitor.get('/media')).html).toContain('Coming Soon');
  const entry = (title: string, publishedDate: string) => ({
    ...both('title', title),
    ...both('category', 'News'),
    ...both('excerpt', `What ${title} is`),
    publishedDate,
    ...described('facility-4'),
  });
  await published('media', entry('Earlier Day', '2025-02-03'));
  await published('media', { ...entry('Open Day', '2025-05-12'), ...block(1, 'text', 'At ten.') });
  const last = await published('media', entry('Later Day', '2025-07-01'));
  const cards = texts((await visitor.get('/media')).html, 'article');
  expect(cards.map((card) => /(Later|Open|Earlier) Day/.exec(card)![0])).toEqual([
    'Later Day',
    'Open Day',
    'Earlier Day',
  ]);
  expect(cards[1]).toMatch(/News.*What Open Day is.*12 May 2025/);
  const page = await visitor.get('/media/open-day');
  expect([texts(page.html, 'h1'), page.html.includes('At ten.')]).toEqual([['Open Day'], true]);
  expect((await visitor.get('/media/nope')).status).toBe(404);
  const list = await anna.get(`${SITE}/media`);
  expect(texts(list.html, 'h2')).toEqual(['Later Day', 'Open Day', 'Earlier Day']);
  expect(forms(list.html).filter(({ fields }) => 'to' in fields)).toEqual([]);
  const moved = await anna.post(`${SITE}/media`, { id: last.url.split('/').at(-1)!, to: '2' });
  expect(moved.status).toBe(404);
  await press(anna, last, 'offline');
  expect((await visitor.get('/media/later-day')).status).toBe(404);
  expect(texts((await visitor.get('/media')).html, 'article')).toHaveLength(2);
});

test('PB-6 VP-3 a page keeps its address; where it is not published, no link leads to it', async () => {
  const leads = async (path: string, to: string) =>
    values((await visitor.get(path)).html, 'a', 'href').includes(to);
  for (const [slug, from] of [
    ['how-we-work', ['/', '/contact', '/el']],
    // The second by a link that is written in its text.
    ['materials', ['/projects', '/page/how-we-work', '/el/page/how-we-work']],
  ] as const) {
    const page = await anna.get(`${SITE}/pages/${idOf(slug)}`);
    const to = (path: string) => `${path.startsWith('/el') ? '/el' : ''}/page/${slug}`;
    for (const path of from) expect([path, await leads(path, to(path))]).toEqual([path, true]);
    await press(anna, page, 'offline');
    for (const path of from) expect([path, await leads(path, to(path))]).toEqual([path, false]);
    expect((await visitor.get(`/page/${slug}`)).headers.get('location')).toBe('/not-found');
    const again = await anna.get(page.url);
    const renamed = await press(anna, again, 'publish', both('title', `Called ${slug}`));
    expect(renamed.status).toBe(303);
    expect(texts((await visitor.get(`/page/${slug}`)).html, 'h1')).toEqual([`Called ${slug}`]);
    for (const path of from) expect([path, await leads(path, to(path))]).toEqual([path, true]);
  }
});

test('PB-6 parts move and go by buttons; steps without a name, no day and too long a text are named', async () => {
  const page = await anna.follow(
    await press(anna, await anna.get(`${SITE}/insights/new`), 'save', {
      ...article('In Parts'),
      ...block(1, 'text', 'One.'),
      ...block(2, 'steps', 'Two.'),
      ...block(3, 'text', 'Three.'),
    }),
  );
  const order = (shown: Page) =>
    ['block_1', 'block_2', 'block_3'].map((name) => entryForm(shown)[`${name}_text_en`]);
  const later = await anna.follow(await press(anna, page, 'later-block-1'));
  expect(order(later)).toEqual(['Two.', 'One.', 'Three.']);
  const earlier = await anna.follow(await press(anna, later, 'earlier-block-3'));
  expect(order(earlier)).toEqual(['Two.', 'Three.', 'One.']);
  const removed = await anna.follow(await press(anna, earlier, 'remove-block-2'));
  expect(order(removed)).toEqual(['Two.', 'One.', undefined]);
  const faulty = { createdAt: '2026-02-30', block_2_text_el: '' };
  const refused = await press(anna, removed, 'publish', faulty);
  expect(faultsOn(refused).sort()).toEqual(
    'block_1_text_el block_1_text_en block_1_title_el block_1_title_en block_2_text_el createdAt'.split(
      ' ',
    ),
  );
  const said = wordsOf(refused.html);
  expect(said).toContain('Part 1: Steps (English): begin each with a line such as ### Survey.');
  expect(said).toContain('Date must be a day, such as 2027-12-31.');
  const long = await press(anna, { ...refused, url: page.url }, 'save', {
    block_2_text_en: 'x'.repeat(10_001),
  });
  expect([long.status, faultsOn(long)]).toEqual([422, ['block_2_text_en']]);
  // What another saved meanwhile is shown part by part.
  const stale = await press(anna, page, 'save', both('subtitle', 'Too late'));
  expect([stale.status, texts(stale.html, 'dt')]).toEqual([
    409,
    expect.arrayContaining(['Part 2: Text (English)', 'Part 1: Steps, Heading (Greek)']),
  ]);
});

test('PB-6 PB-10 no script, style or foreign picture gets through, whoever wrote it', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src="https://evil.example/x.png" onerror="alert(2)">',
    '![seen](https://evil.example/y.png)',
    '<style>body{display:none}</style><iframe src="https://evil.example"></iframe>',
    '[here](javascript:alert%284%29) <a href="/ok" onclick="alert(5)" style="color:red">fine</a>',
    '<svg onload="alert(6)"><text>drawn</text></svg>',
  ].join('\n\n');
  await published('insights', {
    ...article('Hostile <script>alert(7)</script>'),
    ...block(1, 'text', hostile),
    ...block(2, 'quote', hostile),
    ...block(3, 'questions', `### Is it <script>alert(8)</script>safe?\n\n${hostile}`),
    ...both('block_3_title', '<img src=x onerror=alert(9)>'),
  });
  const [path] = column(`SELECT slug FROM site_entries WHERE slug LIKE 'hostile%'`) as string[];
  const page = await visitor.get(`/insights/${path}`);
  const main = elements(page.html, 'main')[0]!;
  for (const name of ['script', 'style', 'iframe', 'object'])
    expect([name, elements(main, name)]).toEqual([name, []]);
  expect(values(main, 'img', 'src').filter((src) => !src.startsWith('/pictures/'))).toEqual([]);
  expect([...values(main, 'a', 'onclick'), ...values(main, 'a', 'style')]).toEqual([]);
  expect(values(main, 'a', 'href')).toContain('/ok');
  expect(values(main, 'a', 'href').filter((href) => /script:/i.test(href))).toEqual([]);
  const [entry] = (await feed()).filter((text) => text.includes('Hostile'));
  const content = /<content type="html">([^]*)<\/content>/.exec(entry!)![1]!;
  expect(content).not.toMatch(/&lt;(script|style|iframe|svg|img(?! src=&quot;http:\/\/localhost))/);
});

test('PB-6 what a text will look like is for those who are signed in, and safe', async () => {
  const text = '### One (1 day)\n\n**Bold** <script>x</script>';
  const look = (browser: PlainBrowser, type: string) =>
    browser.post(`${SITE}/live-view`, { type, text });
  expect(JSON.parse((await look(anna, 'steps')).html)).toEqual({
    type: 'steps',
    title: '',
    items: [
      {
        title: 'One',
        time: '1 day',
        nodes: [{ tag: 'p', children: [{ tag: 'strong', children: ['Bold'] }, ' '] }],
      },
    ],
  });
  expect(JSON.parse((await look(anna, 'video')).html)).toMatchObject({ type: 'text' });
  expect((await look(visitor, 'text')).headers.get('location')).toMatch(/^\/admin/);
});

test('PB-2 PB-6 a draft with nothing but a title has a preview, of each kind', async () => {
  for (const [kind, at] of [
    ['insights', 'insights'],
    ['media', 'media'],
    ['pages', 'page'],
  ] as const) {
    const page = await anna.follow(
      await press(anna, await anna.get(`${SITE}/${kind}/new`), 'add-steps', {
        ...both('title', `Bare ${kind}`),
      }),
    );
    const shown = await press(anna, page, 'preview');
    expect(shown.headers.get('location')).toBe(`/${at}/bare-${kind}?preview`);
    const preview = await anna.follow(shown);
    expect([preview.status, texts(preview.html, 'h1')]).toEqual([200, [`Bare ${kind}`]]);
  }
  expect((await anna.get('/insights?preview')).status).toBe(200);
  expect((await anna.get('/insights/feed.xml?preview')).status).toBe(200);
});
