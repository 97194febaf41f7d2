import { SqliteFile } from '#db/engine/sqlite-file.ts';
// Fills the database file of a site with many rows by SQL, for the benchmarks of large databases.
import { staff } from '#db/seed/people.ts';

interface Enquiries {
  count: number;
  /** Minutes between one enquiry and the next. */
  minutesApart: number;
  /** A date modifier of SQLite for all dates, such as '-3 years'. */
  shift?: string;
}

/** Inserts enquiries. Two of three get a reply, and about twenty mention walnut. */
export function insertEnquiries(
  path: string,
  { count, minutesApart, shift = '0 days' }: Enquiries,
): void {
  using file = new SqliteFile(path);
  file.pragma('synchronous = OFF');
  file.pragma('cache_size = -200000');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < @count)
       INSERT INTO contact_submissions
         (full_name, email, phone, company, project, message, status, created_at, verified,
          language, assigned_to, due_on)
       SELECT 'Visitor Number ' || i, 'visitor' || i || '@mail.example', '+30 210 000 0001', '',
         CASE i % 4 WHEN 0 THEN 'Private House' WHEN 1 THEN 'Public Buildings' ELSE 'Office Spaces' END,
         CASE i % (@count / 20) WHEN 3 THEN 'A table in walnut, please.'
           ELSE 'A reception desk in oak, four metres long, number ' || i END,
         CASE i % 10 WHEN 0 THEN 'in_progress' WHEN 1 THEN 'new' ELSE 'completed' END,
         strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (@count - i) * 60 * @minutesApart,
           'unixepoch', @shift),
         1, iif(i % 3, 'en', 'el'), iif(i % 50 = 7, 1, NULL), iif(i % 19 = 9, '2026-01-01', NULL)
       FROM n`,
    )
    .run({ count, minutesApart, shift });
  file
    .prepare(
      `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, started_progress)
       SELECT id, ?, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, (id * 37 % 48) || ' hours'),
         'Subject', 'Text', 'form', 0
       FROM contact_submissions WHERE id % 3 > 0 AND id NOT IN (SELECT enquiry_id FROM replies)`,
    )
    .run(staff.anna.email);
  file.pragma('wal_checkpoint(TRUNCATE)');
}

/** Copies the published projects until there are `count`; the site must be stopped. */
export function multiplyProjects(path: string, count: number): void {
  using file = new SqliteFile(path);
  const projects = `FROM site_entries WHERE kind = 'projects'`;
  const existingCount = file.prepare(`SELECT count(*) ${projects}`).pluck().get() as number;
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < @count)
       INSERT INTO site_entries
         (kind, position, slug, live, published, published_at, changed_at, changed_by)
       SELECT kind, position + 100 * i, slug || '-' || i, 1, published, published_at, changed_at, ''
       FROM n, site_entries WHERE kind = 'projects' LIMIT @missing`,
    )
    .run({ count, missing: Math.max(0, count - existingCount) });
  file.exec('UPDATE site_revision SET revision = revision + 1');
}
