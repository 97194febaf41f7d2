import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { LATE_ANSWERS, WORK } from '#app/http/limiter.server.ts';
import { sendEnquiry } from '../../support/people/enquirer.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const MANY = WORK.present.all + 22;
const site = await serveSite({ TRUST_PROXY: '1' });
afterAll(() => site.stop());

test(
  'AL-4 more logins than there are slots wait, and keep nobody from anything',
  { timeout: 60_000 },
  async () => {
    const waiting = logins(MANY, (i) => `10.4.0.${i}`);
    await waiting.sent;
    // From an address of the flood: not even there may it stop the others.
    const headers = { 'x-forwarded-for': '10.4.0.0' };
    const ask = async (path: string) => (await fetch(site.url + path, { headers })).status;
    // The first page was rendered at start; the others are not kept yet.
    for (const path of ['/healthz', '/', '/contact', '/terms', '/projects?year=2019', '/admin']) {
      expect([path, await ask(path)]).toEqual([path, 200]);
    }
    expect((await sendEnquiry(site.url)).page.status).toBe(303);
    expect(await waiting.statuses).toEqual(Array(MANY).fill(403));
  },
);

test.each([
  ['one address', () => '10.5.0.1'],
  ['an IPv6 /64', (i: number) => `2001:db8:1:2::${i.toString(16)}`],
])('AL-4 the waiting logins of %s are bounded, and nothing else of it is', async (_, address) => {
  const waiting = logins(MANY, address);
  await waiting.sent;
  const headers = { 'x-forwarded-for': address(0) };
  expect((await fetch(`${site.url}/contact`, { headers })).status).toBe(200);
  const statuses = await waiting.statuses;
  const { perAddress } = LATE_ANSWERS.present;
  expect(statuses.filter((status) => status === 403)).toHaveLength(perAddress);
  expect(statuses.filter((status) => status === 503)).toHaveLength(MANY - perAddress);
});

/** So many logins with a bad token in one piece, each from an address of its own. */
function logins(count: number, address: (i: number) => string) {
  const body = 'csrf_token=bad&email=nobody%40mail.example&password=not+the+one';
  const login = (i: number) =>
    `POST /admin HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address(i)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
    `${i === count - 1 ? 'Connection: close\r\n' : ''}\r\n${body}`;
  const { port } = new URL(site.url);
  const socket = connect({ port: Number(port), host: 'localhost' });
  const all = Array.from({ length: count }, (_, i) => login(i)).join('');
  const sent = new Promise<void>((resolve) => socket.write(all, () => resolve()));
  const statuses = new Promise<number[]>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    );
  });
  return { sent, statuses };
}
