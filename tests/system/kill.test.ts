import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { drawing, sendEnquiry } from '../support/people/enquirer.ts';
import { atLength, tell } from '../support/reading/at-length.ts';
import { type ServedSite, serveSite } from '../support/servers/served-site.ts';

const ROUNDS = atLength(4, 20);
const SENDERS = 16;
/** No more than upload at a time: others would wait for their turn. */
const UPLOADERS = 6;
const LARGEST_FILE_BYTES = 2_000_000;
/** How long a round goes on after its first acknowledgement, at most. */
const LONGEST_ROUND_MS = 700;
const LOOK_MS = 5;

test('what was acknowledged is there once, however the server ended', async () => {
  const { site, acknowledged } = await killRounds(false);
  const file = new SQLite(join(site.dataDir, 'drys.db'), { readonly: true });
  const stored = file.prepare('SELECT message FROM contact_submissions').pluck().all() as string[];
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  file.close();
  // Stored although the answer never arrived is allowed: the same page sent again finds it.
  expect(new Set(stored).size, 'none twice').toBe(stored.length);
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
});

test('AT-5 what was stored has its file, whole, and no file is nobody’s, however the server ended', async () => {
  const { site, acknowledged } = await killRounds(true);
  const file = new SQLite(join(site.dataDir, 'drys.db'), { readonly: true });
  const rows = file
    .prepare(
      `SELECT message, file, sha256 FROM contact_submissions c
       LEFT JOIN attachments a ON c.id = a.enquiry_id`,
    )
    .all() as { message: string; file: string | null; sha256: string }[];
  file.close();
  const folder = join(site.dataDir, 'attachments');
  const isWhole = (name: string, sha256: string) =>
    existsSync(join(folder, name)) &&
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex') === sha256;
  expect(rows.filter((row) => !row.file || !isWhole(row.file, row.sha256))).toEqual([]);
  const messages = rows.map(({ message }) => message);
  expect([...acknowledged].filter((message) => !messages.includes(message))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(rows.map((row) => row.file).toSorted());
});

/**
 * Kills the server with SIGKILL at a random moment of each round, under concurrent enquiries, each
 * with a file if it is asked for.
 */
async function killRounds(
  withFiles: boolean,
): Promise<{ site: ServedSite; acknowledged: Set<string> }> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  onTestFinished(() => site.stop());
  const acknowledged = new Set<string>();
  let sent = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let alive = true;
    const senders = Array.from({ length: withFiles ? UPLOADERS : SENDERS }, async () => {
      for (; alive; sent++) await sendOne(site.url, acknowledged, withFiles);
    });
    const before = acknowledged.size;
    while (acknowledged.size === before) await wait(LOOK_MS);
    await wait(Math.random() * LONGEST_ROUND_MS);
    const restarted = site.restart('SIGKILL');
    alive = false;
    await Promise.all([restarted, ...senders]);
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  tell('killed under concurrent enquiries', { withFiles, sent, acknowledged: acknowledged.size });
  return { site, acknowledged };
}

async function sendOne(url: string, acknowledged: Set<string>, withFile: boolean): Promise<void> {
  const message = randomUUID();
  // A file that only this enquiry has, of a size of its own.
  const bytes = Math.random() * LARGEST_FILE_BYTES;
  const files = withFile ? [drawing('plan.pdf', { mark: message, bytes })] : [];
  // A connection that breaks is what these rounds are about: the enquiry is not acknowledged.
  const answer = await sendEnquiry(url, message, files).catch(() => null);
  if (answer?.page.status === 303) acknowledged.add(message);
}
