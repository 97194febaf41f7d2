import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { getLocalizedPath, LANGUAGES } from '#app/content/language.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import { startProgram } from '../../../tests/support/servers/start-program.ts';
import { findOrInstallBrowser } from '../../command-line/browser.ts';
import { createRow, getMedian, pickSize, type Row } from '../measure.ts';

const RUNS = pickSize(5, 1);
const ATTEMPTS = 3;
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PATHS = [
  '/',
  '/about',
  '/projects',
  '/projects/roche',
  '/insights/our-philosophy',
  '/contact',
  '/financial-data',
  '/privacy',
].slice(0, pickSize(Infinity, 1));

type Figures = Record<(typeof CATEGORIES)[number] | 'shift' | 'kilobytes', number>;

/** Runs mobile Lighthouse on each template in both languages. */
export async function measureLighthouse(folder: string): Promise<Row[]> {
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  const site = await serveSite({ PORT, PUBLIC_URL: origin });
  const flags = [
    ...FLAGS,
    `--user-data-dir=${join(folder, 'browser')}`,
    '--remote-debugging-port=0',
  ];
  const browser = await startProgram(
    findOrInstallBrowser(),
    flags,
    {},
    /listening on ws:.*?:(\d+)\//,
  );
  const debuggingPort = Number(browser.announced);
  const rows: Row[] = [];
  const visits: Figures[] = [];
  try {
    // The first visit warms the server and the browser.
    await visitPage(origin, debuggingPort);
    for (const path of PATHS.flatMap((plain) =>
      LANGUAGES.map((each) => getLocalizedPath(each, plain)),
    )) {
      const runs: Figures[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await visitPage(origin + path, debuggingPort));
      const score = getMedian(runs.map(({ performance }) => performance));
      rows.push(createRow(`Lighthouse performance, median: ${path}`, score, '', '≥', 99));
      visits.push(...runs);
    }
  } finally {
    await browser.stop();
    await site.stop();
  }
  const collect = (key: keyof Figures) => visits.map((figures) => figures[key]);
  const kilobytes = Math.max(...collect('kilobytes'));
  return [
    ...rows,
    ...CATEGORIES.slice(1).map((key) =>
      createRow(`Lighthouse ${key}, the worst`, Math.min(...collect(key)), '', '≥', 100),
    ),
    createRow('Lighthouse layout shift, the worst', Math.max(...collect('shift')), '', '≤', 0),
    createRow('first visit of a page, all but the film, the worst', kilobytes, 'KB', '≤', 600),
  ];
}

/** Tries again when the browser loses its own trace. */
async function visitPage(url: string, port: number, attempt = 1): Promise<Figures> {
  const { lhr } = (await lighthouse(url, { port, onlyCategories: [...CATEGORIES] }))!;
  if (lhr.runtimeError) {
    if (attempt < ATTEMPTS) return visitPage(url, port, attempt + 1);
    throw new Error(`Lighthouse could not measure ${url}: ${lhr.runtimeError.message}`);
  }
  const details = lhr.audits['network-requests']?.details as
    { items: { url: string; transferSize: number }[] } | undefined;
  const requests = (details?.items ?? []).filter((item) => !/\.(mp4|webm)$/.test(item.url));
  const scores = CATEGORIES.map((key) => [
    key,
    Math.round((lhr.categories[key]?.score ?? 0) * 100),
  ]);
  return {
    ...(Object.fromEntries(scores) as Figures),
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? NaN,
    kilobytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
  };
}
