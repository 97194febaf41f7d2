import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { sendEnquiry } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

const SENDERS = 16;
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
}

/** Kills the server with SIGKILL at a random moment of each round, under concurrent enquiries. */
export async function killRounds(rounds: number): Promise<KillReport> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  try {
    for (let round = 0; round < rounds; round++) {
      let alive = true;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (alive) await sendOne(site.url, sent, acknowledged);
      });
      const before = acknowledged.size;
      while (acknowledged.size === before) await wait(LOOK_MS);
      await wait(Math.random() * LONGEST_ROUND_MS);
      const restarted = site.restart('SIGKILL');
      alive = false;
      await Promise.all([restarted, ...senders]);
    }
    return report(join(site.dataDir, 'drys.db'), { rounds, sent, acknowledged });
  } finally {
    await site.stop();
  }
}

async function sendOne(url: string, sent: Set<string>, acknowledged: Set<string>): Promise<void> {
  const message = randomUUID();
  sent.add(message);
  // A connection that breaks is what these rounds are about: the enquiry is not acknowledged.
  const answer = await sendEnquiry(url, message).catch(() => null);
  if (answer?.page.status === 303) acknowledged.add(message);
}

function report(
  path: string,
  { rounds, sent, acknowledged }: { rounds: number; sent: Set<string>; acknowledged: Set<string> },
): KillReport {
  const db = new SQLite(path, { readonly: true });
  const stored = new Map(
    db
      .prepare('SELECT message, count(*) FROM contact_submissions GROUP BY message')
      .raw()
      .all() as [string, number][],
  );
  const integrity = String(db.pragma('integrity_check', { simple: true }));
  db.close();
  return {
    rounds,
    sent: sent.size,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((message) => !stored.has(message)).length,
    twice: [...stored.values()].filter((count) => count > 1).length,
    unheard: [...stored.keys()].filter((message) => !acknowledged.has(message)).length,
    integrity,
  };
}
