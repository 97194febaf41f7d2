import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';

// A port that nobody listens on: asked for 0, it would take 3000.
const port = await freePort();
const served = spawn('node_modules/.bin/react-router-serve', ['build/server/index.js'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'drys-rrs-')) },
});
afterAll(() => served.kill());

test('the build is a standard one: react-router-serve serves it', async () => {
  await new Promise((resolve, reject) => {
    served.stdout.on('data', (chunk) => String(chunk).includes('http://') && resolve(null));
    served.once('exit', (code) => reject(new Error(`react-router-serve ended (${code})`)));
  });
  const page = await fetch(`http://localhost:${port}/about`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('About DRYS Woodworking');
});
