import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { getContactTexts } from '#app/content/texts/contact.server.ts';
import { getHomeTexts } from '#app/content/texts/home.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { COSTS } from '../../support/costs.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { weighPage } from '../../support/reading/page-weight.ts';
import { startSite } from '../../support/servers/site.ts';
import { putMany, run } from '../../support/servers/store.ts';

const KB = 1024;
const ASSETS = 'build/client/assets';
const site = await startSite();
// The budgets apply to the compressed bytes that people fetch.
COSTS.pageCompression = constants.BROTLI_MAX_QUALITY;

/** React and router are 97 KB; what moves a page may add 25 to that, on the home page less. */
const scriptsLimit = (path: string) => (toPlainPath(path) === '/' ? 110 : 97 + 25) * KB;

const PAGES = ['/', '/about', '/projects', '/projects/roche', '/insights', '/privacy'];
/** In Greek the letters of Greek come on top. */
const fontsLimit = (path: string) => (getPathLanguage(path) === 'en' ? 50 : 50 + 20) * KB;
/**
 * The contact page is rendered for each visitor and not compressed. Its texts are in the page and
 * again in its data, and a Greek letter takes two bytes. docs/performance.md explains the bytes of
 * the home page.
 */
const htmlLimits: Record<string, number> = { '/': 11, '/contact': 36, '/el/contact': 42 };
const htmlLimit = (path: string) => (htmlLimits[path] ?? 30) * KB;
/** These pages load a style sheet for their drawings in addition to the one of all public pages. */
const DRAWN = ['/about', '/contact', '/projects/roche'];
const stylesLimit = (path: string) => (DRAWN.includes(toPlainPath(path)) ? 14 : 12) * KB;
const GREEK = ['/el', '/el/about', '/el/projects/roche', '/el/contact', '/el/privacy'];
const MORE = ['/contact', '/insights/our-philosophy', '/financial-data', '/page/materials'];

test.each([...PAGES, ...MORE, ...GREEK])('EL-5 %s stays within its byte budget', async (path) => {
  const { externalUrls, ...bytes } = await weighPage(site, path);
  for (const [part, least, most] of [
    ['scripts', 20 * KB, scriptsLimit(path)],
    ['styles', KB, stylesLimit(path)],
    ['fonts', KB, fontsLimit(path)],
    ['html', KB, htmlLimit(path)],
  ] as const) {
    expect(bytes[part], part).toBeGreaterThan(least);
    expect(bytes[part], part).toBeLessThanOrEqual(most);
  }
  expect(externalUrls).toEqual([]);
});

const ORDINARY_MESSAGE =
  'Καλησπέρα σας, ανακαινίζουμε ένα μικρό ξενοδοχείο στο Ναύπλιο και θα θέλαμε πόρτες, ντουλάπες και έναν πάγκο υποδοχής από δρυ. Could you tell us what you would need from us, and by when?';

test('the desk stays within its byte budget, and loads nothing from other hosts', async () => {
  await makeAdmin(staff.anna.email);
  const { cookie } = await signedIn(site, staff.anna.email);
  await putMany(DESK.pageRows * 2, 'new');
  run('UPDATE contact_submissions SET company = ?, message = ?', 'Mill & Sons', ORDINARY_MESSAGE);
  const path = '/admin/dashboard';
  const { externalUrls, ...bytes } = await weighPage(site, path, { cookie });
  // The page of fifty rows is not compressed, because it holds tokens beside text of strangers. Where
  // its bytes come from: docs/performance.md.
  for (const [part, limit] of Object.entries({ scripts: 120, styles: 15, fonts: 50, html: 140 })) {
    expect(bytes[part as 'html'], part).toBeGreaterThan(KB);
    expect(bytes[part as 'html'], part).toBeLessThanOrEqual(limit * KB);
  }
  expect(externalUrls).toEqual([]);
});

test('EL-5 keeps the texts of pages out of every script, in both languages', () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  const texts = [
    getHomeTexts('en').aboutUs.text,
    getHomeTexts('en').hero.button,
    getContactTexts('en').intro,
    getContactTexts('en').button,
  ];
  for (const file of scripts) {
    const code = readFileSync(`${ASSETS}/${file}`, 'utf8');
    expect(code.match(/\p{Script=Greek}{3,}/gu) ?? [], file).toEqual([]);
    for (const text of texts) expect(code.includes(text), file).toBe(false);
  }
});

/** Returns the scripts that a page names, and all that these import, at once or later. */
async function listScripts(path: string): Promise<Set<string>> {
  const names = new Set<string>();
  const collect = (code: string) => {
    for (const [name] of code.matchAll(/[\w.-]+\.js\b/g)) {
      if (names.has(name) || !existsSync(`${ASSETS}/${name}`)) continue;
      names.add(name);
      // The manifest names the scripts of all routes.
      if (!name.startsWith('manifest-')) collect(readFileSync(`${ASSETS}/${name}`, 'utf8'));
    }
  };
  collect((await exchange(site, { path })).text);
  return names;
}

test('PK-2 keeps the code of passkeys out of every script of a public page', async () => {
  const listPasskeyScripts = async (path: string) =>
    [...(await listScripts(path))].filter((name) =>
      /PublicKeyCredential|navigator\.credentials/.test(readFileSync(`${ASSETS}/${name}`, 'utf8')),
    );
  for (const path of [...PAGES, ...MORE, ...GREEK]) {
    expect([path, await listPasskeyScripts(path)]).toEqual([path, []]);
  }
  expect((await listPasskeyScripts('/admin')).length).toBeGreaterThan(1);
});

test('EL-5 announces and imports no script of a public page before its first paint', async () => {
  const { text } = await exchange(site, { path: '/' });
  const [template = ''] = /<template id="modules">[^]*?<\/template>/.exec(text) ?? [];
  expect(template.match(/<link rel="modulepreload" href="\/assets\//g)!.length).toBeGreaterThan(3);
  expect(template).toMatch(/<script[^>]* type="module"[^>]*>import "\/assets\/manifest-[^]*route0/);
  expect(text.replace(template, '')).not.toMatch(/modulepreload|type="module"/);
});

test('the desk loads its scripts at once', async () => {
  const { text } = await exchange(site, { path: '/admin' });
  expect(text).not.toContain('<template');
  expect(text).toMatch(/<head>[^]*<link rel="modulepreload"[^]*<\/head>/);
});
