import { expect, test } from 'vitest';
import { COSTS } from '#app/domain/costs.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { PasswordsBusy, verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import { staff } from '#db/seed/people.ts';
import { logIn, makeAdmin } from '../../support/people/admins.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();

/** A password's hash as production makes them, with the work that it takes there. */
const REAL_HASH = `$2b$${COSTS.passwordHashCost}$Dl.Pd3ZN7oCtgBf1mPDHFeriwpjVTXXNlM5IzxPvHpZ8J1Jb7TMwq`;

test('hashing leaves the server free', async () => {
  const hashes = 3;
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  await Promise.all(Array.from({ length: hashes }, () => verifyPassword('wrong', REAL_HASH)));
  clearInterval(timer);
  // Were the passwords hashed here, the timer would have had no more turns than there were hashes.
  expect(turns).toBeGreaterThan(hashes * 3);
});

test('beyond 20 waiting a login is told to come back, and is not counted', async () => {
  await makeAdmin(staff.anna.email);
  const browser = new PlainBrowser(site);
  const page = await browser.get('/admin');
  // Each one that is done is followed by another, so that the queue is full until it need not be.
  let full = true;
  const waiting = Array.from({ length: AUTH.passwordQueue }, async () => {
    while (full) await verifyPassword('wrong', null);
  });
  await expect(verifyPassword('one too many', null)).rejects.toThrow(PasswordsBusy);
  for (let i = 0; i <= AUTH.lockoutFailures; i++) {
    const answer = await browser.submit(page, {
      email: staff.anna.email,
      password: 'wrong one',
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  }
  full = false;
  await Promise.all(waiting);
  // The places that they had taken are free again.
  const welcome = await logIn(browser, staff.anna.email);
  expect(welcome.headers.get('location')).toBe('/admin/dashboard');
});
