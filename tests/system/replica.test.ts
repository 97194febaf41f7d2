import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describeWithPrograms } from '../support/front/program.ts';
import { drawing, newVisitor, sendEnquiry, typed } from '../support/people/enquirer.ts';
import { operationsBlock } from '../support/reading/fenced.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite } from '../support/servers/served-site.ts';

const WRITING_MS = 6000;
/** The last second, and one more for a machine that is busy: a copy that stands still lacks all six. */
const MOST_LOST_MS = 2000;
const DATA_DIR = '/var/lib/drys';

describeWithPrograms(['litestream', 'rsync'], () => {
  test('HC-4 recovers all but the last second of a machine that was lost while it was written to', async () => {
    const outsideFolder = newFolder();
    await using site = await serveSite({ TRUST_PROXY: '1' });
    cpSync(join(site.dataDir, 'secret.key'), join(outsideFolder, 'secret.key'));
    const config = join(outsideFolder, 'litestream.yml');
    // The configuration of docs/operations.md, with a folder instead of the bucket.
    const replica = `type: file\n        path: ${outsideFolder}/replica\n`;
    const yaml = operationsBlock('yaml')
      .replace(/type: s3\n(?: {8}(?:bucket|path|region): .*\n)+/, replica)
      .replace(DATA_DIR, site.dataDir);
    writeFileSync(config, yaml);
    const litestream = spawn('litestream', ['replicate', '-config', config], {
      detached: true,
      stdio: 'ignore',
    });
    onTestFinished(() => killAll(litestream));
    const visitor = newVisitor(site.url);
    const form = await visitor.get('/contact');
    const withFile = await visitor.attach(form, typed, [drawing('plan.pdf', { mark: 'kept' })]);
    expect(withFile.status).toBe(303);
    const follow = (block: string) => {
      for (const line of block.split('\n')) {
        const command = line
          .replaceAll(DATA_DIR, site.dataDir)
          .replaceAll('backup.example:drys', outsideFolder)
          .replace('/root/', `${outsideFolder}/`)
          .replace('drys:drys', String(process.getuid!()))
          .replace('/etc/litestream.yml', config)
          .replace(/^drys data /, 'node scripts/data.ts ');
        const env = { ...process.env, DATA_DIR: site.dataDir };
        const { status, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' });
        expect([line, status, stderr]).toEqual([line, 0, expect.anything()]);
      }
    };
    const picture = join(site.dataDir, 'media', `${'a'.repeat(64)}-480.avif`);
    writeFileSync(picture, 'PB-9');
    follow(operationsBlock('sh', 'rsync'));
    await wait(2000);

    const thanked: { message: string; timeMs: number }[] = [];
    const startedAt = performance.now();
    while (performance.now() - startedAt < WRITING_MS) {
      const { page, message } = await sendEnquiry(site.url);
      expect(page.status).toBe(303);
      thanked.push({ message, timeMs: performance.now() });
    }
    const lostAt = performance.now();
    killAll(litestream);
    const exitEvent = once(site.process(), 'exit');
    site.process().kill('SIGKILL');
    await exitEvent;
    rmSync(site.dataDir, { recursive: true });

    mkdirSync(site.dataDir, { mode: 0o700 });
    follow(operationsBlock('sh', 'litestream restore'));
    using file = site.openDatabase();
    const storedMessages = new Set(
      file.prepare('SELECT message FROM contact_submissions').pluck().all(),
    );
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
    const missing = thanked.filter(({ message }) => !storedMessages.has(message));
    const oldestMissingMs = Math.max(0, ...missing.map(({ timeMs: at }) => lostAt - at));
    console.error(
      JSON.stringify({ thanked: thanked.length, missing: missing.length, oldestMissingMs }),
    );
    expect(thanked.length).toBeGreaterThan(10);
    expect(oldestMissingMs).toBeLessThanOrEqual(MOST_LOST_MS);
    expect(existsSync(join(site.dataDir, 'secret.key'))).toBe(true);

    const [attachment, ...otherFiles] = readdirSync(join(site.dataDir, 'attachments'));
    expect(otherFiles).toEqual([]);
    expect(readFileSync(join(site.dataDir, 'attachments', attachment!), 'latin1')).toContain(
      'kept',
    );
    expect(readFileSync(picture, 'utf8')).toBe('PB-9');
    expect((await site.run(['scripts/doctor.ts'])).stdout).toMatch(/^ok +files: 1 /m);

    await site.restart();
    expect((await sendEnquiry(site.url)).page.status).toBe(303);
    const secretKey = readFileSync(join(outsideFolder, 'secret.key'), 'utf8');
    expect(readFileSync(join(site.dataDir, 'secret.key'), 'utf8')).toBe(secretKey);
  });
});

/** Kills a program and all its child processes. */
function killAll({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // It was killed already.
  }
}
