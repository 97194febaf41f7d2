/** Stores what waits and gives all counts: by event, the number of rows and the sum in them. */
export async function readCounts(): Promise<Record<string, { rows: number; count: number }>> {
  const { flushCounts } = await import('#app/domain/audit.server.ts');
  const { databaseFile } = await import('#db/database.server.ts');
  await flushCounts();
  const sql =
    'SELECT event, count(*) AS "rows", sum(count) AS count FROM audit_counts GROUP BY event';
  const found = databaseFile()
    .prepare<[], { event: string; rows: number; count: number }>(sql)
    .all();
  return Object.fromEntries(found.map(({ event, rows, count }) => [event, { rows, count }]));
}
