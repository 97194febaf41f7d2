import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { office } from '#db/seed/people.ts';
import { logIn, PASSWORD, signedIn } from '../support/people/admins.ts';
import { newVisitor, typed } from '../support/people/enquirer.ts';
import { forms, PlainBrowser } from '../support/reading/browser.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

const dataDir = newFolder();
const mail = await startMailServer();
const environment = {
  DATA_DIR: dataDir,
  TRUST_PROXY: '1',
  PUBLIC_URL: 'http://localhost:4000',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  ENQUIRY_NOTIFY_TO: office,
};
let one: ServedSite;
let other: ServedSite;

beforeAll(async () => {
  // Both start at once on a folder that does not exist yet.
  rmSync(dataDir, { recursive: true });
  [one, other] = await Promise.all([serveSite(environment), serveSite(environment)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await mail.stop();
});

test('HC-3 creates one secret and one database when two processes start at once', async () => {
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['drys.db', 'secret.key']));
  const page = await newVisitor(one.url).get('/contact');
  expect(page.status).toBe(200);
});

test('HC-3 accepts the form of one process at the other, and stores it once when it is sent to both', async () => {
  const visitor = newVisitor(one.url);
  const form = await visitor.get('/contact');
  const otherBrowser = new PlainBrowser(other.url, visitor.headers);
  for (const [name, value] of visitor.cookies) otherBrowser.cookies.set(name, value);
  const first = await otherBrowser.submit(form, typed);
  const second = await visitor.submit(form, typed);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.location?.split('?')[0]).toBe('/contact');
  expect(countStored(typed.message)).toBe(1);
  // The throttle counts the enquiries of both processes.
  const next = await visitor.submit(await visitor.get('/contact'), { ...typed, message: 'Next' });
  expect(next.status).toBe(429);
});

test('HC-3 signs an admin in at both processes, and out at both', async () => {
  const admin = await invited('one@drys.example');
  const otherBrowser = new PlainBrowser(other.url);
  for (const [name, value] of admin.cookies) otherBrowser.cookies.set(name, value);
  expect((await otherBrowser.get('/admin/dashboard')).status).toBe(200);
  const desk = await otherBrowser.get('/admin/dashboard');
  const logoutIndex = forms(desk.html).findIndex(({ action }) => action === '/admin/logout');
  await otherBrowser.submit(desk, {}, logoutIndex);
  expect((await admin.get('/admin/dashboard')).location).toMatch(/^\/admin(\?|$)/);
});

test('HC-3 adds up the failures at both processes: the sixth attempt is locked out', async () => {
  await invited('guessed@drys.example');
  const statuses: number[] = [];
  for (let guess = 0; guess < 6; guess++) {
    const guesser = newVisitor(guess % 2 ? one.url : other.url);
    statuses.push((await logIn(guesser, 'guessed@drys.example', 'not the one at all')).status);
  }
  expect(statuses.slice(0, 4)).not.toContain(429);
  expect(statuses[5]).toBe(429);
});

test('HC-3 shows an enquiry that another process received on a live desk', async () => {
  const admin = await invited('live@drys.example');
  const newestId = one.one('SELECT coalesce(max(id), 0) FROM contact_submissions');
  const visitor = newVisitor(other.url);
  const response = await visitor.submit(await visitor.get('/contact'), {
    ...typed,
    message: 'Live',
  });
  expect(response.status).toBe(303);
  const news = await admin.get(`/admin/dashboard/events?since=${newestId}`);
  expect(JSON.parse(news.text)).toMatchObject({ arrived: 1 });
});

test('HC-3 sends each mail once with several processes', async () => {
  const messages = Array.from({ length: 24 }, (_, n) => `Mail number ${n} of two processes`);
  const statuses = await Promise.all(
    messages.map(async (message, n) => {
      const visitor = newVisitor(n % 2 ? one.url : other.url);
      return (await visitor.submit(await visitor.get('/contact'), { ...typed, message })).status;
    }),
  );
  expect(statuses).toEqual(messages.map(() => 303));
  const received = () => mail.received.filter(({ text }) => text?.includes('of two processes'));
  await vi.waitUntil(() => received().length >= messages.length, { timeout: 60_000 });
  // A process that would send it again does so within one or two polls.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  for (const message of messages) {
    expect(received().filter(({ text }) => text?.includes(`${message}\n`))).toHaveLength(1);
  }
});

test('PB-3 HC-3 an idle process shows the publication of another one within two seconds', async () => {
  const editor = await invited('editor@drys.example');
  const list = await editor.get('/admin/dashboard/site/projects');
  const path = list.values('a', 'href').find((href) => /\/site\/projects\/\d+$/.test(href))!;
  const entry = await editor.get(path);
  const [address = ''] = entry
    .values('a', 'href')
    .filter((href) => /^\/projects\/[\w-]+$/.test(href));
  expect((await newVisitor(other.url).get(address)).status).toBe(200);
  const { fields } = forms(entry.html).find((form) => 'form_key' in form.fields)!;
  expect((await editor.post(path, { ...fields, do: 'offline' })).status).toBe(303);
  expect((await newVisitor(one.url).get(address)).status).toBe(404);
  // The rule's own two seconds, then one question: an answer must not be what makes the process look.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect((await newVisitor(other.url).get(address)).status).toBe(404);
});

// The last: it ends one of the two.
test('HC-3 a stopping process answers every request that has reached its socket', async () => {
  const port = Number(new URL(other.url).port);
  const answers: Promise<string>[] = [];
  process.kill(other.pid(), 'SIGSTOP');
  // While the process is suspended, the kernel accepts the connections and the requests on them.
  for (let n = 0; n < 60; n++) {
    const socket = connect({ port, host: 'localhost' });
    await once(socket, 'connect');
    socket.write(`GET /about?n=${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    answers.push(
      new Promise((resolve) => {
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        socket.on('error', (error) => resolve(error.message));
        socket.on('close', () => resolve(text.slice(0, 15)));
      }),
    );
  }
  process.kill(other.pid(), 'SIGTERM');
  process.kill(other.pid(), 'SIGCONT');
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'HTTP/1.1 200 OK'));
  await vi.waitUntil(() => other.process().exitCode !== null, { timeout: 20_000 });
  expect(other.process().exitCode).toBe(0);
});

function countStored(message: string) {
  return one.one('SELECT count(*) FROM contact_submissions WHERE message = ?', message);
}

/** Invites an admin, who sets a password and signs in at the first process. */
async function invited(email: string): Promise<PlainBrowser> {
  const { stdout } = await one.run(['scripts/admin.ts', 'invite', email]);
  const code = /Code: (\S+)/.exec(stdout)![1]!;
  const browser = new PlainBrowser(one.url);
  const page = await browser.get('/reset-password');
  const entry = forms(page.html).findIndex(({ fields }) => 'code' in fields);
  const choice = await browser.submit(page, { code }, entry);
  const password = await browser.follow(choice);
  await browser.submit(password, { password: PASSWORD, confirm_password: PASSWORD });
  return signedIn(one.url, email);
}
