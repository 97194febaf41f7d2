import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../tests/support/people/admins.ts';
import type { PlainBrowser } from '../../tests/support/reading/browser.ts';
import { type ServedSite, serveSite } from '../../tests/support/servers/served-site.ts';

const EMAIL = staff.anna.email;

export interface Desk {
  site: ServedSite;
  admin: PlainBrowser;
}

/** A site with this many enquiries, so many minutes apart, and an admin who has signed in to it. */
export async function deskOf(count: number, minutes = 1): Promise<Desk> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const filled = await site.run(['tests/support/people/fill-desk.ts', EMAIL]);
  if (filled.code !== 0) throw new Error(filled.stderr);
  fill(join(site.dataDir, 'drys.db'), count, minutes);
  return { site, admin: await signedIn(site.url, EMAIL) };
}

/** How long a page of the desk takes, in milliseconds. Throws when it is not answered. */
export async function timeOf({ admin }: Desk, path: string): Promise<number> {
  const startedAt = performance.now();
  const page = await admin.get(path);
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  return performance.now() - startedAt;
}

/**
 * Ordinary enquiries, a tenth of them in progress, a third in Greek; a few mention walnut, few are
 * the admin's, and few have a follow-up day.
 */
function fill(path: string, count: number, minutes: number): void {
  const file = new SQLite(path);
  file.pragma('synchronous = OFF');
  file.pragma('cache_size = -200000');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, phone, company, project, message, status, created_at, verified,
          language, assigned_to, due_on)
       SELECT 'Visitor Number ' || i, 'visitor' || i || '@mail.example', '+30 210 000 0001', '',
         CASE i % 4 WHEN 0 THEN 'Private House' WHEN 1 THEN 'Public Buildings' ELSE 'Office Spaces' END,
         CASE i % (? / 20) WHEN 3 THEN 'A table in walnut, please.'
           ELSE 'A reception desk in oak, four metres long, number ' || i END,
         CASE i % 10 WHEN 0 THEN 'in_progress' WHEN 1 THEN 'new' ELSE 'completed' END,
         strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (? - i) * 60 * ?, 'unixepoch'), 1,
         iif(i % 3, 'en', 'el'), iif(i % 50 = 7, 1, NULL), iif(i % 19 = 9, '2026-01-01', NULL)
       FROM n`,
    )
    .run(count, count, count, minutes);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}
