import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { imports } from '../support/reading/imports.ts';

test('the development server bundles nothing of the server for the browser, and all that pages import', async () => {
  const server = await createServer({
    mode: 'development',
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  });
  try {
    const { depsOptimizer, moduleGraph } = server.environments.client;
    // As the router's plugin asks for the style sheets of a page: by all that its loader imports.
    for (const name of ['better-sqlite3', 'kysely', 'nodemailer', 'zod'])
      await moduleGraph.getModuleByUrl(name);
    expect(Object.keys(depsOptimizer!.metadata.discovered)).toEqual([]);

    const ofPages = imports.filter(
      ({ from, specifier }) =>
        /^app\/(?!domain|http|content)(?!.*\.server\.)/.test(from) &&
        /^(?!node:)[a-z].*(?<!\/types)$/.test(specifier),
    );
    const left = ofPages.filter(
      ({ specifier }) => !depsOptimizer!.options.include!.includes(specifier),
    );
    expect(left.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
  } finally {
    await server.close();
  }
});
