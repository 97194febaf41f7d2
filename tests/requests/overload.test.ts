import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { serveSite } from '../support/served-site.ts';

const CLIENTS = 300;
const SECONDS = 5;
const site = await serveSite({ TRUST_PROXY: '1' });
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
afterAll(async () => {
  agent.destroy();
  await site.stop();
});

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** A page that must be rendered for each visitor. */
function ask(address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': address };
    const sent = request(`${site.url}/contact`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        const retryAfter = response.headers['retry-after'];
        resolve({ status: response.statusCode ?? 0, retryAfter });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

function megabytesOfServer(): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('what is more than the server can do is told when to come back; the rest is served', async () => {
  await ask('10.1.0.1');
  const before = megabytesOfServer();
  const answers: Answer[] = [];
  const until = Date.now() + SECONDS * 1000;
  const clients = Array.from({ length: CLIENTS }, async (_, i) => {
    while (Date.now() < until) answers.push(await ask(`10.0.${i >> 8}.${i & 255}`));
  });
  await Promise.all(clients);
  const refused = answers.filter(({ status }) => status === 503);
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length + refused.length).toBe(answers.length);
  expect(served.length).toBeGreaterThan(CLIENTS / 4);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['2']));
  expect(megabytesOfServer() - before).toBeLessThan(300);
  expect((await ask('10.1.0.1')).status).toBe(200);
});

test('one address at a time: a flood of one leaves room for others', async () => {
  let flooding = true;
  const flood = Array.from({ length: CLIENTS }, async () => {
    while (flooding) await ask('10.2.0.1');
  });
  const others = [];
  for (let i = 0; i < 10; i++) others.push((await ask(`10.3.0.${i}`)).status);
  flooding = false;
  await Promise.all(flood);
  expect(others).toEqual(Array(10).fill(200));
});
