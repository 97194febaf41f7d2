import { expect, test, vi } from 'vitest';
import { useScratchDatabase } from '../../support/servers/scratch-database.ts';

await useScratchDatabase();
const { database, databaseFile } = await import('#db/database.server.ts');
const { readCountedEnquiries } = await import('#db/numbers.ts');

test('DA-5 the numbers read the enquiries of their days and the answers to those, by index', async () => {
  const file = databaseFile();
  const prepare = vi.spyOn(file, 'prepare');
  await readCountedEnquiries(database(), '2026-01-01T00:00:00', '2026-06-30T00:00:00');
  const [sql] = prepare.mock.calls[0]!;
  const steps = file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('', '', '') as { detail: string }[];
  const read = steps.map(({ detail }) => detail).filter((step) => /SCAN|SEARCH|TEMP/.test(step));
  expect(read).toEqual([
    expect.stringMatching(/^SEARCH contact_submissions .*\(created_at>\? AND created_at<\?\)$/),
    expect.stringMatching(/^SEARCH replies .*\(enquiry_id=\?\)$/),
  ]);
});
