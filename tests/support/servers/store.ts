import type { NewEnquiry } from '#db/schema.ts';

/** Puts an enquiry straight into the table, as another program would; returns its id. */
export async function putEnquiry(given: Partial<NewEnquiry> = {}): Promise<number> {
  const { database } = await import('#db/database.server.ts');
  const { id } = await database()
    .insertInto('contact_submissions')
    .values({
      full_name: 'Eleni Sample',
      email: 'eleni@mail.example',
      phone: '',
      company: '',
      project: 'Private House',
      message: '',
      created_at: new Date().toISOString(),
      verified: 1,
      about_project: null,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts many at once, a minute apart, the oldest first; `number` is in every name. */
export async function putMany(count: number, status = 'completed'): Promise<void> {
  const { databaseFile } = await import('#db/database.server.ts');
  databaseFile()
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, project, message, status, created_at, verified)
       SELECT 'Number ' || i, 'n' || i || '@mail.example', 'Office Spaces', 'oak ' || i, ?,
         strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), 1
       FROM n`,
    )
    .run(count, status);
}
