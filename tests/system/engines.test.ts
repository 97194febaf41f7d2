import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../support/engines/engine.ts';
import { FIREFOX_PROGRAMS, startFirefox } from '../support/engines/firefox.ts';
import { Tab } from '../support/engines/tab.ts';
import { startWebKit, WEBKIT_PROGRAMS } from '../support/engines/webkit.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { PASSWORD } from '../support/people/admins.ts';
import { drawing, typed } from '../support/people/enquirer.ts';
import { photo, written } from '../support/people/site-editor.ts';
import { eventually } from '../support/reading/eventually.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

const EMAIL = 'anna@drys.example';

type StartEngine = (options: EngineOptions) => Promise<Engine>;

const engines: [string, readonly string[], StartEngine][] = [
  ['WebKit', WEBKIT_PROGRAMS, startWebKit],
  ['Firefox', FIREFOX_PROGRAMS, startFirefox],
];
const settings = [true, false].flatMap((hasScripts) =>
  [1440, 390].map((width) => ({ hasScripts, width })),
);

describe.each(engines)('%s', (_, programs, startEngine) => {
  describeWithPrograms(programs, () => {
    describe.each(settings)('at $width px, scripts: $hasScripts', ({ hasScripts, width }) => {
      let site: ServedSite;
      let tab: Tab;
      beforeAll(async () => {
        site = await serveSite();
        await site.run([
          'tests/support/people/fill-desk.ts',
          EMAIL,
          JSON.stringify([{ full_name: 'First Enquirer' }, { full_name: 'Second Enquirer' }]),
        ]);
        tab = new Tab(await startEngine({ hasScripts }), site.url);
        await tab.engine.resize(width, 844);
      });
      afterAll(async () => {
        await tab?.close();
        await site?.stop();
      });

      test('EN-1 takes a visitor from the home page to a sent enquiry, in both languages', async () => {
        await tab.open('/');
        expect(await tab.read(() => innerWidth)).toBe(width);
        if (hasScripts) await seeFilm(tab, width);
        await followNavigation(tab, width, 'PROJECTS', '/projects');
        await tab.click('a', 'Roche');
        await tab.seePath(/\/projects\/roche$/);
        await lookAtPictures(tab);
        await tab.click('main a[href^="/contact"]');
        await tab.seePath(/\/contact/);
        await sendEnquiry(tab, hasScripts);
        await followNavigation(tab, width, 'Ελληνικά', '/el/contact');
        await tab.see('Δείξτε μας το σχέδιό σας');
        expect(await tab.read(() => document.documentElement.lang)).toBe('el');
        expect(tab.engine.violations).toEqual([]);
      });

      test('EN-1 takes the staff from signing in to a reply with a file, a published project and signing out', async () => {
        await tab.open('/admin');
        await tab.fill('[name=email]', EMAIL);
        await tab.fill('[name=password]', PASSWORD);
        await tab.click('button', 'Login');
        await tab.seePath(/\/admin\/dashboard$/);
        await workOnEnquiry(tab, hasScripts);
        await publishProject(tab, hasScripts);
        await tab.open('/admin/dashboard');
        await signOut(tab);
        await tab.seePath(/\/admin$/);
        await tab.open('/projects');
        await tab.see('A desk by hand');
        expect(tab.engine.violations).toEqual([]);
      });
    });
  });
});

/** H-1: the page requests only the size of the film that fits the window. */
async function seeFilm(tab: Tab, width: number) {
  const size = width < 768 ? 'hero-saw-small' : 'hero-saw';
  await eventually(async () => {
    const requestedFiles = await tab.read(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /hero-saw[^/]*\.\w+$/.exec(name) ?? []),
    );
    const films = requestedFiles.filter((name) => /(mp4|webm)$/.test(name));
    expect(new Set(films.map((name) => name.split('.')[0]))).toEqual(new Set([size]));
  });
}

/** Follows a link of the header, or of the menu where the window is narrow. */
async function followNavigation(tab: Tab, width: number, name: string, path: string) {
  const isNarrow = width < 768;
  if (isNarrow) await tab.click('header button', 'MENU');
  await tab.click(isNarrow ? '#menu a' : 'header a', name);
  await tab.seePath(new RegExp(`^${path}(\\?|$)`));
}

