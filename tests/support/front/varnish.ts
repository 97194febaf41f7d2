import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { exchange } from '../reading/exchange.ts';
import { operationsBlock, operationsText } from '../reading/fenced.ts';
import { freePort } from '../servers/free-port.ts';
import { newFolder } from '../servers/new-data.ts';
import { runProgram } from './program.ts';

/** Starts the Varnish of docs/operations.md in front of a site, with `seconds` as its grace of ten minutes. */
export async function startVarnish(site: string, seconds: number) {
  const folder = newFolder();
  const port = await freePort();
  const file = join(folder, 'drys.vcl');
  const vcl = operationsBlock('vcl')
    .replace('.port = "3000"', `.port = "${new URL(site).port}"`)
    .replace('req.grace = 10m', `req.grace = ${seconds}s`);
  writeFileSync(file, vcl);
  const [option = '', value = ''] = /(-p) (http_gzip_support=off)/.exec(operationsText())!.slice(1);
  const siteArgs = ['-f', file, '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`];
  const args = ['-F', '-j', 'none', '-s', 'malloc,64m', option, value, ...siteArgs];
  const running = runProgram('varnishd', args);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      const { status } = await exchange(origin, { path: '/healthz' });
      if (status !== 200) throw new Error(`Varnish: ${status} ${running.output()}`);
    },
    { timeout: 60_000, interval: 200 },
  );
  return {
    origin,
    stop: () => running.stop(),
  };
}
