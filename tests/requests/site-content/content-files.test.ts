import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { emptyContent } from '#app/domain/site/entry-form.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { BackupError, backUp, checkBackup } from '#app/domain/backup.server.ts';
import {
  ContentFilesError,
  exportContent,
  importContent,
} from '#app/domain/site/content-files.server.ts';
import { emptyBin, readEntries, saveEntry } from '#app/domain/site/entries.server.ts';
import { sweepPictures, takePictures } from '#app/domain/site/pictures.server.ts';
import { fillSiteContent } from '#app/domain/site/published.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { serveSite } from '../../support/servers/served-site.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
const outside = mkdtempSync(join(tmpdir(), 'drys-content-'));
afterAll(() => rmSync(outside, { recursive: true }));
const exported = join(outside, 'exported');
const elsewhere = await serveSite();
afterAll(() => elsewhere.stop());
const data = (...args: string[]) => elsewhere.run(['scripts/data.ts', ...args]);

test('PB-9 what has no content yet says what to do', async () => {
  await expect(exportContent(exported)).rejects.toThrow(
    new ContentFilesError(`${dataDir} has no content yet: start the site once`),
  );
  expect(readdirSync(outside)).toEqual([]);
});

let picture = '';

test('PB-9 all content is exported, and shown by a site that runs on another folder', async () => {
  await fillSiteContent();
  const bytes = await sharp({
    create: { width: 1300, height: 900, channels: 3, background: '#745c46' },
  })
    .jpeg()
    .toBuffer();
  const file = {
    name: 'room.jpg',
    field: 'pictures',
    bytes: (async function* () {
      yield bytes;
    })(),
  };
  const { id } = await insertAdmin(database(), staff.anna.email, new Date().toISOString());
  const author = { admin: { id, email: staff.anna.email }, requester: OPERATOR } as never;
  const { pictures } = await takePictures({ files: [file] } as never, author);
  picture = pictures[0]!.name;
  const both = (text: string) => ({ en: text, el: `${text} (ελ)` });
  const content = {
    ...emptyContent('projects'),
    title: both('Garden Room'),
    category: 'offices',
    year: '2026',
    description: both('One.\n\nTwo.'),
    type: both('Room'),
    location: both('Attica'),
    pictures: [{ name: picture, alt: both('A room'), credit: '', focus: [40, 60] }],
  };
  const seen = { kind: 'projects', id: null, version: 0, formKey: 'one' } as const;
  const written = { content, newCategory: null, faults: {} } as never;
  expect(await saveEntry(author, seen, written, true)).toMatchObject({ kind: 'saved' });
  const draft = { content: { ...content, title: both('A draft') }, newCategory: null, faults: {} };
  await saveEntry(author, { ...seen, formKey: 'two' }, draft as never, false);
  const { entries } = await exportContent(exported);
  expect(entries).toBe(entriesIn(exported));

  expect((await fetch(`${elsewhere.url}/projects/garden-room`)).status).toBe(404);
  expect(await data('content-import', exported)).toEqual({
    code: 0,
    stdout: `Imported ${entriesIn(exported)} entries from ${exported}.\n`,
    stderr: '',
  });
  const page = await eventually(async () => {
    const answer = await fetch(`${elsewhere.url}/projects/garden-room`);
    expect(answer.status).toBe(200);
    return answer.text();
  });
  const shown = await fetch(`${elsewhere.url}/media-files/${picture}-960.avif`);
  expect(page).toContain(`/media-files/${picture}-960.avif`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/avif']);
  const again = join(outside, 'again');
  expect(await data('content-export', again)).toMatchObject({ code: 0 });
  expect(filesIn(again)).toEqual(filesIn(exported));
});

test('PB-9 files that were edited by hand are what the site says then', async () => {
  const edited = copyOf(exported);
  const roche = fileOf(edited, 'roche');
  const entry = JSON.parse(readFileSync(roche, 'utf8')) as { published: { title: object } };
  entry.published.title = { en: 'Roche by hand', el: 'Roche με το χέρι' };
  writeFileSync(roche, JSON.stringify(entry));
  rmSync(fileOf(edited, 'nestle'));
  // A draft that never had an address cannot be told from another: it is a new one.
  expect((await data('content-import', edited)).stdout).toBe(
    `Imported ${entriesIn(edited)} entries from ${edited}. 2 that are not among them went to the bin.\n`,
  );
  await eventually(async () => {
    const page = await fetch(`${elsewhere.url}/projects/roche`);
    expect(await page.text()).toContain('Roche by hand');
    expect((await fetch(`${elsewhere.url}/projects/nestle`)).status).toBe(404);
  });
});

test('PB-9 whole or not at all: one line why, then one for each fault', async () => {
  const broken = copyOf(exported);
  const change = (slug: string, change: (entry: never) => void) => {
    const entry = JSON.parse(readFileSync(fileOf(broken, slug), 'utf8')) as never;
    change(entry);
    writeFileSync(fileOf(broken, slug), JSON.stringify(entry));
  };
  type Entry = { address: string; published: Record<string, unknown> };
  change('roche', ({ published }: Entry) => delete published['title']);
  change('nestle', ({ published }: Entry) => (published['pictures'] = [{ ...hidden, name: 'x' }]));
  change('technogym', (entry: Entry) => (entry.address = '../up'));
  change('navarino', ({ published }: Entry) => (published['year'] = 'soon'));
  change('lapin', (entry: Entry) => (entry.address = 'navarino'));
  writeFileSync(fileOf(broken, 'pinakothiki'), '{');
  rmSync(join(broken, 'media', `${picture}-og.jpg`));
  const before = databaseFile().prepare('SELECT * FROM site_entries').all();
  const said = await importContent(broken).catch((error: Error) => error.message);
  const lines = String(said).split('\n');
  expect(lines[0]).toBe(`Nothing was imported: ${broken} has faults.`);
  expect(
    lines
      .slice(1)
      .map((line) => line.split(': ').slice(0, 2).join(': '))
      .toSorted(),
  ).toEqual(
    [
      `${nameOf('lapin')}: address`,
      `${nameOf('navarino')}: published.year`,
      `${nameOf('nestle')}: published.pictures.0.name`,
      `${nameOf('pinakothiki')}: the whole file`,
      `${nameOf('roche')}: published.title`,
      `${nameOf('technogym')}: address`,
      expect.stringMatching(new RegExp(`^pictures.json: ${picture}.files.\\d+$`)),
    ].toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
  );
  for (const line of lines) expect(line).toMatch(/: \S/);
  expect(databaseFile().prepare('SELECT * FROM site_entries').all()).toEqual(before);
});

test('PB-9 what a link leads to is no picture of the folder', async () => {
  const linked = copyOf(exported);
  const card = join(linked, 'media', `${picture}-og.jpg`);
  rmSync(card);
  symlinkSync(join(dataDir, 'secret.key'), card);
  await expect(importContent(linked)).rejects.toThrow('names no file of media');
});

test('PB-9 a backup holds the pictures; restored elsewhere they are whole, and the doctor sees it', async () => {
  const backup = join(outside, 'backup.db');
  const files = readdirSync(join(dataDir, 'media'));
  expect(await backUp(backup)).toMatchObject({ files: files.length, missing: 0 });
  const damaged = join(outside, 'damaged.db');
  cpSync(backup, damaged);
  const file = new SQLite(damaged);
  file.exec(`UPDATE attachment_files SET bytes = x'00' WHERE file = '${picture}-960.avif'`);
  file.close();
  await expect(checkBackup(damaged)).rejects.toThrow(BackupError);
  await expect(checkBackup(damaged)).rejects.toThrow(`the picture ${picture}-960.avif is damaged`);
  await elsewhere.halt();
  expect(await data('restore', backup)).toMatchObject({ code: 0, stderr: '' });
  const media = join(elsewhere.dataDir, 'media');
  for (const name of files) {
    expect(readFileSync(join(media, name))).toEqual(readFileSync(join(dataDir, 'media', name)));
  }
  expect(readdirSync(`${media}.before-restore`)).toEqual(files);
  await elsewhere.restart();
  expect((await fetch(`${elsewhere.url}/projects/garden-room`)).status).toBe(200);

  const doctor = () => elsewhere.run(['scripts/doctor.ts']);
  expect((await doctor()).stdout).toMatch(/^ok {5}files from the desk: 1 files, 1 MB$/m);
  writeFileSync(join(media, `${picture}-960.avif`), 'something else');
  expect((await doctor()).stdout).toContain(
    `WRONG  files from the desk: 1 missing or changed (${picture.slice(0, 8)}…): npm run data`,
  );
});

test('PB-5 PB-8 what nothing shows any more is swept after its days, and said in the audit log', async () => {
  const media = () => readdirSync(join(dataDir, 'media')).length;
  const forms = media();
  const later = (days: number) => Date.now() + days * DAY;
  expect(await sweepPictures(later(29))).toBe(0);
  expect(media()).toBe(forms);
  databaseFile().exec(`UPDATE site_entries SET live = 0, deleted_at = changed_at
    WHERE draft LIKE '%${picture}%' OR published LIKE '%${picture}%'`);
  expect(await emptyBin(later(29))).toBe(0);
  expect(await sweepPictures(later(29)), 'the bin shows it').toBe(0);
  expect(await emptyBin(later(31))).toBe(2);
  expect(await sweepPictures(later(58))).toBe(0);
  expect(await sweepPictures(later(60))).toBe(forms);
  expect(media()).toBe(0);
  const event = `SELECT details FROM audit_log WHERE event = 'site.emptied'`;
  expect(databaseFile().prepare(event).pluck().all()).toEqual(['{"deleted":2}']);
  expect((await readEntries('projects')).entries).toHaveLength(22);
});

test('PB-4 PB-10 an import of 10,000 entries holds nobody up; the list has its pages, the sitemap all', async () => {
  const many = copyOf(exported);
  const roche = readFileSync(fileOf(many, 'roche'), 'utf8');
  for (let n = 0; n < 10_000; n++) {
    const entry = roche.replace('"address": "roche"', `"address": "roche-${n}"`);
    writeFileSync(join(many, 'projects', `9-${n}.json`), entry);
  }
  const waits: number[] = [];
  let isOver = false;
  const visits = (async () => {
    for (let n = 0; !isOver; n++) {
      const startedAt = performance.now();
      const path = ['/', '/projects', '/projects/roche', '/healthz'][n % 4];
      expect((await fetch(elsewhere.url + path)).status).toBe(200);
      waits.push(performance.now() - startedAt);
    }
  })();
  const startedAt = performance.now();
  expect(await data('content-import', many)).toMatchObject({ code: 0, stderr: '' });
  const last = await eventually(async () => {
    const answer = await fetch(`${elsewhere.url}/projects?page=418`);
    expect(answer.status).toBe(200);
    return answer.text();
  });
  const took = performance.now() - startedAt;
  isOver = true;
  await visits;
  console.error(JSON.stringify({ took, slowest: Math.max(...waits), visits: waits.length }));
  expect(waits.length).toBeGreaterThan(20);
  expect(Math.max(...waits)).toBeLessThan(took / 3);
  expect(last.includes(`<link rel="prev" href="${elsewhere.url}/projects?page=417"/>`)).toBe(true);
  expect(last.includes('rel="next"')).toBe(false);
  expect((await fetch(`${elsewhere.url}/projects?page=419`)).status).toBe(404);
  const sitemap = await (await fetch(`${elsewhere.url}/sitemap.xml`)).text();
  expect(sitemap.match(/<loc>[^<]*\/projects\/roche-\d+</g)).toHaveLength(20_000);
}, 120_000);

const hidden = { alt: { en: 'a', el: 'α' }, credit: '', focus: [50, 50] };

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(outside, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function nameOf(slug: string): string {
  const name = readdirSync(join(exported, 'projects')).find((file) =>
    file.endsWith(`-${slug}.json`),
  );
  return `projects/${name}`;
}

const fileOf = (folder: string, slug: string) => join(folder, nameOf(slug));

/** What they say: the order of the fields of an entry is that of its kind, or of who wrote it. */
const entriesIn = (folder: string) =>
  [...filesIn(folder).keys()].filter((file) => /\d{4}-[^/]+\.json$/.test(file)).length;

function filesIn(folder: string): Map<string, unknown> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const read = (path: string) =>
    path.endsWith('.json')
      ? (JSON.parse(readFileSync(path, 'utf8')) as unknown)
      : readFileSync(path, 'base64');
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.toSorted().map((path) => [path.slice(folder.length), read(path)]));
}
