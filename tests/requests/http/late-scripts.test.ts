import { expect, test } from 'vitest';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();
// React decides at its import whether it is of production.
const { startLater } = await import('#app/document-scripts.tsx');

async function moduleOf(path: string): Promise<string> {
  const { text } = await exchange(site, { path });
  return /<script[^>]*type="module"[^>]*>([^]+?)<\/script>/.exec(text)![1]!;
}

/** Whether nothing is fetched before the paint, and then all at once, each imported in this order. */
function expectLater(module: string, files: readonly string[]): void {
  expect(module).not.toMatch(/^\s*import\s*["*{]/m);
  const paint = module.indexOf('first-contentful-paint');
  for (const fetching of ['modulepreload', 'import(']) {
    expect(module.indexOf(fetching)).toBeGreaterThan(paint);
  }
  expect(paint).toBeGreaterThan(0);
  const imported = [...module.matchAll(/import\("([^"]+)"\)/g)].map(([, file]) => file);
  expect(imported).toEqual(files);
  const asked = /for \(const href of (\[[^\]]*\])\)/.exec(module)![1]!;
  expect(JSON.parse(asked)).toEqual(expect.arrayContaining([...files]));
}

test('the module that the installed router writes is started later, whole and in its order', async () => {
  // The desk does not wait: its page has the module as the router wrote it.
  const own = await moduleOf('/admin');
  const files = [...own.matchAll(/import[^"]*"(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(3);
  expect(own).toMatch(/^import "\/assets\/manifest-/);
  const later = startLater(own, files);
  expectLater(later, files);
  const [, names = ''] = /__reactRouterRouteModules = \{(.*)\}/.exec(own)!;
  for (const [, name] of names.matchAll(/:(\w+)/g))
    expect(later).toContain(`const ${name} = await import(`);
});

test('a public page waits for its paint, and announces no script before', async () => {
  const module = await moduleOf('/');
  const files = [...module.matchAll(/import\("([^"]+)"\)/g)].map(([, file]) => file!);
  expectLater(module, files);
  const { text } = await exchange(site, { path: '/' });
  expect(text).not.toMatch(/<link[^>]+modulepreload/);
});

test('the development server keeps its own import in front', () => {
  const dev = startLater(`import "/hmr";import "/manifest";\nimport * as route0 from "/root";`, []);
  expect(dev).toContain('await import("/hmr");await import("/manifest");');
});
