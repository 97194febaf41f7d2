import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactErrors } from '#app/content/texts/contact.server.ts';
import { scanBatchAndDeleteInfected } from '#app/domain/attachments/scanning.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { deliverDueMail } from '#app/domain/mail/mail-delivery.server.ts';
import { PAGE_LIMITS } from '#app/http/limiter.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { describeWithPrograms } from '../../support/front/program.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { openReply, readText } from '../../support/people/desk.ts';
import { drawing, MB, newVisitor, typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { newFolder } from '../../support/servers/new-data.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import {
  audited,
  one,
  putEnquiry,
  readCounts,
  readMails,
  run,
} from '../../support/servers/store.ts';
import { startTurnstile } from '../../support/servers/turnstile-stand-in.ts';

const folder = newFolder();
const port = await freePort();
const turnstile = await startTurnstile();
const site = await startSite({
  TRUST_PROXY: '1',
  TURNSTILE_SITE_KEY: 'site-key',
  TURNSTILE_SECRET_KEY: 'secret-key',
  TURNSTILE_ORIGIN: turnstile.origin,
  ENQUIRY_NOTIFY_TO: office,
  RECEIPT_MAIL: 'off',
  STAFF_LANGUAGE: 'el',
  CLAMD_URL: `tcp://127.0.0.1:${port}`,
});
const attachments = join(process.env['DATA_DIR']!, 'attachments');
let stopScanner = async () => {};
beforeEach(() => {
  turnstile.receivedForms = [];
  for (const table of ['contact_submissions', 'outbox']) run(`DELETE FROM ${table}`);
  rmSync(attachments, { recursive: true, force: true });
});
afterEach(() => stopScanner());
afterAll(() => turnstile.stop());

async function send(files: File[], fields: Record<string, string> = {}) {
  const visitor = newVisitor(site);
  return visitor.attach(await visitor.get('/contact'), { ...typed, ...fields }, files);
}

const good = { success: true, hostname: new URL(ORIGIN).hostname, action: 'contact' };

test('CF-12 VP-1 verifies a token with the secret; RECEIPT_MAIL=off sends mail to the desk only, in STAFF_LANGUAGE', async () => {
  turnstile.answer = good;
  expect((await send([], { turnstileToken: 'token-1' })).status).toBe(303);
  const verifyForms = turnstile.receivedForms.map((given) => Object.fromEntries(given));
  expect(verifyForms).toEqual([{ secret: 'secret-key', response: 'token-1' }]);
  expect(one('SELECT verified FROM contact_submissions')).toBe(1);
  const mails = readMails();
  expect(mails.map(({ to }) => to)).toEqual([[office]]);
  expect(mails[0]!.html).toContain('<html lang="el">');
});

const refusal = { success: false, 'error-codes': ['invalid-input-response'] };
const outage = { success: false, 'error-codes': ['internal-error'] };

test.each<[string, typeof turnstile.answer, number]>([
  ['a token that Turnstile refuses is refused', refusal, 422],
  ['a token made on another site is refused', { ...good, hostname: 'evil.example' }, 422],
  ['a token made for another action is refused', { ...good, action: 'login' }, 422],
  ['an answer that is no answer loses no enquiry', 'garbage', 303],
  ['their internal error loses no enquiry', outage, 303],
  ['no answer at all loses no enquiry', 'hang', 303],
])('CF-12 %s', async (_, answer, status) => {
  turnstile.answer = answer;
  const page = await send([], { turnstileToken: `token of ${_}` });
  expect(page.status).toBe(status);
  if (status === 422) expect(page.text).toContain(contactErrors.en.verification.text);
  else expect(one('SELECT verified FROM contact_submissions ORDER BY id DESC')).toBe(0);
});

test('CF-12 EL-1 allows the host of the widget on the contact page only', async () => {
  const policy = async (path: string) =>
    (await fetch(site + path)).headers.get('content-security-policy');
  for (const path of ['/contact', '/el/contact']) {
    expect(await policy(path)).toContain(`frame-src ${turnstile.origin}`);
    expect(await policy(path)).not.toContain('trusted-types');
  }
  expect(await policy('/about')).not.toContain(turnstile.origin);
});

/**
 * The harmless test line for virus scanners, in two halves, so that a scanner does not report this
 * file.
 */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

