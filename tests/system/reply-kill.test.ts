import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { logIn } from '../support/people/admins.ts';
import { openReply, sendReply } from '../support/people/desk.ts';
import { drawing } from '../support/people/enquirer.ts';
import { PlainBrowser, type Page } from '../support/reading/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

/** A site that is served as an operator would, a mail server, and Anna with some enquiries open. */
async function startDesk(enquiries: number) {
  const server = await startMailServer();
  const site = await serveSite({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  onTestFinished(async () => {
    await site.stop();
    await server.stop();
  });
  const list = JSON.stringify(Array.from({ length: enquiries }, () => ({})));
  const filled = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email, list]);
  const anna = new PlainBrowser(site.url);
  await logIn(anna, staff.anna.email);
  return { server, site, anna, ids: JSON.parse(filled.stdout) as number[] };
}

function inStore<Result>(site: ServedSite, ask: (db: SQLite.Database) => Result): Result {
  using db = site.openDatabase();
  return ask(db);
}

/** A mail that was in the hands of a killed server is tried again when that one's time is over. */
const endClaims = (site: ServedSite) =>
  inStore(site, (db) => db.exec('UPDATE outbox SET next_attempt_at = 0 WHERE sent_at IS NULL'));
const states = (site: ServedSite) =>
  inStore(site, (db) => db.prepare('SELECT state FROM replies').pluck().all());
const subjectOf = (id: number) => `About enquiry ${id}`;
const write = (anna: PlainBrowser, page: Page, id: number) =>
  sendReply(anna, page, { subject: subjectOf(id), message: 'Dear Eleni,\n\nyes.' });

/** Kills the server in the midst of a sending, at the moment that is waited for. */
async function killWhile(site: ServedSite, sending: Promise<unknown>, moment: Promise<unknown>) {
  // The kill breaks the connection; the form is then sent again.
  const settledSending = sending.catch(() => null);
  await moment;
  const exitEvent = once(site.process(), 'exit');
  site.process().kill('SIGKILL');
  await Promise.all([exitEvent, settledSending]);
}

test('DA-1 delivers a reply once when the server is killed while it accepts it', async () => {
  const { server, site, anna, ids } = await startDesk(2);
  const [firstId, secondId] = ids as [number, number];
  const form = await openReply(anna, firstId);
  // Another process locks the database, so the sent state cannot be stored yet.
  const holder = site.openDatabase();
  holder.exec('BEGIN IMMEDIATE');
  await killWhile(site, write(anna, form, firstId), wait(300));
  holder.exec('ROLLBACK');
  holder.close();
  await site.restart();
  expect(states(site)).toEqual([]);
  expect((await write(anna, form, firstId)).status).toBe(303);

  // Kills as soon as the reply is stored, with or without a response.
  const second = await openReply(anna, secondId);
  const bothStored = vi.waitUntil(() => states(site).length === 2, {
    timeout: 30_000,
    interval: 1,
  });
  await killWhile(site, write(anna, second, secondId), bothStored);
  await site.restart();
  expect((await write(anna, second, secondId)).status).toBe(303);

  endClaims(site);
  await eventually(() => expect(states(site)).toEqual(['sent', 'sent']));
  for (const id of ids) {
    const mails = new Set(server.findBySubject(subjectOf(id)).map(({ messageId }) => messageId));
    expect(mails.size).toBe(1);
  }
  const history = 'SELECT enquiry_id FROM enquiry_changes ORDER BY enquiry_id';
  expect(inStore(site, (db) => db.prepare(history).pluck().all())).toEqual(ids);
});

test('DA-1 keeps replies that are queued or being delivered when the server is killed', async () => {
  const { server, site, anna, ids } = await startDesk(1);
  const id = ids[0]!;
  await server.stop();
  expect((await write(anna, await openReply(anna, id), id)).status).toBe(303);
  await site.restart('SIGKILL');
  expect(states(site)).toEqual(['queued']);

  const newServer = await startMailServer(server.port);
  onTestFinished(newServer.stop);
  const release = newServer.hold();
  endClaims(site);
  await eventually(() => expect(newServer.received).toHaveLength(1));
  await site.restart('SIGKILL');
  release();
  expect(states(site)).toEqual(['queued']);
  endClaims(site);
  await eventually(() => expect(states(site)).toEqual(['sent']));
  // A mail server without a final response may have accepted the mail, so the retry has the same Message-ID.
  expect(new Set(newServer.received.map(({ messageId }) => messageId)).size).toBe(1);
  expect(newServer.received).toHaveLength(2);
});

const QUOTATION_BYTES = 3_000_000;

test('DA-7 sends a reply with its files once when the server is killed before and after it is queued', async () => {
  const { server, site, anna, ids } = await startDesk(1);
  const id = ids[0]!;
  const form = await openReply(anna, id);
  const files = [
    drawing('quotation.pdf', { bytes: QUOTATION_BYTES }),
    drawing('plan.dwg', { type: 'dwg' }),
  ];
  const fields = { subject: subjectOf(id), message: 'Dear Eleni,\n\nhere it is.' };
  const send = () => anna.attach(form, fields, files);

  // Another process locks the database, so the files are stored and the mail cannot be queued yet.
  const folder = join(site.dataDir, 'attachments');
  const listStoredNames = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [];
  const holder = site.openDatabase();
  holder.exec('BEGIN IMMEDIATE');
  const filesStored = vi.waitUntil(() => listStoredNames().length === files.length, {
    timeout: 30_000,
    interval: 1,
  });
  await killWhile(site, send(), filesStored);
  holder.exec('ROLLBACK');
  holder.close();
  await site.restart();
  expect(states(site)).toEqual([]);
  await eventually(() => expect(listStoredNames(), 'no orphaned file').toEqual([]));

  // Without a mail server the reply stays in the queue.
  await server.stop();
  expect((await send()).status).toBe(303);
  await site.restart('SIGKILL');
  expect((await send()).status, 'the same form sent again').toBe(303);
  expect(states(site)).toEqual(['queued']);
  expect(listStoredNames()).toHaveLength(files.length);

  const newServer = await startMailServer(server.port);
  onTestFinished(newServer.stop);
  endClaims(site);
  await eventually(() => expect(states(site)).toEqual(['sent']));
  expect(newServer.received).toHaveLength(1);
  const attachments = newServer.received[0]!.attachments.map(({ filename, content }) => [
    filename,
    (content as ArrayBuffer).byteLength,
  ]);
  expect(attachments).toEqual(files.map(({ name, size }) => [name, size]));
});
