import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { prepareNginx, type Nginx } from '../support/front/nginx.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { typed } from '../support/people/enquirer.ts';
import { serveSite } from '../support/servers/served-site.ts';

const A_SECOND = 200;
const TICK_MS = 50;
const A_TICK = (A_SECOND * TICK_MS) / 1000;
/** One request in ten sends an enquiry, and another one requests the form. */
const POST_EVERY = 10;

describeWithPrograms(['nginx', 'openssl'], () => {
  test('HC-3 fails no request when two processes are replaced one after the other under load', async () => {
    const nginx = await prepareNginx();
    onTestFinished(() => nginx.stop());
    const environment = { PUBLIC_URL: nginx.origin, TRUST_PROXY: '1' };
    await using one = await serveSite(environment);
    await using other = await serveSite({ ...environment, DATA_DIR: one.dataDir });
    await nginx.start(one.url, other.url);

    const load = startLoad(nginx);
    await wait(1000);
    const earlierPids = [one.pid(), other.pid()];
    for (const site of [one, other]) {
      await site.restart();
      await wait(500);
    }
    const { sentCount, failed, accepted } = await load.stop();
    expect([one.pid(), other.pid()]).not.toEqual(earlierPids);
    console.error(JSON.stringify({ sentCount, failed, accepted: accepted.length }));
    expect(failed).toEqual([]);
    expect(sentCount).toBeGreaterThan(A_SECOND);
    using file = one.openDatabase();
    const storedMessages = file.prepare('SELECT message FROM contact_submissions').pluck().all();
    expect(storedMessages.toSorted(), 'each that was accepted, once').toEqual(accepted.toSorted());
  });
});

/**
 * Sends requests at a steady rate, even if responses are late: uncached pages, forms and enquiries.
 */
function startLoad({ ask }: Nginx) {
  const agents = Array.from({ length: 16 }, () => new Agent({ keepAlive: true, maxSockets: 8 }));
  const failed: string[] = [];
  const accepted: string[] = [];
  const underway = new Set<Promise<void>>();
  let sentCount = 0;
  const get = async (n: number, path: string) => {
    const index = n % agents.length;
    const localAddress = `127.0.1.${index + 1}`;
    const { status } = await ask({ path, agent: agents[index]!, localAddress });
    if (status !== 200) failed.push(`${path} ${status}`);
  };
  const post = async (n: number) => {
    const message = `Rolling ${n}`;
    const form_token = randomBytes(32).toString('hex');
    const body = new URLSearchParams({ ...typed, message, form_token }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    // Everybody who writes has an address of their own.
    const localAddress = `127.1.${n >> 8}.${n & 255 || 256 - 1}`;
    const { status } = await ask({ path: '/contact', method: 'POST', headers, localAddress }, body);
    if (status === 303) accepted.push(message);
    else failed.push(`POST ${status}`);
  };
  const next = () => {
    const n = ++sentCount;
    if (n % POST_EVERY === 0) return post(n / POST_EVERY);
    return get(n, n % POST_EVERY === 1 ? '/contact' : `/about?n=${n}`);
  };
  const ticking = setInterval(() => {
    for (let i = 0; i < A_TICK; i++) {
      const running = next()
        .catch((error: Error) => void failed.push(error.message))
        .finally(() => underway.delete(running));
      underway.add(running);
    }
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(ticking);
      await Promise.all(underway);
      for (const agent of agents) agent.destroy();
      return { sentCount, failed, accepted };
    },
  };
}
