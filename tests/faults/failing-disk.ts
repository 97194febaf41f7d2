import { execFileSync } from 'node:child_process';
import { sendEnquiry } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

export interface DiskReport {
  /** Answers before, while no file may be written, and after: 303, 503, 303. */
  before: number;
  during: number;
  after: number;
  /** What /healthz said while no enquiry could be stored. */
  ill: number;
  /** And afterwards. */
  health: number;
}

// A process that may not write beyond a size gets the same error from the system as one whose disk
// fails; Node must not be ended by the signal that comes with it.
const SURVIVE = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})";

/** Lets every write of a running server fail, and then succeed again (Linux, prlimit). */
export async function failingDisk(): Promise<DiskReport> {
  const site = await serveSite({
    TRUST_PROXY: '1',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${SURVIVE}`,
  });
  try {
    const send = async () => (await sendEnquiry(site.url)).page.status;
    const health = async () => (await fetch(`${site.url}/healthz`)).status;
    const before = await send();
    limitFiles(site.pid(), '0');
    const during = await send();
    const ill = await health();
    limitFiles(site.pid(), 'unlimited');
    const after = await send();
    return { before, during, ill, after, health: await health() };
  } finally {
    await site.stop();
  }
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}
