import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operationsBlock } from '../../support/reading/fenced.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { layOutImage, variables } from '../../support/reading/image-layout.ts';
import { serveSite } from '../../support/servers/served-site.ts';

// Both are what production runs: without the costs of the tests.
const production = { NODE_OPTIONS: '' };

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

test('the container: its command, its health check and the commands for it', async () => {
  const image = layOutImage();
  expect(existsSync(`${image.folder}/tests`)).toBe(false);
  expect(existsSync(`${image.folder}/node_modules/playwright`)).toBe(false);
  // The image's `node` is the one this runs with, and the port any that is free.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const port = String(await freePort());
  const { DATA_DIR: volume, ...env } = { ...image.env, ...production, PATH: path, PORT: port };
  expect(volume).toBe(image.volume);
  const site = await serveSite(env, image.folder, image.command);
  const inside = { ...process.env, ...env, DATA_DIR: site.dataDir };
  expect((await fetch(`${site.url}/about`)).status).toBe(200);
  expect((await fetch(`${site.url}/pictures/hero-saw-poster-1440.avif`)).status).toBe(200);
  expect(await run(image.healthcheck, image.folder, inside)).toMatchObject({ code: 0 });

  const commands = operationsBlock('sh', 'docker exec').matchAll(/^docker exec drys (.*)$/gm);
  const ended: Ended[] = [];
  for (const [, words = ''] of commands) {
    const command = words
      .split(' ')
      .map((word) => word.replace(new RegExp(`^${image.volume}/`), `${site.dataDir}/`));
    ended.push(await run(command, image.folder, inside));
  }
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(ended[0]!.stdout).toMatch(/#access_token=.*\nCode: /);
  expect(existsSync(`${site.dataDir}/backup.db`)).toBe(true);

  await site.stop();
  expect(await run(image.healthcheck, image.folder, inside)).toMatchObject({ code: 1 });
});

test('the image has what is left of the build stage, and not the costs of the tests', async () => {
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/&& rm -rf .*\btests$/m);
  const image = layOutImage();
  const env = { ...production, NODE_OPTIONS: '--conditions=drys-test' };
  await expect(serveSite(env, image.folder, image.command)).rejects.toThrow(/support\/costs\.ts/);
});

test('the unit: its command, in its folder and environment, and how it is stopped', async () => {
  const unit = operationsBlock('ini', 'drys@.service');
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const here = (text: string) => text.replaceAll(setting('WorkingDirectory'), process.cwd());
  const { DATA_DIR: state, PORT, ...given } = variables(setting('Environment'));
  const env = { ...given, ...production };
  expect([PORT, setting('Description')]).toEqual(['%i', 'DRYS website on port %i']);
  expect(state).toBe(`/var/lib/${setting('StateDirectory')}`);
  const command = here(setting('ExecStart')).split(' ');
  const site = await serveSite(env, process.cwd(), command);
  onTestFinished(() => site.stop());
  const secure = { host: 'drys.example', 'x-forwarded-proto': 'https' };
  expect((await fetch(`${site.url}/healthz`, { headers: secure })).status).toBe(200);
  const ended = once(site.process(), 'exit');
  site.process().kill('SIGTERM');
  expect(await ended).toEqual([0, null]);

  const refused = { ...process.env, ...env, DATA_DIR: site.dataDir, PORT: 'none' };
  const { code, stderr } = await run(command, process.cwd(), refused);
  expect([String(code), stderr]).toEqual([
    setting('RestartPreventExitStatus'),
    'PORT must be a whole number\n',
  ]);
});
