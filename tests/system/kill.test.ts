import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drawing, sendEnquiry } from '../support/people/enquirer.ts';
import { pickRounds, reportNumbers } from '../support/reading/at-length.ts';
import { serveSite } from '../support/servers/served-site.ts';

const ROUNDS = pickRounds(4, 20);
const SENDERS = 16;
/**
 * The senders that attach a file. More than the server lets upload at a time would wait in the
 * queue.
 */
const UPLOADERS = 6;
const WITH_FILE = 'with a file ';
const LARGEST_FILE_BYTES = 2_000_000;
/** How long a round goes on after its first acknowledgement, at most. */
const LONGEST_ROUND_MS = 700;
const LOOK_MS = 5;

test('AT-5 keeps every acknowledged enquiry once with its file, and no orphaned file, after any kill', async () => {
  await using site = await serveSite({ TRUST_PROXY: '1' });
  const acknowledged = new Set<string>();
  let sentCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let alive = true;
    const senders = Array.from({ length: SENDERS }, async (_, n) => {
      for (; alive; sentCount++) await sendOne(site.url, acknowledged, n < UPLOADERS);
    });
    const previousCount = acknowledged.size;
    while (acknowledged.size === previousCount) await wait(LOOK_MS);
    await wait(Math.random() * LONGEST_ROUND_MS);
    const restarted = site.restart('SIGKILL');
    alive = false;
    await Promise.all([restarted, ...senders]);
  }
  reportNumbers('killed under concurrent enquiries', {
    sent: sentCount,
    acknowledged: acknowledged.size,
  });
  expect(acknowledged.size).toBeGreaterThan(0);

  using file = site.openDatabase();
  const rows = file
    .prepare(
      `SELECT message, file, sha256 FROM contact_submissions c
       LEFT JOIN attachments a ON c.id = a.enquiry_id`,
    )
    .all() as { message: string; file: string | null; sha256: string }[];
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  const storedMessages = new Set(rows.map(({ message }) => message));
  // Stored although the answer never arrived is allowed: the same page sent again finds it.
  expect(storedMessages.size, 'none twice').toBe(rows.length);
  expect([...acknowledged].filter((message) => !storedMessages.has(message))).toEqual([]);
  const folder = join(site.dataDir, 'attachments');
  const isWhole = (name: string, sha256: string) =>
    existsSync(join(folder, name)) &&
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex') === sha256;
  const files = rows.filter(({ message }) => message.startsWith(WITH_FILE));
  expect(files.filter((row) => !row.file || !isWhole(row.file, row.sha256))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(files.map((row) => row.file).toSorted());
});

async function sendOne(url: string, acknowledged: Set<string>, withFile: boolean): Promise<void> {
  const message = (withFile ? WITH_FILE : '') + randomUUID();
  // A file that only this enquiry has, of a size of its own.
  const bytes = Math.random() * LARGEST_FILE_BYTES;
  const files = withFile ? [drawing('plan.pdf', { mark: message, bytes })] : [];
  // A connection that breaks is what these rounds are about: the enquiry is not acknowledged.
  const answer = await sendEnquiry(url, message, files).catch(() => null);
  if (answer?.page.status === 303) acknowledged.add(message);
}
