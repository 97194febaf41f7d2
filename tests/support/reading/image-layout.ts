import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '../servers/new-data.ts';

/** The last stage of the Dockerfile: its settings and a folder with its files. */
export interface Image {
  folder: string;
  env: { DATA_DIR: string; [name: string]: string };
  command: string[];
  healthcheck: string[];
  volume: string;
}

/** Files that the build stage deletes before the last stage copies from it. */
const DELETED_IN_BUILD =
  /^(?:app\/content\/(?:pictures|film)|scripts\/(?:bench|images|dev-media))(?:\/|$)/;
/** Large, read-only folders are linked instead of copied. */
const LARGE_FOLDERS = ['public', 'build/client'];

/**
 * Lays out the image's files in a folder, from this project's build: only the files that the Dockerfile
 * copies, and only production packages. The folder is deleted after the test.
 */
export function layOutImage(): Image {
  const stage = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, '').split('\nFROM ').at(-1)!;
  const folder = newFolder();
  for (const [, from = '', to = ''] of stage.matchAll(
    /^COPY --from=build \/site\/(\S+) (\S+)$/gm,
  )) {
    if (from === 'node_modules') linkPackages(join(folder, to));
    else copyFolder(from, join(folder, to));
  }
  for (const [, target = '', name = ''] of stage.matchAll(/ln -s (\S+) (\S+)$/gm)) {
    symlinkSync(target, join(folder, name));
  }
  const json = (pattern: RegExp) => JSON.parse(pattern.exec(stage)?.[1] ?? '[]') as string[];
  return {
    folder,
    env: parseVariables(/^ENV (.*)$/m.exec(stage)?.[1] ?? ''),
    command: json(/^CMD (\[.*\])$/m),
    healthcheck: json(/^HEALTHCHECK .*?CMD (\[.*\])$/m),
    volume: /^VOLUME (\S+)$/m.exec(stage)![1]!,
  };
}

function copyFolder(from: string, to: string): void {
  const filter = (path: string) => !DELETED_IN_BUILD.test(path) && !LARGE_FOLDERS.includes(path);
  cpSync(from, to, { recursive: true, filter });
  for (const path of LARGE_FOLDERS.filter((one) => one === from || one.startsWith(`${from}/`))) {
    symlinkSync(join(process.cwd(), path), join(to, path.slice(from.length)));
  }
}

/** Parses variables as Docker writes them: `A=1 B=2`. */
function parseVariables(text: string): Image['env'] {
  const pairs = text.split(' ').map((pair) => pair.split('=') as [string, string]);
  return { DATA_DIR: '', ...Object.fromEntries(pairs) };
}

/** Links the packages that `npm prune --omit=dev` leaves. */
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
