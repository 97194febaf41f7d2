// Prints the table of docs/performance.md: ratios of things measured side by side in one run.
// `npm run bench -- page enquiries` measures these parts only; `--small` only checks that every part
// works, with sizes too small to measure speed.
import '../command-line/closed-pipe.ts';
import { availableParallelism } from 'node:os';
import makeFirstStart from '../../tests/support/servers/new-data.ts';
import { formatFigure, type Row } from './measure.ts';
import { measureContent } from './rows/content.ts';
import { measureDesk } from './rows/desk.ts';
import { measureEnquiryIntake } from './rows/enquiries.ts';
import { measureLighthouse } from './rows/lighthouse.ts';
import { measureMailbox } from './rows/mailbox.ts';
import { measurePage } from './rows/page.ts';
import { measureReplies } from './rows/replies.ts';
import { measureStart } from './rows/start.ts';
import { measureUploads } from './rows/uploads.ts';

process.env['NODE_ENV'] = 'production';

const PARTS: Record<string, () => Promise<Row[]>> = {
  page: measurePage,
  start: measureStart,
  enquiries: measureEnquiryIntake,
  uploads: measureUploads,
  replies: measureReplies,
  mailbox: measureMailbox,
  desk: measureDesk,
  content: measureContent,
  lighthouse: measureLighthouse,
};
const names = process.argv.slice(2).filter((word) => word !== '--small');
const unknownNames = names.filter((name) => !(name in PARTS));
if (unknownNames.length > 0) {
  const parts = Object.keys(PARTS).join(', ');
  console.error(`No part is called ${unknownNames.join(', ')}. Parts: ${parts}`);
  process.exit(2);
}

const removeFirstStart = makeFirstStart();
console.log(`Node ${process.version}, ${availableParallelism()} cores`);
console.log('| what | figure | limit | holds |\n| --- | ---: | ---: | :-: |');
let areAllWithinLimits = true;
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  console.error(`measuring: ${name}`);
  try {
    for (const row of await PARTS[name]!()) printRow(row);
  } catch (error) {
    const reason = String(error).split('\n')[0]!.replaceAll('|', '/');
    const figure = `could not be measured: ${reason}`;
    printRow({ label: name, figure, unit: '', bar: '–', holds: false });
  }
}
removeFirstStart();
process.exit(areAllWithinLimits ? 0 : 1);

/** Prints each part's rows as soon as it is measured: a later part may take long, or fail. */
function printRow({ label, figure, unit, bar, holds }: Row): void {
  const text = typeof figure === 'string' ? figure : `${formatFigure(figure)} ${unit}`.trim();
  console.log(`| ${label} | ${text} | ${bar} | ${holds ? 'yes' : '**no**'} |`);
  areAllWithinLimits &&= holds;
}
