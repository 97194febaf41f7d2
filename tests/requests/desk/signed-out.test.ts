import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedOut } from '#app/content/messages/auth.server.ts';
import { disableAdmin, enableAdmin, signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { sealPostedForm, unsealPostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { DAY, HOUR } from '#app/domain/clock.server.ts';
import { seal } from '#app/domain/keys.server.ts';
import { AUTH, DESK, REPLY } from '#app/domain/limits.ts';
import { applyRetention, erasePerson } from '#app/domain/privacy.server.ts';
import { updateAdmin } from '#db/accounts.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { logIn, makeAdmin, PASSWORD, signedIn } from '../../support/people/admins.ts';
import { readText, statusForm } from '../../support/people/desk.ts';
import { forms, formTo, PlainBrowser, textOf, type Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, putEnquiry, run } from '../../support/servers/store.ts';

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
  getSqliteConnection().exec('DELETE FROM sessions; DELETE FROM posted_forms');
  anna = await signedIn(site, ANNA);
  person = `person${Math.random().toString(36).slice(2)}@mail.example`;
  id = await putEnquiry({ full_name: 'Larch Sample', email: person });
});

const storedForms = () => column('SELECT sealed FROM posted_forms');
const drafts = () => [
  ...storedForms(),
  ...column('SELECT draft FROM sessions WHERE draft IS NOT NULL'),
];
const at = (path = '') => `/admin/dashboard${path}`;
const statusOf = (enquiry: number) =>
  one('SELECT status FROM contact_submissions WHERE id = ?', enquiry);
/** What the page of an open desk asks for by itself. */
const streamOf = (browser: PlainBrowser) => {
  browser.headers['accept'] = 'text/event-stream';
  return browser.get('/admin/dashboard/events?since=0');
};

const PAGES = ['', '/account', '/account/password', '/account/two-step', '/quarantine', '/person'];
const FILES = ['/export.csv', '/export.xlsx', '/events'];
const FORMS = ['/status', '/notes', '/assignment', '/follow-up', '/person/file', '/person/erasure'];
const OWN = ['language', 'sessions', 'password', 'two-step', 'digest'].map(
  (of) => `/account/${of}`,
);

test('D-1 leads every path of the desk to the login without a session, and a post changes nothing', async () => {
  const browser = new PlainBrowser(site, { cookie: `sid=${'A'.repeat(43)}` });
  for (const path of [...PAGES, ...FILES])
    expect((await browser.get(at(path))).outcome, path).toBe('303 /admin');
  expect((await browser.get('/admin')).text).not.toContain(signedOut.en.title);
  const fields = { enquiry: String(id), from: 'new', status: 'completed', note: 'x' };
  for (const path of [...FORMS, ...OWN, '/quarantine'])
    expect((await browser.post(at(path), fields)).outcome, path).toBe('303 /admin');
  const notes = column('SELECT note FROM enquiry_notes WHERE enquiry_id = ?', id);
  expect([statusOf(id), notes, drafts()]).toEqual(['new', [], []]);
  const secondStep = '/account/two-step.data?_routes=routes%2Fadmin%2Faccount-two-step';
  for (const path of ['.data', secondStep]) {
    const page = await browser.get(at(path));
    expect(page.html).not.toMatch(/submissions<|otpauth/);
    expect(page.status).toBe(202);
  }
});

test('D-1 shows the email of the admin in the header, and Logout ends the session', async () => {
  const device = [...anna.cookies.keys()].find((name) => name.startsWith('dv_'))!;
  const sid = anna.cookies.get('sid')!;
  const dashboard = await anna.get(at());
  expect(textOf(dashboard.all('header')[0]!)).toContain(ANNA);
  expect(dashboard.headers.get('cache-control')).toContain('no-store');

  expect((await anna.get('/admin/logout')).status).toBe(303);
  expect((await anna.get(at())).status).toBe(200);

  const out = await anna.submit(dashboard, {});
  expect(out.outcome).toBe('303 /admin');
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(anna.cookies.has('sid')).toBe(false);
  expect(anna.cookies.has(device)).toBe(true);
  const thief = new PlainBrowser(site, { cookie: `sid=${sid}` });
  expect((await thief.get(at())).status).toBe(303);
});

