import { expect, test } from 'vitest';
import { csvPieces } from '#app/domain/exports/csv-export.server.ts';
import { exportBatches } from '#app/domain/exports/export-batches.server.ts';
import { planExport } from '#app/domain/exports/export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { workbookPieces } from '#app/domain/exports/workbook.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { putEnquiry, putMany } from '../../../support/servers/store.ts';
import { readWorkbook } from '../../../support/reading/workbook.ts';

await useScratchDatabase();
const ROWS = EXPORT.batchRows * 2 + 10;
await putMany(ROWS);

test('D-6 what was there at the start is exported once, whatever happens meanwhile', async () => {
  const plan = await planExport(database(), {});
  expect(plan.total).toBe(ROWS);
  const seen: number[] = [];
  for await (const rows of exportBatches(database(), plan)) {
    expect(rows.length).toBeLessThanOrEqual(EXPORT.batchRows);
    seen.push(...rows.map((row) => row.id));
    if (seen.length === EXPORT.batchRows) {
      await putEnquiry({ created_at: '2023-11-14T22:13:21.000Z', message: 'released late' });
      await putEnquiry({ message: 'came in meanwhile' });
    }
  }
  expect(seen).toEqual(Array.from({ length: ROWS }, (_, i) => ROWS - i));
  databaseFile().prepare('DELETE FROM contact_submissions WHERE id > ?').run(ROWS);
});

test('D-6 an export follows the filters', async () => {
  expect((await planExport(database(), { status: 'new' })).total).toBe(0);
  const plan = await planExport(database(), { text: 'n7@mail.example', status: 'completed' });
  expect(plan.total).toBe(1);
  const lines = await textOf(plan);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^"Number 7";"n7@mail.example"/);
});

test('D-7 the CSV of all rows: newest first, each on its own line', async () => {
  const lines = await textOf(await planExport(database(), {}));
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[1]).toMatch(new RegExp(`^"Number ${ROWS}"`));
});

test('D-7 the workbook has text cells for what visitors wrote and real dates', async () => {
  const id = await putEnquiry({
    full_name: '=HYPERLINK("http://evil.example")',
    phone: '+30 210 000 0001',
    company: '<b>&"\'; Δρυς',
    message: 'one; two\nthree',
    created_at: '2026-11-20T22:30:00.000Z',
  });
  const rows = readWorkbook(
    await bytesOf(workbookPieces(database(), await planExport(database(), { status: 'new' }))),
  );
  expect(rows.map((row) => row.map((cell) => cell.value))).toEqual([
    ['Name', 'Email', 'Phone', 'Company', 'Project Type', 'Message', 'Status', 'Date', 'Files'],
    [
      '=HYPERLINK("http://evil.example")',
      eleni.email,
      '+30 210 000 0001',
      '<b>&"\'; Δρυς',
      'Private House',
      'one; two\nthree',
      'new',
      String(daysSince1900('2026-11-21')),
    ],
  ]);
  const [name, , phone] = rows[1]!;
  expect([name!.type, name!.formula, phone!.type]).toEqual(['s', false, 's']);
  expect(rows[1]!.at(-1)).toMatchObject({ type: '', format: 'yyyy-mm-dd' });
  databaseFile().prepare('DELETE FROM contact_submissions WHERE id = ?').run(id);
});

async function textOf(plan: Awaited<ReturnType<typeof planExport>>): Promise<string[]> {
  const bytes = await bytesOf(csvPieces(database(), plan));
  return bytes.toString('utf8').split('\r\n').slice(0, -1);
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const whole: Uint8Array[] = [];
  for await (const piece of pieces) whole.push(piece);
  return Buffer.concat(whole);
}

/** How a spreadsheet counts days. */
function daysSince1900(day: string): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}
