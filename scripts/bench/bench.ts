import '../command-line/closed-pipe.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchContent } from './rows/content.ts';
import { benchDesk } from './rows/desk.ts';
import { benchEnquiries } from './rows/enquiries.ts';
import { benchLighthouse } from './rows/lighthouse.ts';
import { benchMotion } from './rows/motion.ts';
import { benchPage } from './rows/page.ts';
import { benchStart } from './rows/start.ts';
import { benchUploads } from './rows/uploads.ts';
import { type Row, rounded } from './measure.ts';

// Prints the table of docs/performance.md: ratios of things measured beside each other, in this one run.
// `npm run bench -- page enquiries` measures only the parts that are named.
process.env['NODE_ENV'] = 'production';

const parts: Record<string, (folder: string) => Promise<Row[]>> = {
  page: benchPage,
  start: benchStart,
  motion: benchMotion,
  enquiries: benchEnquiries,
  uploads: benchUploads,
  desk: benchDesk,
  content: benchContent,
  lighthouse: benchLighthouse,
};
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

const rows: Row[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
  console.error(`measuring: ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'drys-bench-'));
  try {
    rows.push(...(await parts[name]!(folder)));
  } catch (error) {
    const why = String(error).split('\n')[0]!.replaceAll('|', '/');
    const figure = `could not be measured: ${why}`;
    rows.push({ what: name, figure, unit: '', bar: '–', holds: false });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`Node ${process.version}, ${availableParallelism()} cores`);
console.log('| what | figure | bar | holds |\n| --- | ---: | ---: | :-: |');
for (const { what, figure, unit, bar, holds } of rows) {
  const shown = typeof figure === 'string' ? figure : `${rounded(figure)} ${unit}`.trim();
  console.log(`| ${what} | ${shown} | ${bar} | ${holds ? 'yes' : '**no**'} |`);
}
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