describe('D-1 the login explains why the session has ended', () => {
  const age = (column: string, ms: number) =>
    run(`UPDATE sessions SET ${column} = ${column} - ?`, ms);
  const limits = {
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    maxSessions: AUTH.sessionsPerAdmin,
  };

  test.each<[keyof typeof signedOut.en.reasons, () => unknown]>([
    ['operator', () => signOutAdmin(ANNA)],
    [
      'operator',
      async () => {
        await disableAdmin(ANNA);
        expect((await logIn(new PlainBrowser(site), ANNA)).status).toBe(401);
        await enableAdmin(ANNA);
      },
    ],
    [
      'elsewhere',
      async () => {
        const other = await signedIn(site, ANNA);
        const page = await other.get(at('/account'));
        const here = await other.follow(await other.submitTo(page, 'account/sessions'));
        expect(here.text).toContain('Logged out everywhere else');
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
  ])('in the case %s', async (reason, end) => {
    await end();
    const answer = await anna.get(LIST);
    expect(answer.outcome).toBe('303 /admin');
    for (const page of [await anna.follow(answer), await anna.get('/admin')]) {
      expect(page.text).toContain(signedOut.en.title);
      expect(page.text).toContain(signedOut.en.reasons[reason](limits));
    }
    await logIn(anna, ANNA);
    await anna.post('/admin/logout', {});
    expect((await anna.get('/admin')).text).not.toContain(signedOut.en.title);
  });

  test('DK-6 when the browser has lost the cookie', async () => {
    const says = async () => (await anna.get('/admin')).text;
    const { unknown: unknownReason } = signedOut.en.reasons;
    anna.cookies.clear();
    await anna.get(LIST);
    expect(await says()).not.toContain(signedOut.en.title);
    for (const [path, headers] of [
      ['/admin/dashboard.data', {}],
      [LIST, { referer: `${site}/admin/dashboard` }],
    ] as const) {
      const browser = new PlainBrowser(site, headers);
      await browser.get(path);
      expect((await browser.get('/admin')).text).toContain(unknownReason());
    }
    await anna.post('/admin/dashboard/notes', { note: 'x', enquiry: '1' });
    expect(await says()).toContain(unknownReason());
  });
});

describe('D-1 the login returns', () => {
  test('to the page with its query, from a path without a page to the list, and never to another site', async () => {
    for (const [path, back] of [
      [LIST, LIST],
      [at(`?page=last&enquiry=${id}`), at(`?page=last&enquiry=${id}`)],
      [at('/quarantine?before=7'), at('/quarantine?before=7')],
      [at('.data?status=new&_routes=x'), at('?status=new')],
      [at('/export.csv?status=new'), at('?status=new')],
      [at('?redirectTo=https://evil.example'), at()],
      [at('/https://evil.example'), at()],
      [at(`?q=${'x'.repeat(3000)}`), at()],
    ] as const) {
      const browser = new PlainBrowser(site);
      await browser.get(path);
      expect((await logIn(browser, ANNA)).location).toBe(back);
      expect((await logIn(browser, ANNA)).location).toBe(at());
    }
    for (const forged of ['https://evil.example/', 'x'.repeat(900), '']) {
      const browser = new PlainBrowser(site);
      browser.cookies.set('back', forged);
      expect((await logIn(browser, ANNA)).location).toBe(at());
    }
  });

  test('by a short-lived cookie that scripts and other sites cannot read', async () => {
    await signOutAdmin(ANNA);
    const answer = await anna.get(LIST);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('back='))!;
    expect(line).toContain(
      `; Max-Age=${DESK.draftHours * 3600}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(Buffer.from(line.slice(5).split(';')[0]!, 'base64url').toString()).not.toContain(
      'larch',
    );
    const background = await streamOf(anna);
    expect(background.headers.getSetCookie()).toEqual([]);
  });

  test('nowhere for an event stream, which reports the end of the session instead', async () => {
    for (const end of [() => signOutAdmin(ANNA), () => anna.post('/admin/logout', {})]) {
      await end();
      const { status, headers, html } = await streamOf(anna);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(html).toBe('event: signed-out\ndata: {}\n\n');
    }
  });
});

describe('DK-6 a form posted after the session has ended', () => {
  const LONG = 'Ξύλο δρυός 😀 '
    .repeat(1000)
    .slice(0, REPLY.messageMax - 1)
    .trim();
  const field = (page: Page, name: string) =>
    forms(page.html).find(
      ({ fields }) => fields[name] !== undefined && /^\d+ (?!answers)/.test(fields['draft'] ?? ''),
    )?.fields[name];

  /** Opens a page, ends the session in a way, and sends a form. */
  async function lose(
    path: string,
    form: string,
    fields: Record<string, string>,
    end: () => unknown = signOut,
  ): Promise<Page> {
    const page = await anna.get(path);
    await end();
    const answer = await anna.submitTo(page, form, fields);
    expect(answer.outcome).toBe('303 /admin');
    return anna.follow(answer);
  }

  const logInFrom = (page: Page, email: string = ANNA) =>
    anna.submit(page, { email, password: PASSWORD });
  const forgetCookies = () => anna.cookies.clear();
  const signOut = () => signOutAdmin(ANNA);

  test.each([
    ['notes', '?q=larch&enquiry=ID', 'note', GREEK, signOut],
    ['notes', '?q=larch&enquiry=ID', 'note', GREEK, forgetCookies],
    ['replies', '?enquiry=ID&reply=1', 'message', LONG, forgetCookies],
    ['follow-up', '?enquiry=ID', 'due_on', '2027-03-01', signOut],
    ['assignment', '?enquiry=ID', 'admin', '2', signOut],
    ['templates', '/templates?change=1', 'message_el', LONG, forgetCookies],
  ])(
    'DK-6 to %s returns with its text after the login, and has changed nothing',
    async (form, page, name, text, end) => {
      const path = at(page.replace('ID', String(id)));
      const login = await lose(path, form, { [name]: text }, end);
      expect(login.text).toContain(signedOut.en.draft(DESK.draftHours));
      if (name !== 'admin') expect(login.html).not.toContain(text.slice(0, 9));
      const wrong = await anna.submit(login, { email: ANNA, password: 'not this one' });
      const back = await logInFrom(wrong);
      expect(back.location).toBe(path);
      for (const page of [await anna.follow(back), await anna.get(path)]) {
        expect(field(page, name)).toBe(text);
        expect(readText(page.html)).toContain('Not saved yet. This is what you had started.');
      }
      const saved = await anna.get(path);
      expect((await anna.submitTo(saved, form)).status).toBe(303);
      expect(readText((await anna.get(path)).html)).not.toContain('Not saved yet.');
      expect(drafts()).toEqual([]);
    },
  );

  test('DK-6 returns through the second step of a login', async () => {
    const secret = new Secret().base32;
    await updateAdmin(getDatabase(), 1, { totp_secret: seal('second-factor', secret) });
    const login = await lose(at(`?enquiry=${id}`), 'notes', { note: 'half a thought' });
    const step = await logInFrom(login);
    expect(step.outcome).toBe('303 /admin/code');
    const code = await anna.follow(step);
    const wrong = await anna.submit(code, { code: '000000' });
    const back = await anna.submit(wrong, { code: new TOTP({ secret }).generate() });
    expect(field(await anna.follow(back), 'note')).toBe('half a thought');
    await updateAdmin(getDatabase(), 1, { totp_secret: null });
  });

  test('D-4 with a status is not applied by itself, but offered by one button', async () => {
    const address = at(`?enquiry=${id}`);
    const page = await anna.get(address);
    await signOutAdmin(ANNA);
    const login = await anna.follow(
      await anna.submit(page, { status: 'completed' }, statusForm(page, id)),
    );
    const back = await logInFrom(login);
    expect(back.location).toBe(address);
    const list = await anna.follow(back);
    expect(statusOf(id)).toBe('new');
    expect(readText(list.html)).toContain('Set to Completed');
    await anna.submit(list, { status: 'completed' }, statusForm(list, id));
    expect(statusOf(id)).toBe('completed');
    expect(readText((await anna.get(address)).html)).not.toContain('Set to Completed');
  });

  test('D-4 DA-3 shows the changes of a colleague since, and then offers no status', async () => {
    const basil = await signedIn(site, BASIL);
    const open = await anna.get(at(`?enquiry=${id}`));
    const other = await basil.get(at(`?enquiry=${id}`));
    await basil.submit(other, { status: 'in_progress' }, statusForm(other, id));
    await basil.submitTo(other, 'follow-up', { due_on: '2027-01-01' });
    const page = async () => readText((await anna.get(at(`?enquiry=${id}`))).html);
    const sendLate = async (form: number, fields: Record<string, string>) => {
      await signOutAdmin(ANNA);
      await logInFrom(await anna.follow(await anna.submit(open, fields, form)));
    };
    await sendLate(statusForm(open, id), { status: 'completed' });
    expect(await page()).not.toContain('Set to Completed');
    await sendLate(formTo(open, 'follow-up'), { due_on: '2027-05-05' });
    expect(field(await anna.get(at(`?enquiry=${id}`)), 'due_on')).toBe('2027-05-05');
    expect(await page()).toContain('A change has been saved since');
    expect(statusOf(id)).toBe('in_progress');
  });

  test('DK-6 is shown to no other admin, on no other login page, and not from a forged draft', async () => {
    const login = await lose(at(`?enquiry=${id}`), 'notes', { note: 'about a person' });
    const back = await logInFrom(login, BASIL);
    expect(back.location).toBe('/admin/dashboard');
    expect((await anna.get(at(`?enquiry=${id}`))).html).not.toContain('about a person');
    for (const forged of ['', 'forged', 'A'.repeat(4000)]) {
      const page = await anna.get('/admin');
      const given = { email: ANNA, password: PASSWORD, draft: forged };
      expect((await anna.submit(page, given)).status).toBe(303);
    }
    expect((await anna.get(at(`?enquiry=${id}`))).html).not.toContain('about a person');
    expect(drafts()).toEqual([]);
  });

  test('is stored sealed for a limited time, and deleted with Logout and with the person', async () => {
    const begin = async (note: string) => {
      anna = await signedIn(site, ANNA);
      await logInFrom(await lose(at(`?enquiry=${id}`), 'notes', { note }));
      expect(drafts()).toHaveLength(1);
      expect(JSON.stringify(drafts())).not.toContain(note);
    };
    await begin('too late');
    const age = DESK.draftHours * HOUR;
    run('UPDATE sessions SET created_at = created_at - ?', age);
    await applyRetention();
    expect(drafts()).toEqual([]);
    const sealed = sealPostedForm(1, { form: 'notes 1', fields: {} }, Date.now() - age);
    expect(unsealPostedForm(sealed, 1)).toBeNull();
    await begin('gone with Logout');
    await anna.post('/admin/logout', {});
    expect(drafts()).toEqual([]);
    await begin('of somebody');
    await erasePerson(person, OPERATOR);
    expect(drafts()).toEqual([]);
  });

  test('from a script is not stored, because the script keeps its own draft', async () => {
    await signOutAdmin(ANNA);
    const fields = { enquiry: String(id), from: 'new', status: 'completed' };
    const answer = await anna.post('/admin/dashboard/status.data?q=larch', fields);
    expect(answer.status).toBe(202);
    const back = await logIn(anna, ANNA);
    expect(back.location).toBe('/admin/dashboard?q=larch');
  });
});
