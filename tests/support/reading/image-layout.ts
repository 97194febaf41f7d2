import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What the last stage of the Dockerfile says, and a folder laid out as it says. */
export interface Image {
  folder: string;
  env: { DATA_DIR: string; [name: string]: string };
  command: string[];
  healthcheck: string[];
  volume: string;
}

/** What the build stage deletes before anything is copied from it. */
const deleted = /^(?:app\/content\/(?:pictures|film)|scripts\/(?:bench|images|dev-media))(?:\/|$)/;
/** What is read only, and large: linked. */
const large = ['public', 'build/client'];

/**
 * The image as the Dockerfile makes it, of this project's build: only what it copies is there, of
 * the packages only those of production. It goes when the test is over.
 */
export function layOutImage(): Image {
  const stage = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, '').split('\nFROM ').at(-1)!;
  const folder = mkdtempSync(join(tmpdir(), 'drys-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [, from = '', to = ''] of stage.matchAll(
    /^COPY --from=build \/site\/(\S+) (\S+)$/gm,
  )) {
    if (from === 'node_modules') linkPackages(join(folder, to));
    else copy(from, join(folder, to));
  }
  for (const [, target = '', name = ''] of stage.matchAll(/ln -s (\S+) (\S+)$/gm)) {
    symlinkSync(target, join(folder, name));
  }
  const json = (pattern: RegExp) => JSON.parse(pattern.exec(stage)?.[1] ?? '[]') as string[];
  return {
    folder,
    env: variables(/^ENV (.*)$/m.exec(stage)?.[1] ?? ''),
    command: json(/^CMD (\[.*\])$/m),
    healthcheck: json(/^HEALTHCHECK .*?CMD (\[.*\])$/m),
    volume: /^VOLUME (\S+)$/m.exec(stage)![1]!,
  };
}

function copy(from: string, to: string): void {
  const filter = (path: string) => !deleted.test(path) && !large.includes(path);
  cpSync(from, to, { recursive: true, filter });
  for (const path of large.filter((one) => one === from || one.startsWith(`${from}/`))) {
    symlinkSync(join(process.cwd(), path), join(to, path.slice(from.length)));
  }
}

/** Variables as Docker writes them: `A=1 B=2`, the folder of the data among them. */
function variables(text: string): Image['env'] {
  const pairs = text.split(' ').map((pair) => pair.split('=') as [string, string]);
  return { DATA_DIR: '', ...Object.fromEntries(pairs) };
}

/** What `npm prune --omit=dev` leaves. */
function linkPackages(folder: string): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (!name || dev) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(process.cwd(), path), join(folder, name));
  }
}
