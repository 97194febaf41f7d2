import { beforeEach, describe, expect, test } from 'vitest';
import { disableAdmin, enableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { linkTo, listed, namesListed, toasts, wordsOf } from '../../support/people/desk.ts';
import { type Page, type PlainBrowser, forms } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, column, one, run } from '../../support/servers/store.ts';

const site = await startSite();
const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
const annaId = await makeAdmin(ANNA);
const basilId = await makeAdmin(BASIL);
const anna = await signedIn(site, ANNA);
const basil = await signedIn(site, BASIL);
// The welcome of the login is said once.
await anna.get('/admin/dashboard');
await basil.get('/admin/dashboard');

let id: number;
let name: string;
beforeEach(async () => {
  name = `Larch ${Math.random().toString(36).slice(2)}`;
  id = await putEnquiry({ full_name: name, message: 'walnut' });
});

const open = (browser: PlainBrowser = anna, query = '') =>
  browser.get(`/admin/dashboard?enquiry=${id}${query}`);
const holderOf = (enquiry = id) =>
  one('SELECT assigned_to FROM contact_submissions WHERE id = ?', enquiry);

/** The first form gives it to somebody of a list, the second takes it. */
const assignmentForms = (page: Page) =>
  forms(page.html).flatMap(({ action }, i) => (action?.includes('/assignment') ? [i] : []));
const give = (page: Page, to: number | '', browser = anna) =>
  browser.submit(page, { admin: String(to) }, assignmentForms(page)[0]);
const take = (page: Page, browser = anna) => browser.submit(page, {}, assignmentForms(page)[1]);
const cellsOf = (page: Page) => listed(page).find((cells) => cells[1]?.includes(name))!;

describe('DA-3 an enquiry', () => {
  test('is taken with one form, and says so in the list, in the detail and in its history', async () => {
    const answer = await take(await open());
    expect(answer.status).toBe(303);
    const shown = await anna.follow(answer);
    expect(shown.url).toBe(`/admin/dashboard?enquiry=${id}`);
    expect(toasts(shown)).toEqual(['It is yours now']);
    expect(holderOf()).toBe(annaId);
    expect(cellsOf(shown).at(-2)).toContain(`Assigned to ${ANNA}`);
    expect(wordsOf(shown.html)).toMatch(
      /Assignments Nobody to anna@drys\.example anna@drys\.example \//,
    );
    // Whoever has it needs no button to take it.
    expect(assignmentForms(shown)).toHaveLength(1);
  });

  test('is given to another admin and back to nobody, with a row of the audit log each', async () => {
    const given = await anna.follow(await give(await open(), basilId));
    expect(toasts(given)[0]).toContain('Assigned');
    expect(holderOf()).toBe(basilId);
    const released = await anna.follow(await give(given, ''));
    expect(toasts(released)[0]).toContain('Released');
    expect(holderOf()).toBeNull();
    expect(wordsOf(released.html)).toContain(`${BASIL} to Nobody`);
    const audit = column(
      `SELECT details FROM audit_log WHERE event = 'assignment.changed' ORDER BY id DESC`,
    )
      .slice(0, 2)
      .map((details) => JSON.parse(String(details)));
    expect(audit).toEqual([
      { enquiry: id, from: basilId, to: null },
      { enquiry: id, from: null, to: basilId },
    ]);
  });

  test('that somebody took meanwhile is not taken from them: 409, naming who has it', async () => {
    const stale = await open();
    await take(await open(basil), basil);
    for (const answer of [await take(stale), await give(stale, annaId)]) {
      expect(answer.status).toBe(409);
      expect(toasts(answer)[0]).toMatch(
        /^Error assigning basil@drys\.example has had it since .* Nothing was overwritten\.$/,
      );
      expect(holderOf()).toBe(basilId);
    }
    // What the answer shows is as it is now, and can be changed at once.
    const answer = await give(stale, annaId);
    expect((await give(answer, annaId)).status).toBe(303);
    expect(holderOf()).toBe(annaId);
  });

  test('that was given back meanwhile is told to be nobody’s', async () => {
    await take(await open());
    const stale = await open(basil);
    await give(await open(), '');
    const answer = await take(stale, basil);
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toContain('No one has it now. Nothing was overwritten.');
  });

  test('is given to no disabled, unknown or malformed admin: 422', async () => {
    const page = await open();
    await makeAdmin(`gone-${id}@drys.example`);
    await disableAdmin(`gone-${id}@drys.example`);
    const disabled = one('SELECT max(id) FROM admins');
    for (const admin of [disabled, 99_999, 'x', '-1', '1.5', '9'.repeat(30)]) {
      const answer = await anna.submit(page, { admin: String(admin) }, assignmentForms(page)[0]);
      expect([answer.status, holderOf()]).toEqual([422, null]);
      expect(toasts(answer)[0]).toContain('This person has no access to the desk');
    }
    expect((await anna.post('/admin/dashboard/assignment', {})).status).toBe(422);
    expect(wordsOf(page.html)).not.toContain(`gone-${id}`);
  });

  test('is not offered to who was invited and has no password yet, nor given to them', async () => {
    const { id: invited } = await insertAdmin(database(), `in-${id}@drys.example`, '2026-01-01');
    const page = await open();
    expect(wordsOf(page.html)).not.toContain(`in-${id}`);
    const answer = await give(page, invited);
    expect([answer.status, holderOf()]).toEqual([422, null]);
  });

  test('that was deleted cannot be given: 404', async () => {
    const page = await open();
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    const answer = await take(page);
    expect(answer.status).toBe(404);
    expect(toasts(answer)[0]).toContain('The enquiry has been deleted by another user.');
  });
});

