import { beforeEach } from 'vitest';
import { refreshPublishedContent } from '#app/domain/site/published.server.ts';
import { staff } from '#db/seed/people.ts';
import { PlainBrowser } from '../reading/browser.ts';
import { copyMedia } from '../servers/new-data.ts';
import { startSite } from '../servers/site.ts';
import { column, run } from '../servers/store.ts';
import { makeAdmin, signedIn } from './admins.ts';
import { SITE } from './site-editor.ts';

const CONTENT_TABLES = ['site_media', 'site_entries', 'former_slugs', 'site_publications'];

/** Starts a site with two signed-in admins and a visitor. Each test begins with the sample content and English admins. */
export async function startSiteDesk(environment: Record<string, string> = {}) {
  const site = await startSite(environment);
  const browsers: PlainBrowser[] = [];
  for (const { email } of [staff.anna, staff.basil]) {
    await makeAdmin(email);
    browsers.push(await signedIn(site, email));
  }
  const [anna, basil] = browsers as [PlainBrowser, PlainBrowser];
  for (const table of CONTENT_TABLES)
    run(`CREATE TEMP TABLE sample_${table} AS SELECT * FROM ${table}`);
  beforeEach(async () => {
    for (const browser of browsers) browser.cookies.delete('flash');
    for (const table of CONTENT_TABLES) {
      run(`DELETE FROM ${table}`);
      run(`INSERT INTO ${table} SELECT * FROM sample_${table}`);
    }
    run('DELETE FROM milestones');
    run(`UPDATE admins SET name = '', language = 'en'`);
    copyMedia(process.env['DATA_DIR']!);
    await refreshPublishedContent();
  });
  const visitor = new PlainBrowser(site);
  return {
    site,
    anna,
    basil,
    visitor,
    statusOf: async (path: string) => (await visitor.get(path)).status,
    /** Opens the form of the entry with this slug. */
    open(kind: string, slug: string) {
      const sql = 'SELECT id FROM site_entries WHERE kind = ? AND slug = ? AND deleted_at IS NULL';
      return anna.get(`${SITE}/${kind}/${column(sql, kind, slug)[0]}`);
    },
  };
}