/** The real daemon, with a database of one signature: that line, wherever it stands. */
async function startClamd(): Promise<void> {
  const hex = Buffer.from(EICAR).toString('hex');
  writeFileSync(join(folder, 'one.ndb'), `Eicar.Test:0:*:${hex}\n`);
  const conf = join(folder, 'clamd.conf');
  // clamd refuses larger files.
  const lines = ['StreamMaxLength 4M', 'Foreground yes', 'SelfCheck 0', 'TCPAddr 127.0.0.1'];
  lines.push(`TCPSocket ${port}`, `DatabaseDirectory ${folder}`, '');
  writeFileSync(conf, lines.join('\n'));
  const clamd: ChildProcess = spawn('clamd', ['--config-file', conf], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  stopScanner = () =>
    new Promise((resolve) => {
      clamd.once('exit', () => resolve()).kill('SIGKILL');
      stopScanner = async () => {};
    });
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await new Promise((...settle) => socket.once('connect', settle[0]).once('error', settle[1]));
    socket.destroy();
  });
}

/** A stand-in for clamd that counts its connections. */
async function standIn(answer: (socket: Socket) => void) {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket.on('error', () => undefined));
    answer(socket.resume());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stopScanner = async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    stopScanner = async () => {};
  };
  return connections;
}

const rows = () => getDatabase().selectFrom('attachments').selectAll().orderBy('id').execute();

