import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { getLocalizedPath, LANGUAGES } from '#app/content/language.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import { findOrInstallBrowser } from '../../command-line/browser.ts';
import { createRow, getLowerMedian, pickSize, type Row } from '../measure.ts';

const RUNS = pickSize(5, 1);
const ATTEMPTS = 3;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run'];
// A page has all points of these on every visit.
const FLAWLESS = ['accessibility', 'best-practices', 'seo'] as const;
const CATEGORIES = ['performance', ...FLAWLESS] as const;
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

/** Runs mobile Lighthouse on each template in both languages. Installs a missing browser. */
export async function measureLighthouse(): Promise<Row[]> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  await using _site = await serveSite({ PORT: String(port), PUBLIC_URL: origin });
  const debuggingPort = await freePort();

  // Playwright ends the browser itself too, not only the script that starts it on Debian.
  await using _browser = await chromium.launch({
    executablePath: findOrInstallBrowser(),
    args: [...FLAGS, `--remote-debugging-port=${debuggingPort}`],
  });

  return createRows(await visitPages(origin, debuggingPort));
}

async function visitPages(origin: string, port: number): Promise<Map<string, Figures[]>> {
  // The first visit warms the server and the browser.
  await visitPage(origin, port);

  const visitsByPath = new Map<string, Figures[]>();
  for (const path of PATHS) {
    for (const language of LANGUAGES) {
      const localizedPath = getLocalizedPath(language, path);
      const visits: Figures[] = [];
      for (let run = 0; run < RUNS; run++)
        visits.push(await visitPage(origin + localizedPath, port));
      visitsByPath.set(localizedPath, visits);
    }
  }
  return visitsByPath;
}

function createRows(visitsByPath: ReadonlyMap<string, Figures[]>): Row[] {
  const visits = [...visitsByPath.values()].flat();
  const findLowest = (key: keyof Figures) => Math.min(...visits.map((figures) => figures[key]));
  const findHighest = (key: keyof Figures) => Math.max(...visits.map((figures) => figures[key]));
  const kilobytes = findHighest('kilobytes');

  return [
    ...[...visitsByPath].map(([path, runs]) => {
      const score = getLowerMedian(runs.map(({ performance }) => performance));
      return createRow(`Lighthouse performance, median: ${path}`, score, '', '≥', 99);
    }),
    ...FLAWLESS.map((key) =>
      createRow(`Lighthouse ${key}, the worst`, findLowest(key), '', '≥', 100),
    ),
    createRow('Lighthouse layout shift, the worst', findHighest('shift'), '', '≤', 0),
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
  const getScore = (key: keyof typeof lhr.categories) =>
    Math.round((lhr.categories[key]?.score ?? 0) * 100);

  let bytes = 0;
  for (const { transferSize } of requests) bytes += transferSize;

  return {
    performance: getScore('performance'),
    accessibility: getScore('accessibility'),
    'best-practices': getScore('best-practices'),
    seo: getScore('seo'),
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? NaN,
    kilobytes: bytes / 1024,
  };
}
