import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { operationsBlock } from '../support/reading/fenced.ts';
import { layOutImage } from '../support/reading/image-layout.ts';
import { freePort } from '../support/servers/free-port.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite } from '../support/servers/served-site.ts';

// Both are what production runs: without the costs of the tests.
const production = { NODE_OPTIONS: '' };

/** What Node compiled is kept where it can be, and done without elsewhere. */
const isNoCache = (name: unknown) => !String(name).startsWith('build/compile-cache');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

test('the container runs with its command, its health check and its operator commands', async () => {
  const image = layOutImage();
  expect(existsSync(`${image.folder}/tests`)).toBe(false);
  expect(existsSync(`${image.folder}/node_modules/playwright`)).toBe(false);
  // The image's `node` is the one this runs with, and the port any that is free.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const port = String(await freePort());
  const listFiles = () =>
    readdirSync(image.folder, { recursive: true }).filter(isNoCache).toSorted();
  const filesBefore = listFiles();
  const { DATA_DIR: volume, ...env } = { ...image.env, ...production, PATH: path, PORT: port };
  expect(volume).toBe(image.volume);
  const site = await serveSite(env, image.folder, image.command);
  const containerEnv = { ...process.env, ...env, DATA_DIR: site.dataDir };
  expect((await fetch(`${site.url}/about`)).status).toBe(200);
  expect((await fetch(`${site.url}/pictures/hero-saw-poster-1440.avif`)).status).toBe(200);
  expect(await run(image.healthcheck, image.folder, containerEnv)).toMatchObject({ code: 0 });

  const commands = operationsBlock('sh', 'docker exec').matchAll(/^docker exec drys (.*)$/gm);
  const results: Ended[] = [];
  for (const [, messages = ''] of commands) {
    const command = messages
      .split(' ')
      .map((word) => word.replace(new RegExp(`^${image.volume}/`), `${site.dataDir}/`));
    results.push(await run(command, image.folder, containerEnv));
  }
  expect(results.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, 'Invitation for you@example.com, valid for 7 days. It is also in the mail queue.\n'],
    [0, ''],
  ]);
  expect(results[0]!.stdout).toMatch(/#access_token=.*\nCode: /);
  expect(existsSync(`${site.dataDir}/backup.db`)).toBe(true);

  expect(listFiles(), 'its root may be read-only').toEqual(filesBefore);
  expect(image.env['SQLITE_TMPDIR']).toBe(volume);

  await site.stop();
  expect(await run(image.healthcheck, image.folder, containerEnv)).toMatchObject({ code: 1 });

  const costs = { ...env, NODE_OPTIONS: '--conditions=drys-test' };
  const cheap = serveSite(costs, image.folder, image.command);
  await expect(cheap, 'has not the costs of the tests').rejects.toThrow(/support\/costs\.ts/);
});

test('leaves tests, originals, tools and duplicate files out of the image', () => {
  const text = readFileSync('Dockerfile', 'utf8');
  const [build = '', image = ''] = text.split('AS build')[1]!.split('\nFROM ');
  expect(build).not.toMatch(/\btests\b|COPY \. /);
  expect(image).not.toMatch(/\btests\b|^COPY .*public/m);
  const { folder } = layOutImage();
  expect(readlinkSync(join(folder, 'public'))).toBe('build/client');
  for (const name of ['app/content/pictures', 'app/content/film', 'scripts/bench']) {
    expect(build).toMatch(new RegExp(`rm -rf .*${name}`, 's'));
    expect(existsSync(join(folder, name)), name).toBe(false);
  }
});

test('the operator command runs in the project’s folder with the settings of a file', async () => {
  const folder = newFolder();
  const settings = operationsBlock('dotenv').replace('/var/lib/drys', `${folder}/data`);
  writeFileSync(join(folder, 'drys.env'), settings);
  const script = operationsBlock('sh', '#!/bin/sh')
    .replace('/srv/drys', process.cwd())
    .replace('/etc/drys.env', join(folder, 'drys.env'))
    .replace('runuser -u drys -- ', '');
  writeFileSync(join(folder, 'drys'), script, { mode: 0o755 });
  const env = { ...process.env, ...production, DATA_DIR: undefined };
  const drys = (...args: string[]) => run([join(folder, 'drys'), ...args], folder, env);
  const { stdout } = await drys('admin', 'invite', staff.anna.email);
  expect(stdout).toMatch(/^https:\/\/drys\.example\/reset-password#.*\nCode: /);
  for (const args of [[], ['serve']]) {
    const stderr = 'usage: drys admin … | drys data … | drys doctor\n';
    expect(await drys(...args)).toMatchObject({ code: 2, stderr });
  }
  expect(await drys('data', 'backup', join(folder, 'a file.db'))).toMatchObject({ code: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(['a file.db', 'data', 'drys', 'drys.env']);
});

test('the systemd unit starts the site in its folder and environment, and stops it', async () => {
  const unit = operationsBlock('ini', 'drys@.service');
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const toLocalPaths = (text: string) =>
    text.replaceAll(setting('WorkingDirectory'), process.cwd());
  const { DATA_DIR: state, ...operatorEnv } = parseEnv(operationsBlock('dotenv'));
  const env = { ...operatorEnv, ...production } as Record<string, string>;
  expect(setting('Environment')).toBe('PORT=%i');
  expect(operatorEnv).not.toHaveProperty('PORT');
  expect(state).toBe(`/var/lib/${setting('StateDirectory')}`);
  const command = toLocalPaths(setting('ExecStart')).split(' ');
  await using site = await serveSite(env, process.cwd(), command);
  const secure = { host: 'drys.example', 'x-forwarded-proto': 'https' };
  expect((await fetch(`${site.url}/healthz`, { headers: secure })).status).toBe(200);
  const exitEvent = once(site.process(), 'exit');
  site.process().kill('SIGTERM');
  expect(await exitEvent).toEqual([0, null]);

  const refused = { ...process.env, ...env, DATA_DIR: site.dataDir, PORT: 'none' };
  const { code, stderr } = await run(command, process.cwd(), refused);
  expect(String(code)).toBe(setting('RestartPreventExitStatus'));
  expect(stderr).toBe('PORT must be a whole number.\n');
});
