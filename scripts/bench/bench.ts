import '../command-line/closed-pipe.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDesk } from './rows/desk.ts';
import { benchEnquiries } from './rows/enquiries.ts';
import { benchLighthouse } from './rows/lighthouse.ts';
import { benchMotion } from './rows/motion.ts';
import { benchPage } from './rows/page.ts';
import { benchBuild, benchRender, benchStart } from './rows/start.ts';
import { benchUploads } from './rows/uploads.ts';
import { type Row, printTable } from './table.ts';
import { benchWeight } from './rows/weight.ts';

// Prints the table of docs/performance.md: ratios of things measured beside each other, in this one run.
// `npm run bench -- page enquiries` measures only the parts that are named.
process.env['NODE_ENV'] = 'production';
const folder = mkdtempSync(join(tmpdir(), 'drys-bench-'));
process.env['DATA_DIR'] = join(folder, 'own');

const parts: Record<string, () => Row[] | Promise<Row[]>> = {
  build: benchBuild,
  page: () => benchPage(folder),
  start: () => benchStart(folder),
  render: benchRender,
  weight: () => benchWeight(folder),
  motion: () => benchMotion(folder),
  enquiries: () => benchEnquiries(folder),
  uploads: () => benchUploads(folder),
  lighthouse: () => benchLighthouse(folder),
  desk: benchDesk,
};
const chosen = process.argv.slice(2);
const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.error(`measuring: ${name}`);
    rows.push(...(await measure()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`Node ${process.version}, ${availableParallelism()} cores`);
const missed = printTable(rows);
process.exit(missed === 0 ? 0 : 1);
