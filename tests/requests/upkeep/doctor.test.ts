import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countEvent, flushCounts } from '#app/domain/audit.server.ts';
import { useScratchDatabase } from '../../support/servers/scratch-database.ts';
import { serveSite } from '../../support/servers/served-site.ts';

await useScratchDatabase();
const folder = mkdtempSync(join(tmpdir(), 'drys-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

function doctor(environment: Record<string, string>) {
  const env = { ...process.env, ...environment };
  const args = ['scripts/doctor.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

test('all is well with a site that runs', async () => {
  const site = await serveSite();
  const { status, text } = doctor({ DATA_DIR: site.dataDir });
  await site.stop();
  expect(text).toMatch(/^ok {5}database: 0 enquiries, 0 admin\(s\); invite the first admin/m);
  expect(text).toMatch(/^ok {5}documents: 20 PDF files$/m);
  expect(text).not.toContain('WRONG');
  expect(status).toBe(0);
});

test('what strangers did in a day is worth knowing', async () => {
  for (let i = 0; i < 12; i += 1) {
    countEvent({ address: `192.0.2.${i}`, requestId: 'r' }, 'enquiry.honeypot');
  }
  await flushCounts();
  const { text } = doctor({ DATA_DIR: process.env['DATA_DIR']! });
  expect(text).toContain('; refused or counted in a day: 12 enquiry.honeypot');
});

test('all is well before the first start', () => {
  const { status, text } = doctor({ DATA_DIR: join(folder, 'new') });
  expect(text).toContain('All is well.');
  expect(status).toBe(0);
});

test.each([
  ['a bad value', { PORT: 'x' }, /^WRONG {2}configuration: PORT must be a whole number$/m],
  ['https without a proxy', { PUBLIC_URL: 'https://drys.example' }, /TRUST_PROXY=1/],
  ['no mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, /^WRONG {2}mail: .*ECONNREFUSED/m],
])('%s is named, with what to do', (_, environment, says) => {
  const { status, text } = doctor({ DATA_DIR: join(folder, 'new'), ...environment });
  expect(text).toMatch(says);
  expect(text).not.toMatch(/\n\s+at /);
  expect(status).toBe(1);
});

test('a damaged database is named', () => {
  writeFileSync(join(folder, 'drys.db'), 'no database at all, but long enough'.repeat(300));
  chmodSync(join(folder, 'drys.db'), 0o600);
  const { status, text } = doctor({ DATA_DIR: folder });
  expect(text).toMatch(/^WRONG {2}database: file is not a database$/m);
  expect(status).toBe(1);
});
