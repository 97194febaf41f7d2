import { expect, test } from 'vitest';
import { KINDS, type KindName } from '#app/content/kinds.server.ts';
import { LANGUAGES, pathIn } from '#app/content/language.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  described,
  entryForm,
  faultsOn,
  kormos,
  photo,
  press,
  pressWith,
  written,
} from '../../support/people/site-editor.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { column } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const anna = await signedIn(site, staff.anna.email);
const visitor = new PlainBrowser(site);

const SITE = '/admin/dashboard/site';
const idsOf = (kind: KindName) =>
  column('SELECT id FROM site_entries WHERE kind = ? AND deleted_at IS NULL', kind) as number[];
const both = (name: string, text: string) => ({
  [`${name}_en`]: text,
  [`${name}_el`]: `${text} (ελληνικά)`,
});

async function publish(kind: KindName, fields: Record<string, string>, files: File[] = []) {
  const page = await anna.get(`${SITE}/${kind}/new`);
  const named = files.map((file) => [kind === 'documents' ? 'file' : 'pictures', file] as const);
  const sent = await pressWith(anna, page, named, { ...fields, do: 'save' });
  const saved = await anna.follow(sent);
  // What the pictures show is said once they are there.
  const [, name] = /name="picture_1" value="(\w+)"/.exec(saved.html) ?? [];
  const answer = await press(anna, saved, 'publish', name ? described(name) : {});
  expect([kind, answer.status, faultsOn(answer)]).toEqual([kind, 303, []]);
}

/** Everything that the sitemap names, and what stands beside pages. */
async function served(): Promise<Map<string, string>> {
  const sitemap = (await visitor.get('/sitemap.xml')).html;
  const pages = [...sitemap.matchAll(/<loc>[a-z]+:\/\/[^/<]+([^<]*)/g)].map(([, path]) => path!);
  const beside = ['/not-found', '/site.webmanifest', '/.well-known/security.txt', '/robots.txt'];
  const feeds = LANGUAGES.map((language) => pathIn(language, '/insights/feed.xml'));
  const texts = new Map([['/sitemap.xml', sitemap]]);
  for (const path of [...pages, ...beside, ...feeds]) {
    texts.set(path, (await visitor.get(path)).html);
  }
  return texts;
}

test('PB-1 PB-2 PB-3 PB-4 PB-6 PB-7 VP-4 the site is made another company’s from the desk alone, and nothing of the sample is left in what is served', async () => {
  // Articles and pages are called what others' are too: of them the addresses are looked for.
  const titles = column(
    `SELECT value FROM site_entries, json_each(published -> 'title')
      WHERE kind IN ('projects', 'documents', 'certificates', 'clients') AND value <> ''`,
  ) as string[];
  const addresses = column(
    "SELECT '/' || slug FROM site_entries WHERE kind IN ('insights', 'pages')",
  ) as string[];
  const ofSample = ['DRYS', 'Avlon', 'Αυλών', 'drys.example', '22950', ...titles, ...addresses];
  expect(titles.length + addresses.length).toBeGreaterThan(80);

  for (const kind of KINDS) {
    if (kind === 'company' || kind === 'categories') continue;
    for (const id of idsOf(kind)) {
      const gone = await press(anna, await anna.get(`${SITE}/${kind}/${id}`), 'delete');
      expect([kind, gone.status]).toEqual([kind, 303]);
    }
  }
  for (const id of idsOf('categories'))
    await press(anna, await anna.get(`${SITE}/categories/${id}`), 'delete');
  const company = await anna.follow(await anna.get(`${SITE}/company`));
  const { sample: _, ...own } = entryForm(company);
  const path = company.url.split('?')[0]!;
  const saved = await anna.post(path, { ...own, ...kormos, do: 'publish' });
  expect([saved.status, faultsOn(saved)]).toEqual([303, []]);
  const { category: __, ...project } = written('Harbour Stairs');
  const stairs = await photo('stairs.jpg', 1400, 900);
  await publish('projects', { ...project, new_category_en: 'Stairs', new_category_el: 'Σκάλες' }, [
    stairs,
  ]);
  await publish(
    'insights',
    {
      ...both('title', 'Salt and Oak'),
      ...both('subtitle', 'What the sea does'),
      createdAt: '2026-11-02',
      block_1_type: 'text',
      ...both('block_1_text', 'It *waits*.'),
    },
    [await photo('salt.jpg', 1400, 900)],
  );
  const sheet = '%PDF-1.7\n%%\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';
  await publish('documents', { list: 'balance-sheets', year: '2025' }, [
    new File([sheet], 'sheet.pdf', { type: 'application/pdf' }),
  ]);
  await publish('clients', { title: 'Port of Souda' });

  const texts = await served();
  const has = (at: string, text: string) =>
    expect([at, texts.get(at)?.includes(text)]).toEqual([at, true]);
  for (const language of LANGUAGES) {
    const at = (where: string) => pathIn(language, where);
    has(at('/projects/harbour-stairs'), 'Harbour Stairs');
    has(at('/insights/salt-and-oak'), '<em>waits</em>');
    has(at('/insights/feed.xml'), 'Salt and Oak');
    has(at('/financial-data'), '/financial-data/2025/balance-sheet-2025.pdf');
    has(at('/'), 'Port of Souda');
    has(at('/'), kormos.vat);
    has(at('/contact'), kormos.phone);
  }
  expect([...texts.keys()].length).toBeGreaterThan(24);
  const left = [...texts].flatMap(([at, text]) =>
    ofSample.filter((name) => text.includes(name)).map((name) => `${at}: ${name}`),
  );
  expect(left).toEqual([]);
});
