import { join } from 'node:path';
import { LANGUAGES, languageOf, plainPath } from '#app/content/language.ts';
import { publicPaths } from '#app/content/public-paths.server.ts';
import { findBrowser } from '../../command-line/browser.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { type Child, startChild, startSite } from '../child.ts';
import { type Visit, visit } from '../lighthouse-visit.ts';
import { median } from '../load.ts';
import type { Row } from '../table.ts';

const RUNS = 5;
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The kinds of pages there are, each by how the addresses of its pages begin. */
const KINDS: Record<string, RegExp> = {
  'the home page': /^\/$/,
  about: /^\/about$/,
  'the projects': /^\/projects$/,
  'a project': /^\/projects\//,
  'pages to read': /^\/(insights|media|page)(\/|$)/,
  contact: /^\/contact$/,
  'financial data': /^\/financial-data$/,
  'privacy, terms, sitemap': /^\/(privacy|terms|sitemap)$/,
};

type Audit = (path: string) => Promise<Visit>;

/**
 * Lighthouse as it comes (a phone on slow 4G, simulated) on every public page: five times on the
 * first page of each kind, in Greek too, once on the others.
 */
export async function benchLighthouse(folder: string): Promise<Row[]> {
  const paths = publicPaths();
  const reports: Visit[] = [];
  const rows: Row[] = [];
  await withAudit(folder, async (audit) => {
    // The first visit warms the server and the browser.
    await audit('/');
    for (const [kind, pattern] of Object.entries(KINDS)) {
      const ofKind = paths.filter((path) => pattern.test(plainPath(path)));
      for (const language of LANGUAGES) {
        const [first = '', ...others] = ofKind.filter((path) => languageOf(path) === language);
        const five: Visit[] = [];
        for (let i = 0; i < RUNS; i++) five.push(await audit(first));
        rows.push(performanceRow(language === 'en' ? kind : `${kind} in Greek`, five));
        reports.push(...five);
        for (const path of others) reports.push(await audit(path));
      }
    }
  });
  const missing = paths.filter((path) => !reports.some((report) => report.path === path));
  if (missing.length > 0) throw new Error(`pages of no kind: ${missing.join(' ')}`);
  return [...rows, ...worstRows(reports)];
}

async function withAudit(folder: string, use: (audit: Audit) => Promise<void>): Promise<void> {
  const children: Child[] = [];
  try {
    const PORT = String(await freePort());
    const origin = `http://localhost:${PORT}`;
    children.push(await startSite(join(folder, 'lighthouse'), { PORT, PUBLIC_URL: origin }));
    const profile = `--user-data-dir=${join(folder, 'browser')}`;
    const flags = [...FLAGS, ...QUIET, profile, '--remote-debugging-port=0', 'about:blank'];
    const ready = /DevTools listening on ws:.*?:(\d+)\//;
    const browser = await startChild(findBrowser(), flags, {}, ready);
    children.push(browser);
    await use((path) => visit(origin, path, Number(browser.said)));
  } finally {
    for (const child of children.toReversed()) await child.stop();
  }
}

function performanceRow(kind: string, reports: readonly Visit[]): Row {
  const scores = reports.map(({ performance }) => performance);
  const middle = median(scores);
  const worst = Math.min(...scores);
  return {
    what: `Lighthouse performance, ${kind}: the worst of ${RUNS} (median ${middle})`,
    figure: worst,
    unit: '',
    bar: '≥ 98, median 100',
    holds: worst >= 98 && middle === 100,
  };
}

function worstRows(reports: readonly Visit[]): Row[] {
  const count = new Set(reports.map(({ path }) => path)).size;
  const row = (what: string, key: keyof Omit<Visit, 'path'>, unit: string, bar: number): Row => {
    const isScore = bar > 0 && unit === '';
    const sorted = reports.toSorted((one, other) => one[key] - other[key]);
    const { path, [key]: figure } = (isScore ? sorted[0] : sorted.at(-1))!;
    return {
      what: `Lighthouse ${what}, ${count} pages (the worst: ${path})`,
      figure,
      unit,
      bar: `${isScore ? '≥' : '≤'} ${bar}${unit && ` ${unit}`}`,
      holds: isScore ? figure >= bar : figure <= bar,
    };
  };
  return [
    row('performance', 'performance', '', 98),
    row('accessibility', 'accessibility', '', 100),
    row('best practices', 'best-practices', '', 100),
    row('SEO', 'seo', '', 100),
    row('layout shift', 'shift', '', 0),
    // For information: the performance score holds it, and milliseconds are the machine's.
    { ...row('total blocking time', 'blocked', 'ms', 0), bar: '–', holds: undefined },
  ];
}
