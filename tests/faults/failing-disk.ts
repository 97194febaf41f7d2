import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sendEnquiry } from '../support/enquirer.ts';
import { serveSite } from '../support/served-site.ts';

export interface DiskReport {
  /** Answers before, while no file may grow, and after: 303, 503, 303. */
  before: number;
  during: number;
  after: number;
  /** What /healthz said afterwards. */
  health: number;
}

// A process that may not write beyond a size gets the same error from the system as one whose disk
// fails; Node must not be ended by the signal that comes with it.
const SURVIVE = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})";

/** Lets every write of a running server fail, and then succeed again (Linux, prlimit). */
export async function failingDisk(): Promise<DiskReport> {
  const site = await serveSite({ TRUST_PROXY: '1', NODE_OPTIONS: SURVIVE });
  try {
    const send = async () => (await sendEnquiry(site.url)).page.status;
    const before = await send();
    const { size } = statSync(join(site.dataDir, 'drys.db-wal'));
    limitFiles(site.pid(), String(size));
    const during = await send();
    limitFiles(site.pid(), 'unlimited');
    const after = await send();
    const health = (await fetch(`${site.url}/healthz`)).status;
    return { before, during, after, health };
  } finally {
    await site.stop();
  }
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}
