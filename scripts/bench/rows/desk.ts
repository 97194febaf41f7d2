import { benchExport } from './export.ts';
import { type Desk, deskOf, timeOf } from '../filled-desk.ts';
import { median } from '../load.ts';
import type { Row } from '../table.ts';
import { benchNumbers } from './numbers.ts';

const MANY = 1_000_000;
const FEW = 1000;
const VISITS = 25;
const VIEWS: Record<string, string> = {
  'first page': '',
  'last page': '?page=last',
  'filtered page': '?status=in_progress',
  'what nobody has, of a status': '?assigned=nobody&status=in_progress',
  'mine, in Greek': '?assigned=me&language=el',
  'what is due': '?due=1',
  'search for a rare word': '?q=walnut',
  'search for two common words': '?q=reception+desk',
};

/** The dashboard over a thousand and over a million enquiries, and a million as CSV. */
export async function benchDesk(): Promise<Row[]> {
  const few = await deskOf(FEW);
  const many = await deskOf(MANY);
  const rows = await compareViews(few, many);
  await few.site.stop();
  rows.push(...(await benchNumbers()));
  rows.push(...(await benchExport(many, MANY)));
  await many.site.stop();
  return rows;
}

async function compareViews(few: Desk, many: Desk): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(VIEWS)) {
    const ratios: number[] = [];
    for (let i = 0; i < VISITS; i++) {
      const small = await timeOf(few, `/admin/dashboard${query}`);
      const large = await timeOf(many, `/admin/dashboard${query}`);
      // The first visits fill caches.
      if (i >= 5) ratios.push(large / small);
    }
    const ratio = median(ratios);
    rows.push({
      what: `dashboard, ${name}: ${MANY} enquiries against ${FEW}`,
      figure: ratio,
      unit: '×',
      bar: '≤ 1.5',
      holds: ratio <= 1.5,
    });
  }
  return rows;
}
