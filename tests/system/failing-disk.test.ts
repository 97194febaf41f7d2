import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { needing } from '../support/front/program.ts';
import { sendEnquiry } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

// A process that may not write beyond a size gets the same error from the system as one whose disk
// fails; Node must not be ended by the signal that comes with it.
const SURVIVE = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})";

needing(['prlimit'], () => {
  test('a disk whose writes fail is borne, and writes work again when it is mended', async () => {
    const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} ${SURVIVE}`;
    const site = await serveSite({ TRUST_PROXY: '1', NODE_OPTIONS });
    onTestFinished(() => site.stop());
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(site.pid()), `--fsize=${bytes}:`]);
    const answers = async () => [
      (await sendEnquiry(site.url)).page.status,
      (await fetch(`${site.url}/healthz`)).status,
    ];
    expect(await answers()).toEqual([303, 200]);
    limitFiles('0');
    expect(await answers()).toEqual([503, 503]);
    limitFiles('unlimited');
    expect(await answers()).toEqual([303, 200]);
  });
});
