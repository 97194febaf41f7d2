import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { MEDIA_FOLDER } from '#app/content/content-folder.server.ts';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import samplePictures from '#app/content/sample/pictures.json' with { type: 'json' };
import { staff } from '#db/seed/people.ts';
import { logIn } from '../support/people/admins.ts';
import {
  described,
  entryForm,
  made,
  photo,
  press,
  PROJECTS,
  written,
} from '../support/people/site-editor.ts';
import { PlainBrowser } from '../support/reading/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

/** Long timeout: a server is started several times on a busy machine. */
const LONG = { timeout: 300_000 };
const TWO_DAYS_AGO = () => Date.now() / 1000 - 2 * 24 * 3600;

async function startDesk() {
  const site = await serveSite();
  onTestFinished(() => site.stop());
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const anna = new PlainBrowser(site.url);
  await logIn(anna, staff.anna.email);
  return { site, anna };
}

const sampleFiles = new Set(readdirSync(join(SAMPLE_FOLDER, MEDIA_FOLDER)));

/** The files that are not those of the sample. */
const mediaOf = ({ dataDir }: ServedSite) =>
  readdirSync(join(dataDir, 'media')).filter((name) => !sampleFiles.has(name));

/** The files of the uploads that are being received. */
const listUploads = (site: ServedSite) =>
  mediaOf(site)
    .filter((name) => name.startsWith('upload-'))
    .flatMap((name) => readdirSync(join(site.dataDir, 'media', name)));

/** How many media have been stored beside those of the sample. */
const rowsOf = (site: ServedSite) =>
  Number(site.one('SELECT count(*) FROM site_media')) - Object.keys(samplePictures).length;

async function kill(site: ServedSite): Promise<void> {
  // The process that makes a picture has the same streams: they close when it has ended too.
  const closeEvent = once(site.process(), 'close');
  site.process().kill('SIGKILL');
  await closeEvent;
}

/** The files of an aborted upload are swept once it can no longer be running. */
async function restartLater(site: ServedSite): Promise<void> {
  for (const name of mediaOf(site)) {
    utimesSync(join(site.dataDir, 'media', name), TWO_DAYS_AGO(), TWO_DAYS_AGO());
  }
  await site.restart('SIGKILL');
  const swept = '"event":"content-swept"';
  const starts = site.output().split('"event":"listening"').length - 1;
  await eventually(() => expect(site.output().split(swept)).toHaveLength(starts + 1));
}

type Step = [
  step: string,
  isThere: (site: ServedSite, media: string[]) => boolean,
  holdsStore: boolean,
];

const steps: Step[] = [
  ['it comes', (site) => listUploads(site).includes('0'), false],
  ['it is made', (site) => listUploads(site).includes('0-480.avif'), false],
  // Another process locks the database, so the row cannot be written yet.
  [
    'its files have no row',
    (_, media) => media.some((name) => /^\w{64}-960\.jpg$/.test(name)),
    true,
  ],
  ['its row has no entry', (site) => rowsOf(site) > 0, false],
];

test.each(steps)(
  'PB-10 leaves no entry with a missing file and no orphaned file after a kill during an upload (%s)',
  LONG,
  async (step, isThere, holdsStore) => {
    const { site, anna } = await startDesk();
    const page = await made(anna, written('Killed in Between'));
    const file = await photo('veranda.jpg', 3000, 2000, (picture) =>
      picture.blur(9).jpeg({ quality: 100 }),
    );
    const holder = new SQLite(join(site.dataDir, 'drys.db'));
    if (holdsStore) holder.exec('BEGIN IMMEDIATE');
    // Alone, as a script sends it, its row is there before any entry names it.
    const isAlone = step === 'its row has no entry';
    const alone = new FormData();
    alone.append('pictures', file);
    const answer = isAlone
      ? anna.postParts('/admin/dashboard/site/pictures', alone)
      : press(anna, page, 'save', {}, [['pictures', file]]);
    const settledAnswer = answer.catch(() => null);
    await eventually(() => expect(isThere(site, mediaOf(site))).toBe(true));
    await kill(site);
    await settledAnswer;
    if (holdsStore) holder.exec('ROLLBACK');
    holder.close();
    const hadRow = rowsOf(site) > 0;
    await restartLater(site);
    expect(mediaOf(site).length > 0).toBe(hadRow);

    const pageAfterKill = await anna.get(page.url);
    const pictureFields = Object.entries(entryForm(pageAfterKill)).filter(([name]) =>
      name.startsWith('picture_'),
    );
    expect(pictureFields).toEqual([]);
    expect((await new PlainBrowser(site.url).get('/projects')).status).toBe(200);

    // The same file again is the same picture, whole.
    expect((await press(anna, pageAfterKill, 'save', {}, [['pictures', file]])).status).toBe(303);
    const name = entryForm(await anna.get(page.url))['picture_1']!;
    const publishing = await press(anna, await anna.get(page.url), 'publish', described(name));
    expect(publishing.headers.get('location')).toMatch(`${PROJECTS}/`);
    for (const form of ['480.avif', '960.jpg']) {
      expect((await fetch(`${site.url}/media-files/${name}-${form}`)).status).toBe(200);
    }
    await restartLater(site);
    const { status } = await new PlainBrowser(site.url).get('/projects/killed-in-between');
    expect(status).toBe(200);
    expect(mediaOf(site).filter((file) => !file.startsWith(name))).toEqual([]);
  },
);
