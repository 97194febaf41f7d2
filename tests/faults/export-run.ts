import { readdirSync } from 'node:fs';
import { type IncomingMessage, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../support/people/admins.ts';
import { residentMegabytes } from '../support/reading/memory.ts';
import type { ServedSite } from '../support/servers/served-site.ts';

const EMAIL = staff.anna.email;
const PATIENCE_MS = 60_000;

export interface ExportReport {
  /** What ten exports asked for at once were answered with. */
  atOnce: Record<string, number>;
  grownMegabytesAtOnce: number;
  /** Exports whose reader left after the first bytes, or before them. */
  brokenOff: number;
  grownMegabytesBrokenOff: number;
  /** What the process holds afterwards beyond what it held before: must be 0. */
  openFilesLeft: number;
  threadsLeft: number;
  /** Answers of /contact meanwhile: 200, each of them. */
  contactAnswered: number;
  contactOtherwise: number;
  /** The status of an export after all that: 200. */
  afterwards: number;
}

/** Asks for exports of `rows` enquiries: ten at once, then `breaks` that are broken off. */
export async function floodOfExports(
  site: ServedSite,
  rows: number,
  breaks: number,
): Promise<ExportReport> {
  const cookie = await filled(site, rows);
  const ask = () => askForExport(site, cookie);
  await drained(await ask());
  const before = await settled(site, { files: 0, threads: 0 });
  const memory = watchMemory(site);
  const contact = watchContact(site);
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  await Promise.all(answers.map(drained));
  const grownMegabytesAtOnce = memory.grown();
  for (let i = 0; i < breaks; i++) await breakOff(site, cookie, i % 2 === 0);
  const grownMegabytesBrokenOff = memory.stop();
  const { ok, otherwise } = await contact.stop();
  const after = await settled(site, before);
  return {
    atOnce: tally(answers.map(({ statusCode }) => statusCode!)),
    grownMegabytesAtOnce,
    brokenOff: breaks,
    grownMegabytesBrokenOff,
    openFilesLeft: Math.max(0, after.files - before.files),
    threadsLeft: Math.max(0, after.threads - before.threads),
    contactAnswered: ok,
    contactOtherwise: otherwise,
    afterwards: await drained(await ask()),
  };
}

/** Fills the site and signs an admin in; the cookies of the session. */
async function filled(site: ServedSite, rows: number): Promise<string> {
  const made = await site.run(['tests/support/people/fill-desk.ts', EMAIL]);
  if (made.code !== 0) throw new Error(made.stderr);
  const file = new SQLite(join(site.dataDir, 'drys.db'));
  file.pragma('synchronous = OFF');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, project, message, status, created_at, verified)
       SELECT 'Number ' || i, 'n' || i || '@mail.example', 'Office Spaces', 'A table in oak', 'new',
         strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), 1 FROM n`,
    )
    .run(rows);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
  const { cookies } = await signedIn(site.url, EMAIL);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function askForExport(site: ServedSite, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      `${site.url}/admin/dashboard/export.csv`,
      { headers: { cookie }, agent: false },
      resolve,
    ).on('error', reject);
  });
}

function drained(answer: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode!));
    answer.on('error', reject);
  });
}

/** Leaves as soon as the first bytes are there, or before anything has come. */
function breakOff(site: ServedSite, cookie: string, beforeBytes: boolean): Promise<void> {
  return new Promise((resolve) => {
    const url = `${site.url}/admin/dashboard/export.csv`;
    const asked = get(url, { headers: { cookie }, agent: false });
    asked.on('error', () => undefined);
    asked.on('close', resolve);
    if (beforeBytes) asked.on('finish', () => void wait(20).then(() => asked.destroy()));
    asked.on('response', (answer) => {
      answer.on('error', () => undefined);
      answer.once('data', () => asked.destroy());
      answer.once('end', () => asked.destroy());
    });
  });
}

/** Open files and threads of the process, once they are down to what they were, or do not get there. */
async function settled(site: ServedSite, base: { files: number; threads: number }) {
  const count = (of: string) => readdirSync(`/proc/${site.pid()}/${of}`).length;
  let now = { files: count('fd'), threads: count('task') };
  const until = Date.now() + (base.files > 0 ? PATIENCE_MS : 1000);
  while (Date.now() < until && (now.files > base.files || now.threads > base.threads)) {
    await wait(100);
    now = { files: count('fd'), threads: count('task') };
  }
  return now;
}

function watchMemory(site: ServedSite) {
  const before = residentMegabytes(site.pid());
  let peak = before;
  const look = () => (peak = Math.max(peak, residentMegabytes(site.pid())));
  const timer = setInterval(look, 50);
  const grown = () => Math.round(peak - before);
  return { grown, stop: () => (clearInterval(timer), grown()) };
}

function watchContact(site: ServedSite) {
  let busy = true;
  const seen = { ok: 0, otherwise: 0 };
  const asking = (async () => {
    while (busy) {
      const status = await statusOf(`${site.url}/contact`);
      if (status === 200) seen.ok++;
      else seen.otherwise++;
      await wait(20);
    }
  })();
  return {
    async stop() {
      busy = false;
      await asking;
      return seen;
    },
  };
}

/** On a connection of its own: one that is kept would count as a file left open. */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: 5000 }, (answer) => {
      drained(answer).then(resolve, () => resolve(0));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(0));
  });
}

function tally(statuses: number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
