import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { logIn } from '../../support/people/admins.ts';
import { PROJECTS } from '../../support/people/site-editor.ts';
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
import { eventually } from '../../support/reading/eventually.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const ORIGIN = 'http://localhost:4000';
const site = await serveSite({ PUBLIC_URL: ORIGIN });
afterAll(() => site.stop());

// As another process would: this one is to see it by itself.
beforeAll(async () => {
  const file = new SQLite(join(site.dataDir, 'drys.db'));
  file.exec(`
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO site_entries
      (kind, position, slug, live, published, published_at, changed_at, changed_by)
    SELECT kind, position + 100 * i, slug || '-' || i, 1, published, published_at, changed_at, ''
    FROM n, site_entries WHERE kind = 'projects' ORDER BY i, position LIMIT 278;
    UPDATE site_revision SET revision = revision + 1`);
  file.close();
  await eventually(async () => expect((await open('/projects?page=13')).status).toBe(200));
});

async function open(path: string) {
  const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
  const bytes = Number(answer.headers.get('content-length'));
  const html = await answer.text();
  const cards = values(html, 'a', 'href').filter((to) => /\/projects\/./.test(to));
  const link = (within: 'head' | 'main', name: string, rel: string) =>
    elements(elements(html, within)[0]!, name)
      .filter((element) => attribute(element, 'rel') === rel)
      .map((element) => attribute(element, 'href'))
      .at(0);
  const turns = (rel: string) => [link('head', 'link', rel), link('main', 'a', rel)];
  return {
    status: answer.status,
    bytes,
    html,
    cards,
    previous: turns('prev'),
    next: turns('next'),
  };
}

const both = (path: string) => [ORIGIN + path, path];
const NONE = [undefined, undefined];

test('PB-4 the list shows 24 a page, each at its own address, each within its weight', async () => {
  const seen = new Set<string>();
  for (let page = 1; page <= 13; page++) {
    const at = (number: number) => (number === 1 ? '/projects' : `/projects?page=${number}`);
    const { status, bytes, html, cards, previous, next } = await open(at(page));
    expect(status).toBe(200);
    for (const card of cards) seen.add(card);
    expect(new Set(cards).size).toBe(page === 13 ? 12 : 24);
    expect(headOf(html).get('canonical')).toBe(ORIGIN + at(page));
    expect(previous).toEqual(page === 1 ? NONE : both(at(page - 1)));
    expect(next).toEqual(page === 13 ? NONE : both(at(page + 1)));
    expect(texts(html, 'span')).toContain('300 projects');
    expect(texts(html, 'span')).toContain(`Page ${page} of 13`);
    expect(bytes, 'compressed').toBeLessThanOrEqual(33 * 1024);
  }
  expect(seen.size).toBe(300);
});

test('PB-4 in Greek too, and with a filter, which stays while pages are turned', async () => {
  const greek = await open('/el/projects?page=2');
  expect(headOf(greek.html).get('title')).toContain('Έργα, σελίδα 2 από 13');
  expect(greek.previous).toEqual(both('/el/projects'));
  expect(greek.next).toEqual(both('/el/projects?page=3'));
  const schools = await open('/projects?category=school&page=2');
  expect(schools.previous).toEqual(both('/projects?category=school'));
  expect(headOf(schools.html).get('canonical')).toBe(`${ORIGIN}/projects`);
  const counts = texts(schools.html, 'span').filter((text) => text.endsWith(' projects'));
  expect(counts).toHaveLength(1);
  const links = values(schools.html, 'a', 'href');
  expect(links).toContain('/projects?category=offices');
});

test.each(['14', '0', '-1', '1.5', 'x', '99999'])('PB-4 there is no page %s', async (page) => {
  for (const path of [`/projects?page=${page}`, `/el/projects?page=${page}`]) {
    const { status, html } = await open(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headOf(html).get('robots')).toBe('noindex');
  }
});

test('PB-4 the desk’s own list has pages of 50; an entry moves over their edge, and to the top', async () => {
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const anna = new PlainBrowser(site.url);
  await logIn(anna, staff.anna.email);
  const rowsOf = ({ html }: Page) =>
    values(html, 'a', 'href').filter((to) => /site\/projects\/\d+$/.test(to));
  const list = (page: number) => anna.get(page === 1 ? PROJECTS : `${PROJECTS}?page=${page}`);
  /** Presses the button of the row at this place that would bring it to another. */
  const move = (page: Page, row: string, to: number) => {
    const id = row.split('/').at(-1);
    const form = forms(page.html).findIndex(({ fields }) => {
      return fields['id'] === id && fields['to'] === String(to);
    });
    return anna.submit(page, {}, form);
  };
  const pages = [];
  for (const number of [1, 2, 3, 4, 5, 6]) pages.push(await list(number));
  expect(new Set(pages.flatMap(rowsOf)).size).toBe(300);
  for (const page of pages) expect(rowsOf(page)).toHaveLength(50);
  expect((await list(7)).outcome).toBe(`303 ${PROJECTS}`);
  const second = pages[1]!;
  const row = rowsOf(second)[0]!;
  const up = await move(second, row, 49);
  expect(up.outcome).toBe(`303 ${PROJECTS}`);
  expect(rowsOf(await anna.follow(up)).at(-1)).toBe(row);
  const down = await move(await list(1), row, 50);
  expect(down.outcome).toBe(`303 ${PROJECTS}?page=2`);
  const last = rowsOf(pages[5]!).at(-1)!;
  const top = await move(await list(6), last, 0);
  expect(rowsOf(await anna.follow(top))[0]).toBe(last);
});
