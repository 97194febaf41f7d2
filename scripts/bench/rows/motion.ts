import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { findBrowser } from '../../command-line/browser.ts';
import { type Row, inMs, row, startSite } from '../measure.ts';

const CHANGE_MS = 1000;
const SLOWER = 4;
// Other work on this machine only adds to a measurement: the least is the page's own.
const ROUNDS = 3;
const PAGES = ['/projects', '/about', '/contact', '/'];

/** The longest task of a page change (ledger SH-3) on a processor four times slower. */
export async function benchMotion(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'motion'));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://localhost:${site.port}`, { waitUntil: 'networkidle' });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const least = new Map<string, Change>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const path of PAGES) {
        const found = await change(browser, page, path);
        if (found.ratio < (least.get(path)?.ratio ?? Infinity)) least.set(path, found);
      }
    }
    const [worst, { task, ratio }] = [...least].toSorted(([, a], [, b]) => b.ratio - a.ratio)[0]!;
    const what = `longest task of a page change, ${SLOWER} times slower (the worst: ${worst}, ${inMs(task)}): against one layout of that page`;
    return [row(what, ratio, '×', '≤', 6)];
  } finally {
    await browser.close();
    await site.stop();
  }
}

interface Change {
  task: number;
  ratio: number;
}

async function change(browser: Browser, page: Page, path: string): Promise<Change> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.locator(`header a[href="${path}"]:visible`).first().click();
  await page.waitForURL(`**${path}`);
  await page.waitForTimeout(CHANGE_MS);
  const task = longestTask(await browser.stopTracing());
  return { task, ratio: task / (await layoutOnce(page)) };
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

// In ms of the processor time of the page's main thread.
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`);
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => {
    return ph === 'X' && name.endsWith('RunTask') && threads.includes(`${pid} ${tid}`);
  });
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

function layoutOnce(page: Page): Promise<number> {
  return page.evaluate((rounds) => {
    const measure = () => {
      document.body.style.display = 'none';
      document.body.getBoundingClientRect();
      const began = performance.now();
      document.body.style.display = '';
      document.body.getBoundingClientRect();
      return performance.now() - began;
    };
    return Math.min(...Array.from({ length: rounds }, measure));
  }, ROUNDS);
}
