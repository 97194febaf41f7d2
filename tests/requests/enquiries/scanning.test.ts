import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scanWaiting } from '#app/domain/attachments/scanning.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { isInstalled, needing } from '../../support/front/program.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import { drawing, MB, newVisitor, typed } from '../../support/people/enquirer.ts';
import { readCounts } from '../../support/servers/store.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { startSite } from '../../support/servers/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'drys-clamd-'));
const port = await freePort();
const site = await startSite({ TRUST_PROXY: '1', CLAMD_URL: `tcp://127.0.0.1:${port}` });
const attachments = join(process.env['DATA_DIR']!, 'attachments');
/** The harmless line by which scanners are tried, in two halves: this file is no find. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;
let clamd: ChildProcess;
/** Debian has it as clamav-daemon; .ci/run installs it. */
const hasClamd = isInstalled('clamd');

/** The real daemon, with a database of one signature: that line, wherever it stands. */
async function startClamd(): Promise<void> {
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures, { recursive: true });
  const hex = Buffer.from(EICAR).toString('hex');
  writeFileSync(join(signatures, 'one.ndb'), `Eicar.Test:0:*:${hex}\n`);
  // What is larger it cannot judge.
  const lines = [
    'StreamMaxLength 4M',
    'Foreground yes',
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'SelfCheck 0',
  ];
  const conf = join(folder, 'clamd.conf');
  writeFileSync(conf, [...lines, `DatabaseDirectory ${signatures}`, ''].join('\n'));
  clamd = spawn('clamd', ['--config-file', conf], { stdio: ['ignore', 'ignore', 'inherit'] });
  await vi.waitFor(answers, { timeout: 60_000 });
}

/** Resolves when the daemon takes connections. */
function answers(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

async function stopClamd(): Promise<void> {
  const gone = new Promise((resolve) => clamd.once('exit', resolve));
  clamd.kill('SIGKILL');
  await gone;
}

beforeAll(async () => {
  if (hasClamd) await startClamd();
});
afterAll(async () => {
  if (hasClamd) await stopClamd();
  rmSync(folder, { recursive: true });
});

async function send(files: File[]) {
  const visitor = newVisitor(site);
  return visitor.attach(await visitor.get('/contact'), typed, files);
}

const rows = () => database().selectFrom('attachments').selectAll().orderBy('id').execute();

needing(['clamd'], () => {
  test('AT-9 each file is scanned before the enquiry is stored; what is found is refused and never kept', async () => {
    const clean = await send([drawing('clean.pdf', { bytes: 3_000_000 })]);
    expect(clean.status).toBe(303);
    expect((await rows())[0]!.scanned_at).not.toBeNull();
    const refused = await send([drawing('good.pdf'), drawing('bad.pdf', { mark: EICAR })]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(
      'File not accepted. bad.pdf is not a PDF, a picture or a drawing we can open.',
    );
    expect(await rows()).toHaveLength(1);
    expect(readdirSync(attachments)).toHaveLength(1);
    expect(await readCounts()).toMatchObject({ 'attachment.infected': { count: 1 } });
  });

  test('AT-9 while clamd is out files are taken as Not scanned; when it is back what it finds is removed', async () => {
    await stopClamd();
    expect((await send([drawing('good.pdf'), drawing('bad.pdf', { mark: EICAR })])).status).toBe(
      303,
    );
    await makeAdmin(staff.anna.email);
    const admin = await signedIn(site, staff.anna.email);
    const open = async () => wordsOf((await admin.get('/admin/dashboard?enquiry=2')).html);
    expect((await open()).match(/Not scanned/g)).toHaveLength(2);
    await scanWaiting();
    expect(await rows()).toHaveLength(3);
    await startClamd();
    await scanWaiting();
    const page = await open();
    expect(page).not.toContain('Not scanned');
    expect(page).toContain('bad.pdf PDF / 1 KB Removed: infected');
    expect((await admin.get('/admin/dashboard/files/3')).status).toBe(404);
    expect((await rows()).map(({ removed }) => removed)).toEqual([null, null, 'infected']);
    expect(readdirSync(attachments)).toHaveLength(2);
    const audit = databaseFile().prepare(
      `SELECT details FROM audit_log WHERE event = 'attachment.infected'`,
    );
    expect(audit.pluck().all()).toEqual(['{"attachment":3}']);
  });

  test('AT-9 a file that clamd cannot judge holds up no other, and the desk says so in the end', async () => {
    await stopClamd();
    const large = drawing('large.pdf', { bytes: 4.5 * MB });
    expect((await send([large, drawing('bad.pdf', { mark: EICAR })])).status).toBe(303);
    await startClamd();
    await scanWaiting();
    const states = async () => (await rows()).slice(-2).map((row) => [row.removed, row.scan_tries]);
    expect(await states()).toEqual([
      [null, 1],
      ['infected', 0],
    ]);
    const admin = await signedIn(site, staff.anna.email);
    const open = async () => wordsOf((await admin.get('/admin/dashboard?enquiry=3')).html);
    expect(await open()).toContain('large.pdf PDF / 4.5 MB / Not scanned');
    await scanWaiting();
    await scanWaiting();
    await scanWaiting();
    expect(await states()).toEqual([
      [null, ATTACHMENTS.scanTries],
      ['infected', 0],
    ]);
    expect(await open()).toContain('large.pdf PDF / 4.5 MB / Could not be scanned');
  });
});

test('AT-9 a clamd that answers and closes in the middle of a file keeps nobody waiting', async () => {
  if (hasClamd) await stopClamd();
  const hasty = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0')).resume();
  });
  await new Promise<void>((resolve) => hasty.listen(port, '127.0.0.1', resolve));
  expect((await send([drawing('1.pdf', { bytes: 4.9 * MB })])).status).toBe(303);
  expect((await rows()).at(-1)!.scanned_at).toBeNull();
  await new Promise((resolve) => hasty.close(resolve));
  if (hasClamd) await startClamd();
}, 30_000);

test('AT-9 a clamd that says nothing for 20 seconds counts as out, for all files and everybody', async () => {
  if (hasClamd) await stopClamd();
  let asked = 0;
  const silent = createServer((socket) => {
    asked++;
    socket.resume();
  });
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  expect((await send([drawing('1.pdf'), drawing('2.pdf')])).status).toBe(303);
  expect(asked).toBe(1);
  expect((await send([drawing('3.pdf')])).status).toBe(303);
  expect(asked).toBe(1);
  expect((await rows()).slice(-3).map((row) => [row.scanned_at, row.scan_tries])).toEqual(
    Array(3).fill([null, 0]),
  );
  await new Promise((resolve) => silent.close(resolve));
  if (!hasClamd) return;
  await startClamd();
  await scanWaiting();
  await send([drawing('4.pdf')]);
  expect((await rows()).slice(-4).map((row) => row.scanned_at)).not.toContain(null);
}, 60_000);
