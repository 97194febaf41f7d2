import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { type Desk, deskOf, timeOf } from '../filled-desk.ts';
import { median } from '../load.ts';
import type { Row } from '../table.ts';

const FEW = 1000;
const VISITS = 25;
const FIRST_VISITS = 5;
const TWO_YEARS_MS = 728 * 86_400_000;
const RANGES: Record<string, string> = {
  '26 weeks': '',
  'two years': `?from=${new Date(Date.now() - TWO_YEARS_MS).toISOString().slice(0, 10)}`,
};

/** The numbers of a desk with many enquiries against those of one with few in the same time. */
export async function benchNumbers(many: Desk, count: number): Promise<Row[]> {
  const few = await deskOf(FEW, count / FEW);
  answerSome(few);
  answerSome(many);
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(RANGES)) {
    const ratios: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const small = await timeOf(few, `/admin/dashboard/numbers${query}`);
      const large = await timeOf(many, `/admin/dashboard/numbers${query}`);
      if (visit >= FIRST_VISITS) ratios.push(large / small);
    }
    const ratio = median(ratios);
    rows.push({
      what: `numbers, ${name}: ${count} enquiries against ${FEW}`,
      figure: ratio,
      unit: '×',
      bar: '≤ 1.5',
      holds: ratio <= 1.5,
    });
  }
  await few.site.stop();
  return rows;
}

/** Two of three enquiries get a reply, after up to two days. */
function answerSome({ site }: Desk): void {
  const file = new SQLite(join(site.dataDir, 'drys.db'));
  file.pragma('synchronous = OFF');
  file.pragma('foreign_keys = ON');
  const answer = file.prepare(
    `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, began)
     SELECT id, ?,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at, (id * 37 % 48) || ' hours'),
       'Subject', 'Text', 'form', 0
     FROM contact_submissions WHERE id % 3 > 0`,
  );
  answer.run(staff.anna.email);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}
