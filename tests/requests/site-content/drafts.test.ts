import { expect, test } from 'vitest';
import { signedOut } from '#app/content/words/auth.server.ts';
import { signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import {
  PROJECTS,
  described,
  entryForm,
  made,
  photo,
  press,
  pressWith,
  published,
} from '../../support/people/site-editor.ts';
import type { Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const ANNA = staff.anna.email;
const site = await startSite();
await makeAdmin(ANNA);
await makeAdmin(staff.basil.email);
const TEXT = 'Δρύς, ελιά και καρυδιά. '.repeat(240).trim();
const BEGUN = 'Not saved yet. This is what you had begun.';
const anna = await signedIn(site, ANNA);

/** From an answer that leads to the login to the page to which the login leads back. */
async function logInAgain(answer: Page): Promise<Page> {
  expect(answer.outcome).toMatch(/^307 \/admin\?draft=/);
  const login = await anna.follow(answer);
  const back = await anna.submit(login, { email: ANNA, password: PASSWORD });
  return anna.follow(back);
}

const ends: [string, () => unknown][] = [
  ['ended', () => signOutAdmin(ANNA)],
  ['lost with its cookie', () => anna.cookies.clear()],
];

test.each(ends)(
  'DK-6 a project that was written while the session was %s waits behind the login',
  async (_, end) => {
    const page = await anna.get(`${PROJECTS}/new`);
    await end();
    const typed = {
      title_en: 'Half a Project',
      description_el: TEXT,
      new_category_el: 'Πλοία',
      ...described('02-roche-2', 1),
      ...described('02-roche', 2),
    };
    const back = await logInAgain(await press(anna, page, 'later-1', typed));
    expect(back.url).toBe(`${PROJECTS}/new`);
    expect(wordsOf(back.html)).toContain(BEGUN);
    expect(entryForm(back)).toMatchObject({
      title_en: 'Half a Project',
      description_el: TEXT,
      new_category_el: 'Πλοία',
      picture_1: '02-roche',
      picture_2: '02-roche-2',
      alt_2_en: 'Picture 1',
    });
    // The form is the one that was open: saved twice, it is one entry.
    const saved = await press(anna, back, 'save', { new_category_en: 'Ships' });
    expect(saved.status).toBe(303);
    expect(wordsOf((await anna.get(`${PROJECTS}/new`)).html)).not.toContain(BEGUN);
  },
);

test.each(ends)(
  'DK-6 files do not wait when the session was %s: the login says so, the form names them',
  async (_, end) => {
    const page = await made(anna, { title_en: 'With Files', ...described('02-roche') });
    await end();
    const files = [await photo('veranda.jpg', 1300, 900), await photo('κήπος.jpg', 1300, 900)];
    const answer = await pressWith(
      anna,
      page,
      files.map((file) => ['pictures', file] as const),
      { description_en: 'Typed beside them.' },
    );
    expect((await anna.follow(answer)).text).toContain(signedOut.en.files);
    const back = await logInAgain(answer);
    expect(entryForm(back)).toMatchObject({
      description_en: 'Typed beside them.',
      picture_1: '02-roche',
      alt_1_en: 'Picture 1',
    });
    for (const { name } of files)
      expect(wordsOf(back.html)).toContain(`${name} did not arrive. Please choose it again.`);
    expect(entryForm(await anna.get(`${PROJECTS}/2`))['description_en']).not.toContain('Typed');
  },
);

test('DK-6 PB-8 what somebody saved meanwhile is not overwritten by what waited', async () => {
  const basil = await signedIn(site, staff.basil.email);
  const page = await published(anna, 'Waited too Long');
  await signOutAdmin(ANNA);
  const answer = await press(anna, page, 'save', { description_en: 'Mine, later.' });
  await press(basil, await basil.get(page.url), 'save', { description_en: 'Theirs, first.' });
  const back = await logInAgain(answer);
  expect(entryForm(back)['description_en']).toBe('Mine, later.');
  const stale = await press(anna, back, 'save');
  expect(stale.status).toBe(409);
  expect(wordsOf(stale.html)).toContain('Theirs, first.');
});
