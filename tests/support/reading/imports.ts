import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Import {
  from: string;
  to: string;
  /** As it is written. */
  specifier: string;
}

/** The paths of all code files in app, db and scripts. */
export const codeFiles = ['app', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** All their imports, including type imports and `import()`. */
export const imports: Import[] = codeFiles.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => ({ from, specifier, to: resolveSpecifier(from, specifier) }),
  ),
);

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier === '#costs') return 'app/domain/costs.server.ts';
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(from, '..', specifier) : specifier;
}

/** The imports from one of these files to another. */
export const ownImports = imports.filter(({ to }) => existsSync(to) && to !== 'package.json');

/** Returns the cycles of a graph, each as its sorted names. */
export function findCycles(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const reach = (start: string): Set<string> => {
    const reachedNames = new Set<string>();
    const pending = [start];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const to of next.get(name) ?? [])
        if (!reachedNames.has(to)) pending.push((reachedNames.add(to), to));
    }
    return reachedNames;
  };
  const reachableNames = new Map([...next.keys()].map((name) => [name, reach(name)]));
  const membersOfCycles = [...reachableNames].filter(([name, names]) => names.has(name));
  const cycles = membersOfCycles.map(([name, names]) =>
    [...names].filter((other) => reachableNames.get(other)?.has(name)).sort(),
  );
  return [...new Map(cycles.map((names) => [names.join(), names])).values()];
}

export const getFolder = (file: string): string => dirname(file);
