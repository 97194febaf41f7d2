import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { getAuthPageTexts } from '#app/content/texts/auth.server.ts';
import { requestFailures } from '#app/content/texts/failures.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo } from '../../support/people/desk.ts';
import { PlainBrowser, type Page } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

const site = await startSite();
const admin = await newAdmin(site, staff.anna.email);
const { cookie } = admin;
await putEnquiry();

const URLENCODED = 'application/x-www-form-urlencoded';
const form = { 'content-type': URLENCODED };
const posted = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...form, ...headers },
  body,
});
const postedParts = (headers: string, value: string | Buffer) => ({
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=y' },
  body: Buffer.concat([
    Buffer.from(`--y\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(value as string, 'latin1'),
    Buffer.from('\r\n--y--\r\n'),
  ]),
});
const typed = (type: string) => posted('a=1', { 'content-type': type });
const crossSite = posted('a=1', { 'sec-fetch-site': 'cross-site' });
const tooLarge = posted('a='.padEnd(65537, 'x'));
const json = posted('{}', { 'content-type': 'application/json' });

describe('the guard', () => {
  test.each([
    ['TRACE', { method: 'TRACE' }, 405],
    ['DELETE', { method: 'DELETE' }, 405],
    ['a broken Host', { headers: { host: 'a b' } }, 400],
    ['a Host with a path', { headers: { host: 'drys.example/x' } }, 400],
    ['an undecodable path', { path: '/%ff' }, 400],
    ['a NUL in the path', { path: '/%00' }, 400],
    ['a backslash in the path', { path: '/%5cevil' }, 400],
    ['JSON', json, 415],
    ['no content type', { method: 'POST', body: 'a=1' }, 415],
    ['a content type that only begins like a form', typed(`${URLENCODED}-not`), 415],
    ['two content types in one', typed(`${URLENCODED}, text/plain`), 415],
    ['a content type that is none', typed(`${URLENCODED} x`), 415],
    ['parts without a boundary', typed('multipart/form-data; x=boundary=y'), 415],
    ['parts with a long boundary', typed('multipart/form-data; boundary='.padEnd(300, 'y')), 415],
    ['parts that are none', typed('Multipart/Form-Data; boundary=y'), 400],
    ['a field sent twice', posted('a=1&a=2'), 400],
    ['a field without a name', posted('=1'), 400],
    ['a file in a form without files', postedParts('name="a"; filename="a.pdf"', 'x'), 400],
    ['parts that are not UTF-8', postedParts('name="a"', '\xff'), 400],
    ['bytes that are not UTF-8', posted('a=%ff'), 400],
    ['51 fields', posted(Array.from({ length: 51 }, (_, i) => `f${i}=1`).join('&')), 400],
    ['a body over 64 KB', tooLarge, 413],
    [
      '100 MB, before it is read',
      { ...posted(''), headers: { ...form, 'content-length': '100000000' } },
      413,
    ],
    ['a post from another site', crossSite, 403],
    ['a foreign Origin', posted('a=1', { origin: 'https://evil.example' }), 403],
    ['the null Origin', posted('a=1', { origin: 'null' }), 403],
  ])('refuses %s', async (_, options, status) => {
    const answer = await exchange(site, options);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).not.toMatch(/at .*:\d+/);
  });

  test('answers a Host with an underscore, as an upstream of nginx may be named', async () => {
    const answer = await exchange(site, { path: '/healthz', headers: { host: 'drys_backend' } });
    expect(answer.status).toBe(200);
  });

  test.each([`${URLENCODED};charset=UTF-8`, 'Application/X-WWW-Form-URLencoded'])(
    'accepts a form as %s too',
    async (type) => {
      expect((await exchange(site, { path: '/contact', ...typed(type) })).status).toBe(422);
    },
  );

  test('accepts a part that names its charset, as programs write it', async () => {
    const headers = 'name="full_name"\r\nContent-Type: text/plain; charset=utf-8';
    const part = postedParts(headers, Buffer.from('Ελένη'));
    expect((await exchange(site, { path: '/contact', ...part })).text).toContain('Ελένη');
  });

  test.each([
    ['/about', { method: 'DELETE' }, 'This site accepts only GET, HEAD and POST.'],
    ['/el/about', { method: 'DELETE' }, 'Ο ιστότοπος απαντά μόνο σε GET, HEAD και POST.'],
    ['/el/contact', tooLarge, 'Η φόρμα αυτή είναι πολύ μεγάλη: το όριο είναι 64 KB.'],
  ])('refuses in the language of %s (%#)', async (path, options, texts) => {
    expect((await exchange(site, { path, ...options })).text).toContain(texts);
  });

  test('answers a browser with a page that links back', async () => {
    const browserRequest = { ...json, headers: { ...json.headers, accept: 'text/html,*/*;q=0.8' } };
    const refused = await exchange(site, { ...browserRequest, path: '/el/contact?about=roche' });
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.text).toContain('<html lang="el">');
    expect(refused.text).toContain('<a href="/el/contact">Πίσω στη σελίδα</a>');
    expect((await exchange(site, { ...browserRequest, path: '/%22%3E<x' })).text).toContain(
      '<a href="/">',
    );
  });
});

test('sends each security header once with every kind of response; healthz says ok', async () => {
  for (const path of ['/', '/nope', '/healthz', '/assets/']) {
    const response = await fetch(site + path);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  }
  const { status, text } = await exchange(site, { path: '/healthz' });
  expect([status, text]).toEqual([200, 'ok\n']);
});

const privacyOf = ({ headers }: Awaited<ReturnType<typeof exchange>>) => ({
  cache: headers['cache-control'],
  robots: headers['x-robots-tag'],
  referrer: headers['referrer-policy'],
});
const PRIVATE = {
  cache: 'no-store, no-cache, must-revalidate, private',
  robots: 'noindex',
  referrer: 'same-origin',
};

test.each([
  '/admin',
  '/Admin.data',
  '/%61dmin',
  '//admin',
  '/x/../admin',
  '/admin/dashboard/_.data',
  '/ADMIN/dashboard/export.xlsx',
  '/admin/dashboard/export%2ecsv',
  '/admin/dashboard/events?since=x',
  '/admin/unknown',
  '/reset%2Dpassword',
  '/Reset-Password.data',
])('keeps %s private in every spelling and with every method', async (path) => {
  for (const asked of [{}, { method: 'HEAD' }, posted('a=1')]) {
    const headers = { cookie, ...('headers' in asked ? asked.headers : {}) };
    expect(privacyOf(await exchange(site, { path, ...asked, headers }))).toEqual(PRIVATE);
  }
});

test('keeps a refusal at a private path private too', async () => {
  for (const [path, headers] of [
    ['/ADMIN/dashboard/export.csv', { 'sec-fetch-site': 'cross-site', cookie }],
    ['/%61dmin', { 'content-type': 'application/json' }],
  ] as const) {
    const refused = await exchange(site, { path, method: 'POST', headers, body: 'a=1' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(privacyOf(refused)).toMatchObject({ robots: 'noindex', referrer: 'same-origin' });
    expect(refused.headers['cache-control']).toContain('no-store');
  }
});

test.each([
  ['/ABOUT', '/about'],
  ['/About/?utm_source=Mail', '/about?utm_source=Mail'],
  ['/ABOUT.data', '/about.data'],
  ['/projects/roche/?photo=2', '/projects/roche?photo=2'],
  ['/EL/Projects/Roche?photo=2', '/el/projects/roche?photo=2'],
  ['/el/', '/el'],
  ['/SITEMAP.xml', '/sitemap.xml'],
  ['//about/', '/about'],
  ['/About/Us/', '/About/Us'],
  // Without looking for the page, which takes a slot of a busy site.
  ['/Projects/Never-Built/', '/projects/never-built'],
])('R-7 EL-1 redirects %s permanently to %s', async (path, end) => {
  const { status, headers } = await exchange(site, { path });
  expect([status, headers.location]).toEqual([301, end]);
});

test.each(['/NOWHERE', '/Projects/Never-Built', '/About/Us'])(
  'R-7 answers %s with 404, not with a redirect',
  async (path) => expect((await exchange(site, { path })).status).toBe(404),
);

test('accepts a form that is posted to another spelling of its path', async () => {
  for (const path of ['/CONTACT', '/%63ontact', '/contact/'])
    expect((await exchange(site, { path, ...posted('full_name=E') })).status).toBe(422);
});

test('D-6 sends downloads with a sandbox policy, unlike pages', async () => {
  const files = ['export.csv', 'export.xlsx'].map((path) => ({ path, headers: { cookie } }));
  const person = { path: 'person/file', ...posted('email=eleni%40mail.example', { cookie }) };
  // One after the other: there is one place for exports.
  for (const asked of [...files, person]) {
    const answer = await exchange(site, { ...asked, path: `/admin/dashboard/${asked.path}` });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
  }
});

/** Answers a request while a table that it needs is away. */
async function answerWithoutTable(table: string, ask: () => Promise<Page>): Promise<Page> {
  getSqliteConnection().exec(`ALTER TABLE ${table} RENAME TO away`);
  try {
    return await ask();
  } finally {
    getSqliteConnection().exec(`ALTER TABLE away RENAME TO ${table}`);
  }
}

const titleOf = (page: Page) => page.texts('title')[0];

test('shows a failed login page in its frame, with a way to try again', async () => {
  const browser = new PlainBrowser(site);
  const page = await answerWithoutTable('counted_uses', () => browser.get('/admin?password=typed'));
  expect(page.status).toBe(500);
  expect(page.html).not.toContain('password=typed');
  expect(titleOf(page)).toContain(requestFailures.en.title);
  expect(page.text).toContain(requestFailures.en.broken);
  expect(page.html).toContain(`aria-label="${getAuthPageTexts('en').logoLabel}"`);
  expect(page.html).not.toMatch(/no such table|SQLITE/);
  expect((await browser.get(linkTo(page, requestFailures.en.tryAgain))).status).toBe(200);
});

test('D-5 shows a failed page of the desk below its header, with a way to try again', async () => {
  const path = '/admin/dashboard/account';
  const page = await answerWithoutTable('recovery_codes', () => admin.get(path));
  expect(page.status).toBe(500);
  expect(titleOf(page)).toContain(requestFailures.en.title);
  expect(page.text).toContain('Logout');
  expect(page.html).not.toMatch(/no such table|SQLITE/);
  expect(linkTo(page, requestFailures.en.tryAgain)).toBe(path);
  expect((await admin.get(path)).status).toBe(200);
});

test('shows a failed public page in the shell, with a way to try again', async () => {
  const page = await new PlainBrowser(site).post('/about', {});
  expect(page.status).toBe(405);
  expect(titleOf(page)).toContain(getPageTexts('en').outOfOrder.title);
  expect(page.all('footer')).toHaveLength(1);
  expect(linkTo(page, getPageTexts('en').outOfOrder.retryLabel)).toBe('/about');
});

test.each(['/about', '/el/projects', '/about.data', '/sitemap.xml', '/robots.txt', '/healthz'])(
  'answers a POST to %s, which takes none, with the allowed methods',
  async (path) => {
    const refused = await exchange(site, { path, ...posted('a=1') });
    expect(refused.status).toBe(405);
    expect(refused.headers['allow']).toBe('GET, HEAD');
  },
);

test.each(['/no-such-page', '/el/no-such-page', '/admin/no-such-page', '/projects/roche/no'])(
  'a POST to %s, which does not exist, is 404 like a GET',
  async (path) => {
    const refused = await exchange(site, { path, ...posted('a=1') });
    expect(refused.status).toBe(404);
    expect(refused.headers['allow']).toBeUndefined();
  },
);

/** Sends text as it stands and returns all that the server answers. */
async function sendText(text: string): Promise<string> {
  const socket = connect({ port: Number(new URL(site).port), host: '127.0.0.1' });
  socket.write(text);
  return (await socket.toArray()).join('');
}

test.each(['close', 'keep-alive'])(
  'after a form, the connection is %s as its client asks',
  async (connection) => {
    const form = posted('full_name=E', { connection });
    const { headers } = await exchange(site, { path: '/contact', ...form });
    expect(headers).toMatchObject({ connection });
  },
);

test('/healthz answers a monitor that speaks HTTP/1.0 and sends no Host; pages do not', async () => {
  expect(await sendText('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*\r\nok\n$/);
  expect(await sendText('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendText('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test.each([
  [`${ORIGIN}/about`, 200],
  [`${ORIGIN}`, 200],
  [`${ORIGIN}/about/`, 301],
  [`${site}/contact`, 200],
  ['http://evil.example/about', 400],
  [`ftp://${new URL(ORIGIN).host}/about`, 400],
  [`http://user@${new URL(ORIGIN).host}/about`, 400],
  ['about', 400],
])('answers the request target %s with %i', async (path, status) => {
  const answer = await exchange(site, { path });
  expect(answer.status).toBe(status);
  if (status === 301) expect(answer.headers.location).toBe('/about');
});

test('does not log a client that disconnects early as a server error', async () => {
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const boundary = 'multipart/form-data; boundary=b';
  const leave = (text: string) => {
    const socket = connect({ port: Number(new URL(site).port), host: '127.0.0.1' });
    socket.write(text, () => socket.destroy());
  };
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
  const upload = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n` +
    `Content-Type: ${boundary}\r\nContent-Length: 900000\r\n\r\n` +
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  const desk = '/admin/dashboard';
  const pages = ['/contact', '/contact.data', '/admin', desk, `${desk}.data`, `${desk}/export.csv`];
  for (let round = 0; round < 20; round++) {
    for (const path of [...pages, `${desk}/export.xlsx`, `${desk}/events?since=0`])
      leave(get(path));
    for (const path of ['/contact', `${desk}/site/projects/new`, '/admin']) leave(upload(path));
  }
  const lines = (pattern: RegExp) =>
    writes
      .flatMap(({ mock }) => mock.calls.map(([text]) => String(text)))
      .flatMap((text) => text.split('\n').filter((line) => pattern.test(line)));
  await eventually(() => expect(lines(/"status":499/)).not.toHaveLength(0));
  expect((await exchange(site, { path: '/contact' })).status).toBe(200);
  expect(lines(/"status":5\d\d|"event":"(unhandled|route-error|uncaught)"/)).toEqual([]);
  for (const write of writes) write.mockRestore();
});
