import { expect, test } from 'vitest';
import { startLater } from '#app/document-scripts.tsx';

const module = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-3.js";

window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry-4.js");`;
const files = ['/assets/manifest-1.js', '/assets/framework-5.js'];
const later = startLater(module, files);

test('nothing of the start of a page is imported before its paint', () => {
  expect(later).not.toMatch(/^import /m);
  const paint = later.indexOf('first-contentful-paint');
  expect(paint).toBeGreaterThan(0);
  for (const fetching of ['modulepreload', 'import(']) {
    expect(later.indexOf(fetching)).toBeGreaterThan(paint);
  }
});

test('then all files are asked for at once, and imported in their order', () => {
  expect(later).toContain(`for (const href of ${JSON.stringify(files)})`);
  const steps = [
    'await import("/assets/manifest-1.js");',
    'const route0 = await import("/assets/root-2.js");',
    'const route1 = await import("/assets/home-3.js");',
    'window.__reactRouterRouteModules',
    'import("/assets/entry-4.js");',
  ];
  const places = steps.map((step) => later.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('the development server keeps its own import in front', () => {
  const dev = startLater(`import "/hmr";import "/manifest";\nimport * as route0 from "/root";`, []);
  expect(dev).toContain('await import("/hmr");await import("/manifest");');
});