describe('DA-3 the filters', () => {
  test('Mine and Nobody’s stand in the URL, with other filters, neighbours and pages', async () => {
    await take(await open());
    const get = (query: string, browser = anna) => browser.get(`/admin/dashboard?${query}`);
    expect(namesListed(await get('assigned=me'))).toContain(name);
    expect(namesListed(await get('assigned=me', basil))).not.toContain(name);
    expect(namesListed(await get('assigned=nobody'))).not.toContain(name);
    expect(namesListed(await get(`assigned=me&status=new&q=${name.split(' ')[1]}`))).toEqual([
      name,
    ]);
    expect(namesListed(await get(`assigned=me&status=completed`))).toEqual([]);
    expect(namesListed(await get(`assigned=nobody&q=${name.split(' ')[1]}`))).toEqual([]);
    const page = await get('assigned=me');
    expect(linkTo(page, `View ${name}`)).toContain('?assigned=me&enquiry=');
    expect(linkTo(page, 'Export to Excel')).toBe('/admin/dashboard/export.csv?assigned=me');
    const csv = await get('assigned=me').then((list) => anna.get(linkTo(list, 'Export to Excel')));
    expect(csv.html.match(/walnut/g)).toHaveLength(namesListed(page).length);
  });

  test('a disabled admin’s enquiries are Nobody’s at once, and theirs again when they come back', async () => {
    await give(await open(), basilId);
    const stale = await open();
    await disableAdmin(BASIL);
    try {
      const word = name.split(' ')[1];
      for (const query of ['', `&q=${word}`, '&status=new', `&language=en&q=${word}`]) {
        const list = await anna.get(`/admin/dashboard?assigned=nobody${query}`);
        expect(namesListed(list)).toContain(name);
      }
      const page = await open();
      expect(cellsOf(page).join(' ')).not.toContain('Assigned to');
      expect((await give(stale, '')).status).toBe(409);
      expect((await take(page)).status).toBe(303);
      expect(holderOf()).toBe(annaId);
    } finally {
      await enableAdmin(BASIL);
    }
  });
});
