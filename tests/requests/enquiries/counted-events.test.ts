import { afterEach, describe, expect, test, vi } from 'vitest';
import { databaseFile } from '#db/database.server.ts';
import { logIn, makeAdmin } from '../../support/people/admins.ts';
import { readCounts, column } from '../../support/servers/store.ts';
import { newVisitor, typed } from '../../support/people/enquirer.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const id = await makeAdmin('known@drys.example');
const visitor = () => newVisitor(site);
const auditRows = () => column('SELECT event FROM audit_log');
const form = new URLSearchParams(typed).toString();

/** How often an event was counted while `work` was done, and that nothing was written as a row. */
async function countedBy(event: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await readCounts())[event]?.count ?? 0;
  const rows = auditRows();
  await work();
  const after = (await readCounts())[event]?.count ?? 0;
  expect(auditRows()).toEqual(rows);
  return after - before;
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i += 1) await work();
}

function crossSitePost() {
  return exchange(site, {
    method: 'POST',
    path: '/contact',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      'x-forwarded-for': '198.51.100.7',
    },
    body: form,
  });
}

afterEach(() => void vi.restoreAllMocks());

describe('what strangers cause is counted, not written by the row', () => {
  test('a post refused because it came from another site', async () => {
    const count = await countedBy('post.cross-site', () =>
      times(30, async () => expect((await crossSitePost()).status).toBe(403)),
    );
    expect(count).toBe(30);
    const rows = (await readCounts())['post.cross-site']?.rows;
    expect(rows, 'one, or two if a minute ended').toBeLessThanOrEqual(2);
  });

  test('CF-7 a honeypot, CF-12 a refused token, CF-9 a throttled sender', async () => {
    const browser = visitor();
    const send = async (fields: Record<string, string>) =>
      browser.submit(await browser.get('/contact'), { ...typed, ...fields });
    expect(await countedBy('enquiry.honeypot', () => send({ website: 'x' }))).toBe(1);
    expect(await countedBy('verification.failed', () => send({ turnstileToken: 'x' }))).toBe(1);
    expect(await countedBy('verification.missing', () => send({}))).toBe(1);
    expect(await countedBy('enquiry.throttled', () => times(3, () => send({})))).toBe(3);
  });

  test('AL-3 AL-4 AL-6 a form without its token, a wrong password, a lock', async () => {
    const post = { email: 'known@drys.example', password: 'wrong wrong wrong' };
    expect(await countedBy('login.token', () => visitor().post('/admin', post))).toBe(1);
    const wrong = () => logIn(visitor(), post.email, post.password);
    expect(await countedBy('login.failed', wrong)).toBe(1);
    expect(await countedBy('login.locked', () => times(4, wrong))).toBe(1);
    expect(await countedBy('login.refused', () => times(2, wrong))).toBe(2);
    const ofAccount = column(
      `SELECT DISTINCT admin_id FROM audit_counts WHERE event LIKE 'login.%' ORDER BY 1`,
    );
    expect(ofAccount, 'the history of an account can be read').toEqual([0, id]);
  });

  test('AL-7 a reset that is asked for; the mail it causes is a row', async () => {
    const ask = async (email: string) => {
      const browser = visitor();
      await browser.submit(await browser.get('/admin?forgot'), { email });
    };
    const asked = () => times(2, () => ask('nobody@drys.example'));
    expect(await countedBy('reset.requested', asked)).toBe(2);
    await times(3, () => ask('known@drys.example'));
    expect(auditRows().filter((event) => event === 'reset.mailed')).toHaveLength(1);
  });

  test('RP-6 a link that is refused', async () => {
    const browser = visitor();
    const refused = async () =>
      browser.submit(await browser.get('/reset-password'), { code: 'WRONGWRONGWRONGWRONGWRONGW' });
    expect(await countedBy('link.refused', refused)).toBe(1);
  });
});

test('a store that fails refuses no cross-site post otherwise; both are counted when it is back', async () => {
  const before = await readCounts();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  databaseFile().pragma('query_only = 1');
  expect((await crossSitePost()).status).toBe(403);
  const browser = visitor();
  expect((await browser.submit(await browser.get('/contact'), typed)).status).toBe(503);
  const { flushCounts } = await import('#app/domain/audit.server.ts');
  await flushCounts();
  databaseFile().pragma('query_only = 0');
  const after = await readCounts();
  for (const event of ['post.cross-site', 'store.failed']) {
    expect((after[event]?.count ?? 0) - (before[event]?.count ?? 0), event).toBe(1);
  }
});
