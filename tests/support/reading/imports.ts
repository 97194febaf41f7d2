import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Import {
  from: string;
  to: string;
  /** As it is written. */
  specifier: string;
}

/** The code of the product: every file of app, db and scripts, by its path in the project. */
export const codeFiles = ['app', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** All their imports: of types too, and those of `import()`. */
export const imports: Import[] = codeFiles.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => ({ from, specifier, to: targetOf(from, specifier) }),
  ),
);

function targetOf(from: string, specifier: string): string {
  if (specifier === '#costs') return 'app/domain/costs.server.ts';
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(from, '..', specifier) : specifier;
}

/** Those from one file of the product to another. */
export const ownImports = imports.filter(({ to }) => existsSync(to) && to !== 'package.json');

/** The circles of a graph, each as the names that lie on it; [] when there is none. */
export function circlesOf(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const todo = [start];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      for (const to of next.get(at) ?? []) if (!seen.has(to)) todo.push((seen.add(to), to));
    }
    return seen;
  };
  const reached = new Map([...next.keys()].map((name) => [name, reach(name)]));
  const circles = [...reached].filter(([name, names]) => names.has(name));
  const together = circles.map(([name, names]) =>
    [...names].filter((other) => reached.get(other)?.has(name)).sort(),
  );
  return [...new Map(together.map((names) => [names.join(), names])).values()];
}

/** The folder of a file. */
export const roomOf = (file: string): string => dirname(file);
