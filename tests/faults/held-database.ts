import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { office } from '#db/seed/people.ts';
import { newVisitor, sendEnquiry } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

const HELD_MS = 6000;
const EVERY_MS = 500;

export interface HeldReport {
  /** The slowest answer of a page from memory: under the same load, and while the database is held. */
  idleMs: number;
  heldMs: number;
  /** Enquiries that were thanked for or refused while it was held, and the slowest of these answers. */
  stored: number;
  refused: number;
  waitedMs: number;
  /** Thanked for and not there, or refused without what was typed. */
  lost: number;
  /** The answer to an enquiry afterwards. */
  after: number;
}

/** Another process holds the database for six seconds while pages and enquiries are asked. */
export async function heldDatabase(): Promise<HeldReport> {
  // Mail is due again and again, so that its worker writes as well.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', ENQUIRY_NOTIFY_TO: office };
  const site = await serveSite({ TRUST_PROXY: '1', ...mail });
  const path = join(site.dataDir, 'drys.db');
  try {
    await sendEnquiry(site.url);
    const idle = await visit(site.url, wait(HELD_MS));
    const holder = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['ignore', 'pipe', 2] });
    await once(holder.stdout!, 'data');
    const held = await visit(site.url, once(holder, 'exit'));
    const { page } = await sendEnquiry(site.url);
    const kept = new SQLite(path, { readonly: true });
    const there = new Set(kept.prepare('SELECT message FROM contact_submissions').pluck().all());
    kept.close();
    const all = [...idle.answers, ...held.answers];
    return {
      idleMs: idle.slowestMs,
      heldMs: held.slowestMs,
      stored: held.answers.filter(({ status }) => status === 303).length,
      refused: held.answers.filter(({ status }) => status === 503).length,
      waitedMs: Math.max(...held.answers.map(({ ms }) => ms)),
      lost: all.filter((a) => (a.status === 303 ? !there.has(a.message) : !a.keepsText)).length,
      after: page.status,
    };
  } finally {
    await site.stop();
  }
}

const HOLD = `const file = new (require('better-sqlite3'))(process.argv[1]);
  file.exec('BEGIN EXCLUSIVE'); console.log('held'); setTimeout(() => file.exec('COMMIT'), ${HELD_MS})`;

/** Asks for a page over and over, sends enquiries and logs in with a bad token, until the end. */
async function visit(site: string, end: Promise<unknown>) {
  let over = false;
  void end.then(() => (over = true));
  let slowestMs = 0;
  const read = async () => {
    while (!over) {
      const begun = performance.now();
      await (await fetch(`${site}/`)).arrayBuffer();
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - begun));
      await wait(5);
    }
  };
  const sent: ReturnType<typeof enquire>[] = [];
  const write = async () => {
    for (; !over; await wait(EVERY_MS)) {
      sent.push(enquire(site));
      const token = { csrf_token: 'bad', email: 'nobody@mail.example', password: 'x' };
      void newVisitor(site).post('/admin', token);
    }
  };
  await Promise.all([read(), write()]);
  return { slowestMs, answers: await Promise.all(sent) };
}

async function enquire(site: string) {
  const begun = performance.now();
  const { page, message } = await sendEnquiry(site);
  const ms = Math.round(performance.now() - begun);
  return { status: page.status, ms, message, keepsText: page.html.includes(message) };
}
