import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { drawing } from '../support/people/drawings.ts';
import { sendEnquiry } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

const SENDERS = 16;
/** No more than upload at a time: others would wait for their turn. */
const UPLOADERS = 6;
const LARGEST_FILE_BYTES = 2_000_000;
/** How long a round goes on after its first acknowledgement, at most. */
const LONGEST_ROUND_MS = 700;
const LOOK_MS = 5;

/** What became of the enquiries that were sent while the server was killed again and again. */
export interface KillReport {
  rounds: number;
  sent: number;
  acknowledged: number;
  /** Acknowledged, but not in the database: must be 0. */
  lost: number;
  /** In the database more than once: must be 0. */
  twice: number;
  /** Stored although the answer never arrived: allowed, the same page sent again finds it. */
  unheard: number;
  integrity: string;
  /** Of rounds with files: acknowledged or stored without its file, whole; must be 0. */
  withoutFile: number;
  /** Files that no enquiry has, after the last start: must be 0. */
  nobodys: number;
}

/**
 * Kills the server with SIGKILL at a random moment of each round, under concurrent enquiries, each
 * with a file if it is asked for.
 */
export async function killRounds(rounds: number, withFiles = false): Promise<KillReport> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  try {
    for (let round = 0; round < rounds; round++) {
      let alive = true;
      const senders = Array.from({ length: withFiles ? UPLOADERS : SENDERS }, async () => {
        while (alive) await sendOne(site.url, sent, acknowledged, withFiles);
      });
      const before = acknowledged.size;
      while (acknowledged.size === before) await wait(LOOK_MS);
      await wait(Math.random() * LONGEST_ROUND_MS);
      const restarted = site.restart('SIGKILL');
      alive = false;
      await Promise.all([restarted, ...senders]);
    }
    return report(site.dataDir, { rounds, sent, acknowledged, withFiles });
  } finally {
    await site.stop();
  }
}

async function sendOne(
  url: string,
  sent: Set<string>,
  acknowledged: Set<string>,
  withFile: boolean,
): Promise<void> {
  const message = randomUUID();
  sent.add(message);
  // A connection that breaks is what these rounds are about: the enquiry is not acknowledged.
  const files = withFile ? [fileOf(message)] : [];
  const answer = await sendEnquiry(url, message, files).catch(() => null);
  if (answer?.page.status === 303) acknowledged.add(message);
}

/** A file that only this enquiry has, of a size of its own. */
function fileOf(message: string): File {
  return drawing('plan.pdf', { mark: message, bytes: Math.random() * LARGEST_FILE_BYTES });
}

interface Sent {
  rounds: number;
  sent: Set<string>;
  acknowledged: Set<string>;
  withFiles: boolean;
}

function report(dataDir: string, { rounds, sent, acknowledged, withFiles }: Sent): KillReport {
  const db = new SQLite(join(dataDir, 'drys.db'), { readonly: true });
  const stored = new Map(
    db
      .prepare('SELECT message, count(*) FROM contact_submissions GROUP BY message')
      .raw()
      .all() as [string, number][],
  );
  const integrity = String(db.pragma('integrity_check', { simple: true }));
  const files = db
    .prepare(
      'SELECT c.message, a.file, a.sha256 FROM attachments a JOIN contact_submissions c ON c.id = a.enquiry_id',
    )
    .raw()
    .all() as [string, string, string][];
  db.close();
  const folder = join(dataDir, 'attachments');
  const whole = files.filter(([, file, hash]) => sha256(join(folder, file)) === hash);
  const filed = new Set(whole.map(([message]) => message));
  const known = new Set(files.map(([, file]) => file));
  return {
    rounds,
    sent: sent.size,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((message) => !stored.has(message)).length,
    twice: [...stored.values()].filter((count) => count > 1).length,
    unheard: [...stored.keys()].filter((message) => !acknowledged.has(message)).length,
    integrity,
    withoutFile: withFiles ? [...stored.keys()].filter((message) => !filed.has(message)).length : 0,
    nobodys: existsSync(folder) ? readdirSync(folder).filter((file) => !known.has(file)).length : 0,
  };
}

function sha256(path: string): string | null {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null;
}
