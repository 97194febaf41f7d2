import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { office } from '#db/seed/people.ts';
import { newVisitor, sendEnquiry } from '../support/people/enquirer.ts';
import { reportNumbers } from '../support/reading/at-length.ts';
import { serveSite } from '../support/servers/served-site.ts';

const HELD_MS = 6000;
const EVERY_MS = 500;
const HOLD = `const file = new (require('better-sqlite3'))(process.argv[1]);
  file.exec('BEGIN EXCLUSIVE'); console.log('held'); setTimeout(() => file.exec('COMMIT'), ${HELD_MS})`;

test('CF-11 keeps serving pages and loses no enquiry while a process locks the database for six seconds', async () => {
  // Mail is due again and again, so that its worker writes as well.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', ENQUIRY_NOTIFY_TO: office };
  await using site = await serveSite({ TRUST_PROXY: '1', ...mail });
  await sendEnquiry(site.url);
  const idle = await visit(site.url, wait(HELD_MS));
  const path = join(site.dataDir, 'drys.db');
  const holder = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['ignore', 'pipe', 2] });
  await once(holder.stdout!, 'data');
  const lockedVisit = await visit(site.url, once(holder, 'exit'));
  const statuses = lockedVisit.answers.map(({ status }) => status);
  reportNumbers('another process holds the database', {
    idle,
    locked: lockedVisit.slowestMs,
    statuses,
  });
  expect(statuses.filter((status) => status === 303 || status === 503).length).toBeGreaterThan(5);
  for (const { status, message, keepsText } of [...idle.answers, ...lockedVisit.answers]) {
    const sql = 'SELECT count(*) FROM contact_submissions WHERE message = ?';
    if (status === 303) expect(site.one(sql, message), 'thanked for').toBe(1);
    else expect(keepsText, 'refused with what was typed').toBe(true);
  }
  expect((await sendEnquiry(site.url)).page.status).toBe(303);
  // Every wait for the lock on the main thread would add to it, a second each.
  expect(lockedVisit.slowestMs).toBeLessThan(2 * idle.slowestMs + 900);
});

/** Asks for a page over and over, sends enquiries and logs in with a bad token, until the end. */
async function visit(site: string, end: Promise<unknown>) {
  let isOver = false;
  void end.then(() => (isOver = true));
  let slowestMs = 0;
  const read = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${site}/`)).arrayBuffer();
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedAt));
      await wait(5);
    }
  };
  const enquiries: ReturnType<typeof enquire>[] = [];
  const write = async () => {
    for (; !isOver; await wait(EVERY_MS)) {
      enquiries.push(enquire(site));
      const token = { csrf_token: 'bad', email: 'nobody@mail.example', password: 'x' };
      void newVisitor(site).post('/admin', token);
    }
  };
  await Promise.all([read(), write()]);
  return { slowestMs, answers: await Promise.all(enquiries) };
}

async function enquire(site: string) {
  const { page, message } = await sendEnquiry(site);
  return { status: page.status, message, keepsText: page.html.includes(message) };
}
