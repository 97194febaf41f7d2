import { join } from 'node:path';
import { chromium } from 'playwright';
import { weighPage } from '../../../tests/support/reading/page-weight.ts';
import { findBrowser } from '../../command-line/browser.ts';
import { startChild } from '../child.ts';
import type { Row } from '../table.ts';

const KB = 1024;
const PHONE = { width: 390, height: 844 };
const QUIET_MS = 1500;

/** Bytes of the home page on a phone before anything is scrolled or touched, the film apart. */
export async function benchWeight(folder: string): Promise<Row[]> {
  const env = { DATA_DIR: join(folder, 'weight'), PORT: '0', NODE_ENV: 'production' };
  const ready = /"event":"listening".*"port":(\d+)/;
  const site = await startChild(process.execPath, ['scripts/serve.ts'], env, ready);
  const url = `http://127.0.0.1:${site.said}`;
  const { scripts, styles, fonts } = await weighPage(url, '/');
  const { bytes, elsewhere } = await loadOnPhone(url);
  await site.stop();
  const row = (what: string, size: number, limit: number): Row => ({
    what,
    figure: size / KB,
    unit: 'KB',
    bar: `≤ ${limit} KB`,
    holds: size <= limit * KB,
  });
  return [
    row('home page at 390 px before scrolling, all but the film', bytes, 600),
    row('its scripts', scripts, 110),
    row('its styles', styles, 12),
    row('its fonts', fonts, 50),
    {
      what: 'requests to a third party',
      figure: elsewhere,
      unit: '',
      bar: '0',
      holds: elsewhere === 0,
    },
  ];
}

async function loadOnPhone(url: string): Promise<{ bytes: number; elsewhere: number }> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const urls = new Map<string, string>();
  devtools.on('Network.requestWillBeSent', (sent) => urls.set(sent.requestId, sent.request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(urls.get(requestId) ?? requestId, encodedDataLength),
  );
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(QUIET_MS);
  await browser.close();
  const counted = [...sizes].filter(([address]) => !/\.(mp4|webm)$/.test(address));
  return {
    bytes: counted.reduce((sum, [, size]) => sum + size, 0),
    elsewhere: [...urls.values()].filter(
      (address) => address.startsWith('http') && !address.startsWith(url),
    ).length,
  };
}
