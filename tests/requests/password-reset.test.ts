import { expect, test } from 'vitest';
import { PASSWORD, inviteCode, logIn } from '../support/admins.ts';
import { PlainBrowser, textOf } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();

test('RP-6 an invited admin sets a password with the code, without JavaScript, and logs in', async () => {
  const code = await inviteCode('anna@drys.example');
  const browser = new PlainBrowser(site);
  const asked = await browser.get('/reset-password');
  const accepted = await browser.submit(asked, { code });
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/reset-password']);
  const form = await browser.follow(accepted);
  expect(textOf(form.html)).toContain('New Password');
  const set = await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  expect(set.status).toBe(303);
  const done = await browser.follow(set);
  expect(textOf(done.html)).toContain('Password updated');
  expect(done.headers.get('refresh')).toBe('2; url=/admin');

  const answer = await logIn(browser, 'anna@drys.example');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/dashboard']);
  const dashboard = await browser.follow(answer);
  expect(dashboard.status).toBe(200);
  expect(textOf(dashboard.html)).toContain('anna@drys.example');
  expect(textOf(dashboard.html)).toContain('Welcome to the admin dashboard');
});