describeWithPrograms(['clamd'], () => {
  test('AT-9 scans each file before it stores the enquiry, and never keeps an infected one', async () => {
    await startClamd();
    const clean = await send([drawing('clean.pdf', { bytes: 3_000_000 })]);
    expect(clean.status).toBe(303);
    expect((await rows())[0]!.scanned_at).not.toBeNull();
    const refused = await send([drawing('good.pdf'), drawing('bad.pdf', { mark: EICAR })]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(
      'File not accepted. bad.pdf is not a PDF, a picture or a drawing we can open.',
    );
    expect([await rows(), readdirSync(attachments)].map(({ length }) => length)).toEqual([1, 1]);
    expect(await readCounts()).toMatchObject({ 'attachment.infected': { count: 1 } });
  });

  test('AT-9 accepts files as Not scanned while clamd is down, and scans them later', async () => {
    const large = drawing('large.pdf', { bytes: 4.5 * MB });
    expect((await send([large, drawing('bad.pdf', { mark: EICAR })])).status).toBe(303);
    const admin = await newAdmin(site, staff.anna.email);
    const enquiry = one('SELECT max(id) FROM contact_submissions');
    const open = async () =>
      readText((await admin.get(`/admin/dashboard?enquiry=${enquiry}`)).html);
    expect((await open()).match(/Not scanned/g)).toHaveLength(2);
    await scanBatchAndDeleteInfected();
    expect(await rows()).toMatchObject([{ removed: null }, { removed: null }]);
    await startClamd();
    await scanBatchAndDeleteInfected();
    expect(await rows()).toMatchObject([{ scan_tries: 1 }, { removed: 'infected' }]);
    const attachment = (await rows())[1]!.id;
    const page = await open();
    expect(page).toContain('large.pdf PDF / 4.5 MB / Not scanned');
    expect(page).toContain('bad.pdf PDF / 1 KB Removed: infected');
    expect((await admin.get(`/admin/dashboard/files/${attachment}`)).status).toBe(404);
    expect(readdirSync(attachments)).toHaveLength(1);
    expect(audited('attachment.infected')).toEqual([{ attachment }]);
    for (let tries = 1; tries <= ATTACHMENTS.scanTries; tries++) await scanBatchAndDeleteInfected();
    expect((await rows())[0]).toMatchObject({ removed: null, scan_tries: ATTACHMENTS.scanTries });
    expect(await open()).toContain('large.pdf PDF / 4.5 MB / Could not be scanned');
  });

  test('DA-7 AT-9 never sends an infected file with a reply, whether it is found before or while the mail waits', async () => {
    const basil = await newAdmin(site, staff.basil.email);
    const id = await putEnquiry();
    const sendReplyWith = async (file: File) => {
      const fields = { subject: 'Your quotation', message: 'Dear Eleni, here it is.' };
      return basil.attach(await openReply(basil, id), fields, [file]);
    };
    const infected = drawing('bad.pdf', { mark: EICAR });
    expect((await sendReplyWith(infected)).status, 'while clamd is down').toBe(303);
    await startClamd();
    const refused = await sendReplyWith(infected);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(
      'File not accepted. bad.pdf is not a PDF, a picture, a drawing or an Office file we can send.',
    );
    expect(one('SELECT count(*) FROM replies')).toBe(1);

    await scanBatchAndDeleteInfected();
    await deliverDueMail();
    expect(one('SELECT state FROM replies')).toBe('failed');
    const page = await basil.get(`/admin/dashboard?enquiry=${id}`);
    expect(readText(page.html)).toMatch(/ Failed .*bad\.pdf .*Removed: infected/);
    expect(readdirSync(attachments)).toEqual([]);
  });
});

test('AT-9 accepts files from a clamd that answers before the end of the file', async () => {
  const tooLarge = 'INSTREAM size limit exceeded. ERROR\0';
  await standIn((socket) => void socket.once('data', () => socket.end(tooLarge)));
  expect((await send([drawing('1.pdf', { bytes: 4.9 * MB })])).status).toBe(303);
  expect((await rows()).at(-1)!.scanned_at).toBeNull();
}, 30_000);

test('AT-9 treats a clamd that is silent for 20 seconds as down, for all files and senders, until it answers', async () => {
  const connections = await standIn(() => {});
  expect((await send([drawing('1.pdf'), drawing('2.pdf')])).status).toBe(303);
  expect((await send([drawing('3.pdf')])).status).toBe(303);
  expect(connections.size).toBe(1);
  expect((await rows()).slice(-3)).toMatchObject(
    Array(3).fill({ scanned_at: null, scan_tries: 0 }),
  );
  await stopScanner();
  await standIn((socket) => {
    socket.on('data', (bytes: Buffer) => {
      if (bytes.includes('zPING')) socket.end('PONG\0');
      else if (bytes.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
  await scanBatchAndDeleteInfected();
  await send([drawing('4.pdf')]);
  expect((await rows()).slice(-4).map((row) => row.scanned_at)).not.toContain(null);
});

const MORE_THAN_PAGES = PAGE_LIMITS.maxOpen + 22;

/** Sends forms from different IP addresses, again after a refusal, until each has a response. */
async function sendMany(count: number, fields: Record<string, string | File>): Promise<void> {
  async function sendOne() {
    const { headers } = newVisitor(site);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...typed, ...fields })) body.set(name, value);
    const post = () => fetch(`${site}/contact`, { method: 'POST', headers, body });
    // On a busy machine all forms arrive at once: the site refuses those beyond its limit, and they
    // try again.
    while ((await post()).status === 503) await wait(200);
  }
  await Promise.all(Array.from({ length: count }, sendOne));
}

async function expectPages(): Promise<void> {
  for (const path of ['/contact', '/admin', '/terms', '/projects?year=2019']) {
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200]);
  }
}

test('CF-12 serves pages while forms wait for Turnstile', async () => {
  turnstile.answer = 'hang';
  const submissions = sendMany(MORE_THAN_PAGES, { turnstileToken: 'token' });
  // A busy machine needs longer for so many forms than `eventually` waits.
  await vi.waitUntil(() => turnstile.receivedForms.length >= PAGE_LIMITS.maxOpen, 100_000);
  await expectPages();
  turnstile.answer = good;
  await submissions;
}, 120_000);

test('AT-4 AT-9 frees the upload slot and serves pages while files wait for the scanner', async () => {
  // A busy machine may not have received all forms before clamd counts as down, after 20 seconds.
  using timeoutSpy = vi.spyOn(AbortSignal, 'timeout');
  timeoutSpy.mockReturnValue(new AbortController().signal);
  let waitingCount = 0;
  const { promise: enoughWait, resolve } = Promise.withResolvers<void>();
  await standIn(() => {
    waitingCount += 1;
    if (waitingCount === PAGE_LIMITS.maxOpen) resolve();
  });
  // More than is read at once: each of them needs a turn.
  const turns = 4 * ATTACHMENTS.uploads;
  const large = sendMany(turns, { files: drawing('plan.pdf', { bytes: 80_000 }) });
  const small = sendMany(MORE_THAN_PAGES - turns, { files: drawing('plan.pdf') });
  const allSent = Promise.all([large, small]);
  await Promise.race([enoughWait, allSent]);
  expect(waitingCount).toBeGreaterThanOrEqual(PAGE_LIMITS.maxOpen);
  await expectPages();
  await stopScanner();
  await allSent;
}, 120_000);
