import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'drys-refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

function dataDir(name: string, database: string | null): string {
  const dir = join(folder, name);
  mkdirSync(dir);
  writeFileSync(join(dir, '.in-use'), '');
  if (database !== null) writeFileSync(join(dir, 'drys.db'), database);
  return dir;
}

test.each([
  ['gone', null, /is missing although it has been used/],
  ['cut off', 'SQLite format 3\0'.padEnd(4096, '\xff'), /cannot use the database/],
])(
  'a database that is %s refuses the start in one line and stays as it is',
  (name, bytes, says) => {
    const dir = dataDir(name, bytes);
    const { status, lines } = start({ DATA_DIR: dir });
    expect(lines).toEqual([expect.stringMatching(says)]);
    expect(lines[0]).toMatch(/restore/i);
    expect(status).toBe(78);
    if (bytes !== null) expect(readFileSync(join(dir, 'drys.db'), 'utf8')).toBe(bytes);
  },
);

test.each([
  ['PUBLIC_URL', 'http://drys.example', /PUBLIC_URL must be https/],
  ['TRUST_PROXY', 'true', /TRUST_PROXY must be a whole number/],
])('%s=%s refuses the start in one line', (name, value, says) => {
  const { status, lines } = start({ DATA_DIR: join(folder, 'config'), [name]: value });
  expect(lines).toEqual([expect.stringMatching(says)]);
  expect(status).toBe(78);
});

test('a port in use stops the start in one line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const port = String((other.address() as AddressInfo).port);
  const { status, lines } = start({ DATA_DIR: join(folder, 'port'), PORT: port });
  other.close();
  expect(lines.join('\n')).toMatch(/Port \d+ on 127\.0\.0\.1 is in use/);
  expect(status).toBe(1);
});
