import SQLite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, athensDay } from '#app/domain/clock.server.ts';
import { databasePath } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { makeAdmin, signedIn, newAdmin } from '../../support/people/admins.ts';
import { listed, namesListed, toasts, wordsOf } from '../../support/people/desk.ts';
import { type Page, type PlainBrowser, forms } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one, run } from '../../support/servers/store.ts';

const site = await startSite();
const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
await makeAdmin(ANNA);
const basil = await newAdmin(site, BASIL);
const today = () => athensDay(new Date());

let anna: PlainBrowser;
let id: number;
let name: string;
beforeEach(async () => {
  anna = await signedIn(site, ANNA);
  await anna.get('/admin/dashboard');
  name = `Larch${Math.random().toString(36).slice(2)}`;
  id = await putEnquiry({ full_name: name });
});

const open = (browser = anna) => browser.get(`/admin/dashboard?enquiry=${id}`);
const dayOf = () => one('SELECT due_on FROM contact_submissions WHERE id = ?', id);
const dayForm = (page: Page) =>
  forms(page.html).findIndex(({ action }) => action?.includes('/follow-up'));
const dayIn = (page: Page) => forms(page.html)[dayForm(page)]!.fields['due_on'];
const setDay = (page: Page, due_on: string, browser = anna) =>
  browser.submit(page, { due_on }, dayForm(page));
const marked = (page: Page) => listed(page).find((cells) => cells[1]?.includes(name))![1];

describe('DA-4 a follow-up day', () => {
  test('is set, moved and cleared, and history says so', async () => {
    const set = await anna.follow(await setDay(await open(), '2030-03-31'));
    expect(set.url).toBe(`/admin/dashboard?enquiry=${id}`);
    expect(toasts(set)).toEqual(['Follow-up day saved']);
    expect([dayOf(), dayIn(set)]).toEqual(['2030-03-31', '2030-03-31']);
    expect(wordsOf(set.html)).toMatch(/No day to 31 Mar 2030 anna@drys\.example \//);
    const cleared = await anna.follow(await setDay(set, ''));
    expect(toasts(cleared)).toEqual(['Follow-up day cleared']);
    expect(dayOf()).toBeNull();
    expect(wordsOf(cleared.html)).toContain('31 Mar 2030 to No day');
    const audit = one(
      `SELECT details FROM audit_log WHERE event = 'follow-up.changed' ORDER BY id DESC`,
    );
    expect(JSON.parse(String(audit))).toEqual({ enquiry: id, from: '2030-03-31', to: null });
  });

  test('that has come is marked and found, one to come is not', async () => {
    const due = async (query = '') =>
      namesListed(await anna.get(`/admin/dashboard?due=1&q=${name}${query}`));
    await setDay(await open(), addDays(today()));
    expect([marked(await open()), await due()]).toEqual([`${name} ${eleni.email}`, []]);
    for (const day of [today(), addDays(today(), -40)]) {
      await setDay(await open(), day);
      expect(marked(await open())).toBe(`${name} Due ${eleni.email}`);
      expect(await due()).toEqual([name]);
      expect(namesListed(await anna.get('/admin/dashboard?due=1'))).toContain(name);
      expect(await due('&assigned=nobody&language=en&status=new')).toEqual([name]);
      expect(await due('&status=completed')).toEqual([]);
      expect(await due('&assigned=me')).toEqual([]);
    }
  });

  test.each(['2030-02-30', '31/03/2030', '1970-01-01', 'soon', '2030-3-1', '2030-03-31T10:00'])(
    '%s is none: 422, and it stays in its field',
    async (day) => {
      const answer = await setDay(await open(), day);
      expect([answer.status, dayOf()]).toEqual([422, null]);
      expect(toasts(answer)[0]).toContain('Write the day as in 2026-03-31, or leave it empty.');
      expect(dayIn(answer)).toBe(day);
    },
  );

  test('that somebody moved meanwhile is not overwritten, and what was typed stays', async () => {
    const stale = await open();
    await setDay(await open(basil), '2030-01-02', basil);
    const answer = await setDay(stale, '2030-03-31');
    expect([answer.status, dayOf()]).toEqual([409, '2030-01-02']);
    expect(toasts(answer)[0]).toMatch(
      /basil@drys\.example changed it to 02 Jan 2030 on .* Nothing was overwritten\.$/,
    );
    expect(dayIn(answer)).toBe('2030-03-31');
    expect((await setDay(answer, '2030-03-31')).status).toBe(303);
  });

  test('D-5 of a deleted enquiry is not set, nor while the store is busy', async () => {
    const page = await open();
    const other = new SQLite(databasePath());
    other.exec('BEGIN IMMEDIATE');
    const busy = await setDay(page, '2030-03-31').finally(() => other.close());
    expect([busy.status, dayIn(busy)]).toEqual([503, '2030-03-31']);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    expect((await setDay(page, '2030-03-31')).status).toBe(404);
  });
});
