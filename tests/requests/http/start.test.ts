import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { freePort, listen } from '../../support/servers/free-port.ts';
import { newDataFolder, newFolder } from '../../support/servers/new-data.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const folder = newFolder();

/** Starts the server with an environment; it is expected to end by itself. */
function start(environment: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', ...environment };
  delete (env as Record<string, string | undefined>)['PUBLIC_URL'];
  const { status, stderr } = spawnSync(process.execPath, ['scripts/serve.ts'], {
    env: { ...env, ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: stderr.trim().split('\n') };
}

test('refuses to start without its database, in one line', () => {
  const dir = join(folder, 'gone');
  mkdirSync(dir);
  writeFileSync(join(dir, '.in-use'), '');
  const { status, lines } = start({ DATA_DIR: dir });
  expect(lines).toEqual([
    expect.stringMatching(/is missing, but this folder held one before.*restore/i),
  ]);
  expect(status).toBe(78);
});

test('refuses to start with an invalid setting, in one line', () => {
  const bad = { DATA_DIR: join(folder, 'config'), PUBLIC_URL: 'http://drys.example' };
  const { status, lines } = start(bad);
  expect(lines).toEqual([expect.stringMatching(/PUBLIC_URL must be https/)]);
  expect(status).toBe(78);
});

test('refuses to start on a port in use, in one line', async () => {
  const other = createServer();
  const port = String(await listen(other));
  const { status, lines } = start({ DATA_DIR: newDataFolder(), PORT: port });
  other.close();
  expect(lines.join('\n')).toMatch(/Port \d+ on 127\.0\.0\.1 is in use/);
  expect(status).toBe(1);
});

test('says which settings to correct if it cannot listen, in one line', () => {
  // An address of the documentation (RFC 5737), which no machine has.
  const { status, lines } = start({ DATA_DIR: newDataFolder(), HOST: '192.0.2.1' });
  expect(lines.join('\n')).toMatch(
    /Cannot listen on port \d+ of 192\.0\.2\.1 \(listen EADDRNOTAVAIL: .*\): correct HOST or PORT\./,
  );
  expect(status).toBe(1);
});

test('HC-4 starts without its lost secret, and logs that stored data cannot be read', async () => {
  const dataDir = newDataFolder();
  using file = new SqliteFile(join(dataDir, 'drys.db'));
  file.exec(`INSERT INTO admins (email, created_at, totp_secret)
    VALUES ('anna@drys.example', '2026-11-20T10:00:00Z', 'encrypted with the lost secret')`);
  await using site = await serveSite({ DATA_DIR: dataDir });
  await eventually(() =>
    expect(site.output()).toMatch(
      /"event":"secret-lost","reason":"[^"]*two-step login of 1 account/,
    ),
  );
});

test('builds a standard server that react-router-serve runs', async () => {
  // react-router-serve listens on 3000 if the port is 0, so the test passes a free port.
  const port = await freePort();
  const served = spawn('node_modules/.bin/react-router-serve', ['build/server/index.js'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: newDataFolder() },
  });
  onTestFinished(async () => {
    if (served.kill()) await once(served, 'exit');
  });
  await new Promise((resolve, reject) => {
    served.stdout.on('data', (chunk) => String(chunk).includes('http://') && resolve(null));
    served.once('exit', (code) => reject(new Error(`react-router-serve ended (${code})`)));
  });
  const page = await fetch(`http://localhost:${port}/about`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('About DRYS Woodworking');
});
