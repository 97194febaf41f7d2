import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { type Desk, deskOf, timeOf } from '../filled-desk.ts';
import { median } from '../load.ts';
import type { Row } from '../table.ts';

const INSIDE = 1000;
const OUTSIDE = 100_000;
const MINUTES_BETWEEN = 240;
const VISITS = 25;
const FIRST_VISITS = 5;

/** The numbers of 26 weeks with the same enquiries in them: with many before them against none. */
export async function benchNumbers(): Promise<Row[]> {
  const alone = await deskOf(INSIDE, MINUTES_BETWEEN);
  const among = await deskOf(INSIDE + OUTSIDE, MINUTES_BETWEEN);
  answerSome(alone);
  answerSome(among);
  const ratios: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const small = await timeOf(alone, '/admin/dashboard/numbers');
    const large = await timeOf(among, '/admin/dashboard/numbers');
    if (visit >= FIRST_VISITS) ratios.push(large / small);
  }
  await alone.site.stop();
  await among.site.stop();
  const ratio = median(ratios);
  const what = `numbers, 26 weeks with ${INSIDE} enquiries: ${OUTSIDE} outside them against none`;
  return [{ what, figure: ratio, unit: '×', bar: '≤ 1.5', holds: ratio <= 1.5 }];
}

/** Two of three enquiries get a reply, after up to two days. */
function answerSome({ site }: Desk): void {
  const file = new SQLite(join(site.dataDir, 'drys.db'));
  file.pragma('synchronous = OFF');
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
