import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/reading/eventually.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite } from '../support/servers/served-site.ts';

test('PB-4 PB-10 imports 10,000 entries while it serves visitors; the list is paged and the sitemap complete', async () => {
  await using site = await serveSite();
  const folder = newFolder();
  const exportFolder = join(folder, 'many');
  await site.run(['scripts/data.ts', 'content-export', exportFolder]);
  const projects = join(exportFolder, 'projects');
  const name = readdirSync(projects).find((file) => file.endsWith('-roche.json'))!;
  const roche = readFileSync(join(projects, name), 'utf8');
  for (let n = 0; n < 10_000; n++) {
    const entry = roche.replace('"address": "roche"', `"address": "roche-${n}"`);
    writeFileSync(join(projects, `9-${n}.json`), entry);
  }
  const waits: number[] = [];
  let isOver = false;
  const visits = (async () => {
    for (let n = 0; !isOver; n++) {
      const startedAt = performance.now();
      const path = ['/', '/projects', '/projects/roche', '/healthz'][n % 4];
      expect((await fetch(site.url + path)).status).toBe(200);
      waits.push(performance.now() - startedAt);
    }
  })();
  const startedAt = performance.now();
  const imported = await site.run(['scripts/data.ts', 'content-import', exportFolder]);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  const last = await eventually(async () => {
    const answer = await fetch(`${site.url}/projects?page=418`);
    expect(answer.status).toBe(200);
    return answer.text();
  });
  const importMs = performance.now() - startedAt;
  isOver = true;
  await visits;
  console.error(JSON.stringify({ importMs, slowest: Math.max(...waits), visits: waits.length }));
  expect(waits.length).toBeGreaterThan(20);
  expect(Math.max(...waits)).toBeLessThan(importMs / 3);
  expect(/<link rel="prev" href="[^"]+\/projects\?page=417"\/>/.test(last)).toBe(true);
  expect(last.includes('rel="next"')).toBe(false);
  expect((await fetch(`${site.url}/projects?page=419`)).status).toBe(404);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  expect(sitemap.match(/<loc>[^<]*\/projects\/roche-\d+</g)).toHaveLength(20_000);
});
