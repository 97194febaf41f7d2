import { staff } from '#db/seed/people.ts';
import { PlainBrowser } from '../reading/browser.ts';
import { startSite } from '../servers/site.ts';
import { column } from '../servers/store.ts';
import { makeAdmin, signedIn } from './admins.ts';
import { SITE } from './site-editor.ts';

/** Starts a site with two signed-in admins and a visitor. */
export async function startSiteDesk(environment: Record<string, string> = {}) {
  const site = await startSite(environment);
  const browsers = [];
  for (const { email } of [staff.anna, staff.basil]) {
    await makeAdmin(email);
    browsers.push(await signedIn(site, email));
  }
  const [anna, basil] = browsers as [PlainBrowser, PlainBrowser];
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
