import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { interpolate } from '#app/components/texts.ts';
import { getLocalizedPath } from '#app/content/language.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { findOrInstallBrowser } from '../../scripts/command-line/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { imports } from '../support/reading/imports.ts';
import { DESK_PATHS, SIGN_IN_PATHS, SITE_PATHS } from '../support/reading/templates.ts';
import { freePort, listen } from '../support/servers/free-port.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { runScript } from '../support/servers/served-site.ts';
import { endProcess } from '../support/servers/start-program.ts';

test('bundles every package that pages import, but no package that only the server imports', async () => {
  const server = await createServer({
    mode: 'development',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  });
  try {
    const { depsOptimizer, moduleGraph } = server.environments.client;
    // The router's plugin looks for a page's style sheets in the same way: in all imports of its loader.
    for (const name of ['better-sqlite3', 'kysely', 'nodemailer', 'zod'])
      await moduleGraph.getModuleByUrl(name);
    expect(Object.keys(depsOptimizer!.metadata.discovered)).toEqual([]);

    const pageImports = imports.filter(
      ({ from, specifier }) =>
        /^app\/(?!domain|http|content|routes\.ts)(?!.*\.server\.)/.test(from) &&
        /^(?!node:)[@a-z].*(?<!\/types)$/.test(specifier),
    );
    const unbundled = pageImports.filter(
      ({ specifier }) => !depsOptimizer!.options.include!.includes(specifier),
    );
    expect(unbundled.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
  } finally {
    await server.close();
  }
});

describe('npm run dev', () => {
  const dataDir = newFolder();
  let server: ChildProcess;
  let url: string;
  let page: Page;
  let output = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    await start();
    const browser = await chromium.launch({
      executablePath: findOrInstallBrowser(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage();
    page.on('console', (message) => {
      const isExpected = /status of 404/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) {
        complaints.push(`${page.url()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    return () => browser.close();
  });

  afterAll(() => endProcess(server, 'SIGTERM'));

  test('opens every template with nothing on the console', async () => {
    for (const path of [...SITE_PATHS, ...SITE_PATHS.map((site) => getLocalizedPath('el', site))]) {
      await open(path);
    }
    for (const path of SIGN_IN_PATHS) await open(path);
    await signIn();
    const names = {
      id: 1,
      word: 'a',
      page: Number(firstEntry('pages')),
      document: Number(firstEntry('documents')),
      company: Number(firstEntry('company')),
      client: Number(firstEntry('clients')),
    };
    for (const path of Object.values(DESK_PATHS).flat()) {
      await open(`/admin/dashboard${interpolate(path, names)}`);
    }
    expect(complaints).toEqual([]);
    expect(output).not.toMatch(/warning|error/i);
  });

  test('PB-1 SE-2 serves the pictures and sharing previews of the sample content', async () => {
    for (const path of ['/og/projects/roche.jpg', '/clients/roche.svg'])
      expect((await fetch(url + path)).status, path).toBe(200);
    await open('/projects/roche');
    const source = await page.locator('main img').first().getAttribute('src');
    expect(source).toMatch(/^\/media-files\//);
    expect((await fetch(url + source!)).status).toBe(200);
  });

  test('PB-3 shows earlier publications after a restart', async () => {
    await endProcess(server, 'SIGTERM');
    using file = new SqliteFile(join(dataDir, 'drys.db'));
    const rename = `UPDATE site_entries SET published = json_set(published, '$.title.en', 'A renamed project')
      WHERE kind = 'projects' AND slug = 'roche'`;
    expect(file.prepare(rename).run().changes).toBe(1);
    await start();
    await open('/projects/roche');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A renamed project');
  });

  test('ends within 10 seconds although a mail server is silent', async () => {
    await endProcess(server, 'SIGTERM');
    const mailServer = createTcpServer((socket) => socket.write('220 silent from now on\r\n'));
    onTestFinished(() => void mailServer.close());
    const connection = once(mailServer, 'connection');
    await start({ SMTP_URL: `smtp://127.0.0.1:${await listen(mailServer)}` });
    const invite = ['scripts/admin.ts', 'invite', 'new@drys.example'];
    expect((await runScript(invite, { DATA_DIR: dataDir })).code).toBe(0);
    await connection;

    const stoppedAt = performance.now();
    await endProcess(server, 'SIGTERM');
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  });

  async function start(settings: Record<string, string> = {}): Promise<void> {
    const port = await freePort();
    url = `http://localhost:${port}`;
    output = '';
    const ownSettings = { NODE_ENV: '', DATA_DIR: dataDir, PORT: String(port) };
    const env = { ...process.env, ...ownSettings, ...settings };
    server = spawn('npm', ['run', '-s', 'dev'], { env });
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await eventually(() => expect(output).toContain('Admin login: '));
    await eventually(async () => expect((await fetch(url)).status).toBe(200));
  }

  async function open(path: string): Promise<void> {
    await page.goto(`${url}${path}`);
    await page.waitForFunction(() => window.early === undefined);
  }

  async function signIn(): Promise<void> {
    const [, email = '', password = ''] = /Admin login: \S+ +(\S+) +(\S+)/.exec(output)!;
    await open('/admin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/admin\/dashboard/);
  }

  function firstEntry(kind: string): number | null {
    using file = new SqliteFile(join(dataDir, 'drys.db'), { readonly: true });
    const query = file.prepare('SELECT min(id) FROM site_entries WHERE kind = ?');
    return query.pluck().get(kind) as number | null;
  }
});