async function lookAtPictures(tab: Tab) {
  await tab.click('a[href$="?photo=4"]');
  await tab.see('4 / 4');
  await tab.click('[data-viewer] a', 'Next picture');
  await tab.see('1 / 4');
  await tab.click('[data-viewer] a', 'Close');
  await tab.seePath(/\/projects\/roche$/);
  expect(await tab.read(() => document.querySelector('[data-viewer]'))).toBeNull();
}

/** Is refused once, for the email, with all that was wrong in sight. */
async function sendEnquiry(tab: Tab, hasScripts: boolean) {
  await tab.fill('[name=full_name]', typed.full_name);
  await tab.fill('[name=email]', 'nobody');
  await tab.choose('[name=project]', typed.project);
  await tab.attach('[name=files]', drawing('plan.pdf', { bytes: 1000 }));
  await tab.click('button:enabled', 'Send Message');
  await tab.see('Invalid email');
  await eventually(async () => {
    expect(await tab.read(() => document.activeElement?.id)).toBe('email');
    const isSeen = await tab.read(() =>
      ['label[for=email]', '#email'].every((selector) => {
        const element = document.querySelector(selector)!;
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 5, top + 1) === element;
      }),
    );
    expect(isSeen, 'the field and its label are in sight').toBe(true);
  });
  await tab.fill('[name=email]', typed.email);
  if (!hasScripts) await tab.attach('[name=files]', drawing('plan.pdf', { bytes: 1000 }));
  await tab.click('button:enabled', 'Send Message');
  await tab.seePath(/\/contact\?sent=/);
  await tab.see('Message sent successfully');
}

const SECOND = 'Second Enquirer';

/** By mouse: the filters open, a status is set in the list, another enquiry is opened and answered. */
async function workOnEnquiry(tab: Tab, hasScripts: boolean) {
  await tab.click('form[role=search] summary', 'Filters');
  await tab.click('form[role=search] button', 'Search');
  await tab.seePath(/\/admin\/dashboard\?/);
  const status = `select[aria-label="Status of ${SECOND}"]`;
  await tab.choose(status, 'in_progress');
  if (!hasScripts) await tab.click(`form:has(${status}) button`, 'Update');
  await tab.see('Status updated');
  await tab.click('tbody a', `View ${SECOND}`);
  await tab.seePath(/[?&]enquiry=2/);
  await tab.click('[role=dialog] a', 'Reply');
  await tab.fill('[role=dialog] [name=subject]', 'Your desk in oak');
  await tab.fill('[role=dialog] [name=message]', 'On Monday.');
  await tab.attach('[role=dialog] [name=files]', drawing('quotation.pdf', { bytes: 1000 }));
  await tab.click('[role=dialog] button', 'Send reply');
  await tab.see('Your reply is on its way');
  await tab.see('quotation.pdf');
}

/** Opens the groups of fields that are optional. */
function openGroups(tab: Tab): Promise<void> {
  return tab.read(() => {
    for (const group of document.querySelectorAll('details')) {
      if (group.querySelector('[name]')) group.open = true;
    }
  });
}

async function publishProject(tab: Tab, hasScripts: boolean) {
  const title = 'A desk by hand';
  await tab.open('/admin/dashboard/site/projects/new');
  const { category, ...texts } = written(title);
  await openGroups(tab);
  for (const [name, text] of Object.entries(texts)) {
    await tab.fill(`[name=${name}]`, text.replaceAll('\n', ' '));
  }
  await tab.choose('[name=category]', category);
  await tab.attach('[name=pictures]', await photo('room.jpg', 1200, 400));
  if (!hasScripts) await tab.click('form button', 'Save draft');
  await tab.see('Details of a picture');
  await openGroups(tab);
  for (const alt of ['alt_1_en', 'alt_1_el']) await tab.fill(`[name=${alt}]`, 'A desk');
  await tab.lookAtNewTab(
    () => tab.click('form button', 'Preview'),
    async () => {
      await tab.see(title);
      expect(await tab.readPath()).toContain('?preview');
    },
  );
  await tab.click('form button', 'Publish');
  await tab.see('It is now on the site.');
}

async function signOut(tab: Tab) {
  const isFolded = await tab.read(() =>
    document.querySelector('header summary')!.checkVisibility(),
  );
  if (isFolded) await tab.click('header summary');
  await tab.click('button', 'Logout');
}
