import { beforeEach, describe, expect, test } from 'vitest';
import { signedOut } from '#app/content/desk/auth-page/sign-in.server.ts';
import { disableAdmin, enableAdmin, signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { erasePerson } from '#app/domain/privacy/privacy.server.ts';
import { applyRetention } from '#app/domain/privacy/retention.server.ts';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { type Page, PlainBrowser, elements, forms, textOf } from '../../support/reading/browser.ts';
import { statusForm, toasts, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
const LIST = '/admin/dashboard?status=new&q=larch';
const GREEK = 'Ξύλο δρυός, κόκκινο. '.repeat(100).slice(0, DESK.noteMax).trim();
await makeAdmin(ANNA);
await makeAdmin(BASIL);

let anna: PlainBrowser;
let id: number;
let person: string;

beforeEach(async () => {
  anna = await signedIn(site, ANNA);
  person = `person${Math.random().toString(36).slice(2)}@mail.example`;
  id = await putEnquiry({ full_name: 'Larch Sample', email: person });
});

const kept = () =>
  databaseFile().prepare('SELECT * FROM unsaved_changes WHERE enquiry_id = ?').all(id) as object[];
const statusOf = (enquiry: number) =>
  databaseFile()
    .prepare('SELECT status FROM contact_submissions WHERE id = ?')
    .pluck()
    .get(enquiry);
const notesOf = (enquiry: number) =>
  databaseFile()
    .prepare('SELECT note FROM enquiry_notes WHERE enquiry_id = ?')
    .pluck()
    .all(enquiry);
const formTo = (page: Page, path: string) =>
  forms(page.html).findIndex(({ action }) => action?.startsWith(`/admin/dashboard/${path}`));
/** The form that repeats a status; those of the list hold the status that is. */
const offeredStatus = (page: Page) =>
  forms(page.html).findIndex(
    ({ fields }) => fields['status'] === 'completed' && fields['enquiry'] === String(id),
  );
const offers = (page: Page) => wordsOf(page.html).includes('Not saved yet.');

/** Sends a status from the list when the session has been ended elsewhere. */
async function loseStatus(browser = anna, status = 'completed'): Promise<Page> {
  const page = await browser.get(LIST);
  await signOutAdmin(ANNA);
  return browser.submit(page, { status }, statusForm(page, id));
}

async function loseNote(note: string, browser = anna): Promise<Page> {
  const page = await browser.get(`${LIST}&enquiry=${id}`);
  await signOutAdmin(ANNA);
  return browser.submit(page, { note }, formTo(page, 'notes'));
}

describe('D-1 the login says why it has come', () => {
  const age = (column: string, ms: number) =>
    databaseFile().prepare(`UPDATE sessions SET ${column} = ${column} - ?`).run(ms);
  const limits = {
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  };

  test.each<[keyof typeof signedOut.en.reasons, () => unknown]>([
    ['operator', () => signOutAdmin(ANNA)],
    [
      'elsewhere',
      async () => {
        const other = await signedIn(site, ANNA);
        const page = await other.get('/admin/dashboard/account');
        await other.submit(page, {}, formTo(page, 'account/sessions'));
      },
    ],
    ['idle', () => age('last_seen_at', AUTH.sessionIdleHours * HOUR)],
    ['expired', () => age('expires_at', AUTH.sessionMaxDays * DAY)],
    [
      'displaced',
      async () => {
        for (let i = 0; i < AUTH.sessionsPerAdmin; i++) await signedIn(site, ANNA);
      },
    ],
  ])('%s', async (reason, end) => {
    await end();
    const answer = await anna.get(LIST);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
    for (const page of [await anna.follow(answer), await anna.get('/admin')]) {
      expect(textOf(page.html)).toContain(signedOut.en.title);
      expect(textOf(page.html)).toContain(signedOut.en.reasons[reason](limits));
    }
    await logIn(anna, ANNA);
    await anna.post('/admin/logout', {});
    expect(textOf((await anna.get('/admin')).html)).not.toContain(signedOut.en.title);
  });

  test('an account that was disabled reads the same, and does not get in', async () => {
    await disableAdmin(ANNA);
    const page = await anna.follow(await anna.get(LIST));
    expect(textOf(page.html)).toContain(signedOut.en.reasons.operator());
    expect((await logIn(anna, ANNA)).status).toBe(401);
    await enableAdmin(ANNA);
  });

  test('nothing of it to whoever had no session', async () => {
    const browser = new PlainBrowser(site, { cookie: `sid=${'A'.repeat(43)}` });
    expect(textOf((await browser.get('/admin')).html)).not.toContain(signedOut.en.title);
  });
});

describe('D-1 the login leads back to where somebody was', () => {
  test.each([
    [LIST, LIST],
    ['/admin/dashboard?page=last&enquiry=5', '/admin/dashboard?page=last&enquiry=5'],
    ['/admin/dashboard/account/password', '/admin/dashboard/account/password'],
    ['/admin/dashboard/quarantine?before=7', '/admin/dashboard/quarantine?before=7'],
    ['/admin/dashboard.data?status=new&_routes=x', '/admin/dashboard?status=new'],
    ['/admin/dashboard/export.csv?status=new', '/admin/dashboard?status=new'],
    ['/admin/dashboard?redirectTo=https://evil.example', '/admin/dashboard'],
    ['/admin/dashboard/https://evil.example', '/admin/dashboard'],
    [`/admin/dashboard?q=${'x'.repeat(3000)}`, '/admin/dashboard'],
  ])('%.60s', async (path, back) => {
    await signOutAdmin(ANNA);
    await anna.get(path);
    expect((await logIn(anna, ANNA)).headers.get('location')).toBe(back);
    expect((await logIn(anna, ANNA)).headers.get('location')).toBe('/admin/dashboard');
  });

  test('a link to an enquiry works without a session too', async () => {
    const browser = new PlainBrowser(site);
    await browser.get(`/admin/dashboard?enquiry=${id}`);
    const answer = await logIn(browser, ANNA);
    expect(answer.headers.get('location')).toBe(`/admin/dashboard?enquiry=${id}`);
  });

  test('the way back is out of reach of scripts and others, short-lived, unreadable', async () => {
    await signOutAdmin(ANNA);
    const answer = await anna.get(LIST);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('back='))!;
    expect(line).toContain(
      `; Max-Age=${DESK.unsavedMinutes * 60}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(Buffer.from(line.slice(5).split(';')[0]!, 'base64url').toString()).not.toContain(
      'larch',
    );
    const background = await anna.get('/admin/dashboard/events?since=0');
    expect(background.headers.getSetCookie()).toEqual([]);
  });

  test('a stream of news that comes back to an ended session is told so', async () => {
    await signOutAdmin(ANNA);
    const { status, headers, html } = await anna.get('/admin/dashboard/events?since=0');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(html).toBe('event: signed-out\ndata: {}\n\n');
  });

  test.each(['https://evil.example/', '//evil.example', 'x'.repeat(900), ''])(
    'a cookie that the site did not make (%.30s) leads nowhere',
    async (back) => {
      const browser = new PlainBrowser(site);
      await browser.get('/admin');
      browser.cookies.set('back', back);
      expect((await logIn(browser, ANNA)).headers.get('location')).toBe('/admin/dashboard');
    },
  );
});

describe('D-4 what an ended session sent is offered again', () => {
  test('a status: not done by itself, done by one button, offered once', async () => {
    const answer = await loseStatus();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
    const login = textOf((await anna.follow(answer)).html);
    expect(login).toContain(signedOut.en.kept(DESK.unsavedMinutes));
    const back = await logIn(anna, ANNA);
    expect(back.headers.get('location')).toBe(LIST);
    const page = await anna.follow(back);
    expect(statusOf(id)).toBe('new');
    expect(wordsOf(page.html)).toContain(`before enquiry ${id} of Larch Sample became Completed`);
    const done = await anna.submit(page, {}, offeredStatus(page));
    expect(done.headers.get('location')).toBe(LIST);
    expect(statusOf(id)).toBe('completed');
    expect(offers(await anna.follow(done))).toBe(false);
    expect(kept()).toEqual([]);
  });

  test('a status that somebody has changed since is refused by the stale guard', async () => {
    await loseStatus();
    const basil = await signedIn(site, BASIL);
    const list = await basil.get(LIST);
    await basil.submit(list, { status: 'in_progress' }, statusForm(list, id));
    await logIn(anna, ANNA);
    const page = await anna.get('/admin/dashboard');
    const stale = await anna.submit(page, {}, offeredStatus(page));
    expect(stale.status).toBe(409);
    expect(toasts(stale)[0]).toContain(`${BASIL} changed it to In Progress`);
    expect(statusOf(id)).toBe('in_progress');
    expect(offers(stale)).toBe(false);
  });

  test('a note of 2,000 Greek characters waits in its field', async () => {
    await loseNote(GREEK);
    expect(JSON.stringify(kept())).not.toContain('δρυός');
    const back = await logIn(anna, ANNA);
    expect(back.headers.get('location')).toBe(`${LIST}&enquiry=${id}`);
    const page = await anna.follow(back);
    expect(offers(page)).toBe(true);
    expect(textOf(elements(page.html, 'textarea')[0]!)).toBe(GREEK);
    expect(notesOf(id)).toEqual([]);
    const list = await anna.get('/admin/dashboard');
    expect(wordsOf(list.html)).toContain(`Your note on enquiry ${id} of Larch Sample waits`);
    expect((await anna.submit(page, {}, formTo(page, 'notes'))).status).toBe(303);
    expect(notesOf(id)).toEqual([GREEK]);
    const after = await anna.get(`${LIST}&enquiry=${id}`);
    expect(offers(after)).toBe(false);
    expect(textOf(elements(after.html, 'textarea')[0]!)).toBe('');
  });

  test('a status with a note that was begun beside it: both, each until it is done', async () => {
    const page = await anna.get(LIST);
    await signOutAdmin(ANNA);
    const both = { status: 'completed', note: 'call first', live: '1' };
    await anna.submit(page, both, statusForm(page, id));
    await logIn(anna, ANNA);
    const open = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(textOf(elements(open.html, 'textarea')[0]!)).toBe('call first');
    await anna.submit(open, {}, offeredStatus(open));
    const after = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(statusOf(id)).toBe('completed');
    expect(textOf(elements(after.html, 'textarea')[0]!)).toBe('call first');
  });

  test('through the router’s data request as through a plain form', async () => {
    await signOutAdmin(ANNA);
    const fields = { enquiry: String(id), from: 'new', status: 'completed', live: '1' };
    const answer = await anna.post('/admin/dashboard/status.data?q=larch', fields);
    expect(answer.status).toBe(202);
    const back = await logIn(anna, ANNA);
    expect(back.headers.get('location')).toBe('/admin/dashboard?q=larch');
    expect(offers(await anna.follow(back))).toBe(true);
  });

  test('it can be discarded', async () => {
    await loseStatus();
    const page = await anna.follow(await logIn(anna, ANNA));
    const answer = await anna.submit(page, {}, formTo(page, 'unsaved'));
    expect(answer.headers.get('location')).toBe(LIST);
    expect(offers(await anna.follow(answer))).toBe(false);
    expect([statusOf(id), kept()]).toEqual(['new', []]);
  });

  test('another admin in the same browser gets neither the offer nor the place', async () => {
    await loseNote('about a person');
    const back = await logIn(anna, BASIL);
    expect(back.headers.get('location')).toBe('/admin/dashboard');
    const page = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(page.html).not.toContain('about a person');
    expect(kept()).toEqual([]);
  });

  test('another browser of the same admin does not get it', async () => {
    await loseNote('only here');
    const other = await signedIn(site, ANNA);
    expect((await other.get(`/admin/dashboard?enquiry=${id}`)).html).not.toContain('only here');
    expect(kept()).toHaveLength(1);
    expect((await logIn(anna, ANNA)).status).toBe(303);
    await anna.post('/admin/logout', {});
    expect(kept()).toEqual([]);
  });

  test('it ends after its time, also in the file, and with the person', async () => {
    const old = DESK.unsavedMinutes * MINUTE;
    await loseNote('too late');
    databaseFile().prepare('UPDATE unsaved_changes SET created_at = created_at - ?').run(old);
    expect(textOf((await anna.get('/admin')).html)).not.toContain(signedOut.en.kept(15));
    await logIn(anna, ANNA);
    expect((await anna.get(`/admin/dashboard?enquiry=${id}`)).html).not.toContain('too late');
    await applyRetention();
    expect(kept()).toEqual([]);

    await loseNote('of somebody');
    expect(kept()).toHaveLength(1);
    await erasePerson(person, OPERATOR);
    expect(kept()).toEqual([]);
    expect((await anna.follow(await logIn(anna, ANNA))).status).toBe(404);
  });

  test('whoever had no session stores nothing', async () => {
    const fields = { enquiry: String(id), from: 'new', status: 'completed', note: 'x' };
    for (const cookie of ['', `sid=${'A'.repeat(43)}`, 'sid=forged']) {
      const browser = new PlainBrowser(site, { cookie });
      for (const path of ['status', 'notes']) {
        expect((await browser.post(`/admin/dashboard/${path}`, fields)).status).toBe(303);
      }
    }
    expect([statusOf(id), notesOf(id), kept()]).toEqual(['new', [], []]);
  });
});
