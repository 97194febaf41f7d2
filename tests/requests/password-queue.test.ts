import { expect, test } from 'vitest';
import { AUTH } from '#app/domain/limits.ts';
import { PasswordsBusy, verifyPassword } from '#app/domain/passwords.server.ts';
import { logIn, makeAdmin } from '../support/admins.ts';
import { PlainBrowser } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();

test('hashing leaves the server free, and beyond 20 waiting a login is told to come back', async () => {
  await makeAdmin('anna@drys.example');
  const browser = new PlainBrowser(site);
  const page = await browser.get('/admin');
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  const waiting = Array.from({ length: AUTH.passwordQueue }, () => verifyPassword('wrong', null));
  await expect(verifyPassword('one too many', null)).rejects.toThrow(PasswordsBusy);
  const refused = await browser.submit(page, { email: 'anna@drys.example', password: 'wrong one' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  await Promise.all(waiting);
  clearInterval(timer);
  // Were the passwords hashed here, the timer would have had no more turns than there were hashes.
  expect(turns).toBeGreaterThan(AUTH.passwordQueue * 3);
  // It was not counted as a failure, and the place it had taken is free again.
  const welcome = await logIn(browser, 'anna@drys.example');
  expect(welcome.headers.get('location')).toBe('/admin/dashboard');
});
