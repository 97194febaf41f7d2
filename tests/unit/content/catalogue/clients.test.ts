import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from '#app/content/catalogue/clients.server.ts';

test('P-12 17 clients, each once', () => {
  expect(clients).toHaveLength(17);
  expect(new Set(clients.map(({ slug }) => slug))).toHaveLength(17);
});

test.each(clients)('P-12 the word-mark of $name is its name as a drawing', (client) => {
  const path = resolve(import.meta.dirname, `../../../../public/clients/${client.slug}.svg`);
  const svg = readFileSync(path, 'utf8');
  expect(svg).toContain(`<title>${client.name}</title>`);
  expect(svg).toContain('viewBox="0 0 240 80"');
  expect(svg).not.toMatch(/<(script|image|text|style)|href/);
});
