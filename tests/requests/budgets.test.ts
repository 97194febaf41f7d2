import { describe, expect, test } from 'vitest';
import { weighPage } from '../support/page-weight.ts';
import { startSite } from '../support/site.ts';

const KB = 1024;
const site = await startSite();

/** React and router are 97 KB; what moves a page may add 25 to that, on the home page less. */
const scriptsLimit = (path: string) => (path === '/' ? 110 : 97 + 25) * KB;

const PAGES = ['/', '/about', '/projects', '/projects/roche', '/insights', '/media', '/privacy'];

describe.each([...PAGES, '/insights/our-philosophy', '/financial-data', '/page/materials'])(
  'the bytes of %s',
  async (path) => {
    const weight = await weighPage(site, path);

    test(`scripts stay below ${scriptsLimit(path) / KB} KB`, () => {
      expect(weight.scripts).toBeGreaterThan(20 * KB);
      expect(weight.scripts).toBeLessThanOrEqual(scriptsLimit(path));
    });

    test('styles stay below 12 KB', () => {
      expect(weight.styles).toBeGreaterThan(KB);
      expect(weight.styles).toBeLessThanOrEqual(12 * KB);
    });

    test('fonts that are loaded at once stay below 50 KB', () => {
      expect(weight.fonts).toBeGreaterThan(KB);
      expect(weight.fonts).toBeLessThanOrEqual(50 * KB);
    });

    test('the page itself stays below 30 KB', () => {
      expect(weight.html).toBeLessThanOrEqual(30 * KB);
    });

    test('nothing comes from elsewhere', () => {
      expect(weight.elsewhere).toEqual([]);
    });
  },
);
