import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { database, databaseFile, databasePath } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { type Page, attribute, elements, forms, textOf } from '../../support/reading/browser.ts';
import { linkTo, statusForm, toasts, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one, run } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);

const older = await putEnquiry({ full_name: 'Older', created_at: '2026-01-01T10:00:00Z' });
const id = await putEnquiry({
  full_name: 'Open Sample',
  email: 'a+b&c@mail.example',
  phone: '+30 (210) 000-0001',
  message: 'first line\nsecond line',
  verified: 0,
  about_project: 'roche',
  created_at: '2026-01-02T10:00:00Z',
});
const newer = await putEnquiry({ full_name: 'Newer', created_at: '2026-01-03T10:00:00Z' });
const open = (enquiry = id, query = '') => anna.get(`/admin/dashboard?enquiry=${enquiry}${query}`);
const MAIL_PROGRAM = 'Open mail program';
const statusOf = (enquiry: number) =>
  one('SELECT status FROM contact_submissions WHERE id = ?', enquiry);

describe('D-3 the dialog', () => {
  test('EL-4 shows the language of the enquiry, in which a reply starts', async () => {
    const greek = await putEnquiry({ language: 'el', project: 'Public Buildings' });
    const page = await open(greek);
    const dialog = elements(page.html, 'div').find((d) => attribute(d, 'role') === 'dialog')!;
    expect(wordsOf(dialog)).toContain('Project Type Public Buildings Language Greek');
    const subject = encodeURIComponent('Το αίτημά σας στην DRYS: Δημόσια κτίρια');
    expect(linkTo(page, MAIL_PROGRAM)).toContain(`?subject=${subject}`);
    await database().deleteFrom('contact_submissions').where('id', '=', greek).execute();
  });

  test('DK-3 has every field, one Reply, links to mail program and phone, neighbours and Close', async () => {
    const page = await open();
    const dialog = wordsOf(
      elements(page.html, 'div').find((d) => attribute(d, 'role') === 'dialog')!,
    );
    expect(dialog).toMatch(/^Open Sample Enquiry DRYS-\d+ \/ 02 Jan 2026 12:00/);
    const parts = [
      'Email a+b&c@mail.example',
      'Private House',
      'Unverified',
      'first line second line',
      'Sent from Roche',
    ];
    for (const part of parts) {
      expect(dialog).toContain(part);
    }
    expect(elements(page.html, 'a').filter((a) => /^Reply( by|$)/.test(textOf(a)))).toHaveLength(1);
    expect(linkTo(page, 'Roche')).toBe('/projects/roche');
    expect(linkTo(page, MAIL_PROGRAM)).toBe(
      'mailto:a%2Bb%26c@mail.example?subject=Your%20enquiry%20to%20DRYS%3A%20Private%20House',
    );
    expect(dialog).toContain('Language English');
    expect(linkTo(page, '+30 (210) 000-0001')).toBe('tel:+302100000001');
    expect(linkTo(page, 'Previous enquiry')).toBe(`/admin/dashboard?enquiry=${newer}`);
    expect(linkTo(page, 'Next enquiry')).toBe(`/admin/dashboard?enquiry=${older}`);
    expect(linkTo(page, 'Close')).toBe('/admin/dashboard');
    expect(page.html).toContain(`Enquiry DRYS-${id} | DRYS</title>`);
  });

  test('a project that is no longer there is named by its slug', async () => {
    const former = await putEnquiry({ about_project: 'former-project' });
    const page = await open(former);
    expect(wordsOf(page.html)).toContain('Sent from former-project');
    expect(() => linkTo(page, 'former-project')).toThrow();
    run('DELETE FROM contact_submissions WHERE id = ?', former);
  });

  test('closes to the filters it was opened from', async () => {
    expect(linkTo(await open(id, '&q=sample&status=new'), 'Close')).toBe(
      '/admin/dashboard?status=new&q=sample',
    );
  });
});

describe('D-4 the status', () => {
  test("without JavaScript: a select and Update, then 'Status updated' with the new status", async () => {
    const page = await open();
    const answer = await anna.submit(page, { status: 'in_progress' }, statusForm(page, id));
    expect(answer.status).toBe(303);
    const shown = await anna.follow(answer);
    expect(shown.url).toBe(`/admin/dashboard?enquiry=${id}`);
    expect(toasts(shown)).toEqual(['Status updated In Progress Undo']);
    expect(statusOf(id)).toBe('in_progress');
    expect(toasts(await anna.get(shown.url))).toEqual([]);
  });

  test('any status follows any status, from the row too, and the history keeps it', async () => {
    for (const status of ['completed', 'new', 'completed', 'in_progress', 'new']) {
      const page = await anna.get('/admin/dashboard');
      await anna.submit(page, { status }, statusForm(page, older));
      expect(statusOf(older)).toBe(status);
    }
    const dialog = wordsOf((await open(older)).html);
    expect(dialog).toMatch(/New to Completed ?anna@drys\.example/);
    expect(dialog).toMatch(/In Progress to New ?anna@drys\.example/);
    const audit = one(
      `SELECT details FROM audit_log WHERE event = 'status.changed' ORDER BY id DESC`,
    );
    expect(JSON.parse(String(audit))).toEqual({ enquiry: older, from: 'in_progress', to: 'new' });
  });

  test('a stale change is refused with who changed it to what, and overwrites nothing', async () => {
    const stale = await anna.get(`/admin/dashboard?enquiry=${newer}`);
    const page = await basil.get(`/admin/dashboard?enquiry=${newer}`);
    await basil.submit(page, { status: 'completed' }, statusForm(page, newer));
    const answer = await anna.submit(stale, { status: 'in_progress' }, statusForm(stale, newer));
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toMatch(
      /^Error updating status basil@drys\.example changed it to Completed on .* Nothing was overwritten\.$/,
    );
    expect(statusOf(newer)).toBe('completed');
    // What this answer shows is as it is now, and can be changed at once.
    const again = await anna.submit(answer, { status: 'new' }, statusForm(answer, newer));
    expect([again.status, statusOf(newer)]).toEqual([303, 'new']);
  });

  test('D-5 a deleted enquiry, a foreign status and missing fields are refused in words', async () => {
    const gone = await putEnquiry({ full_name: 'Gone' });
    const page = await open(gone);
    const form = statusForm(page, gone);
    run('DELETE FROM contact_submissions WHERE id = ?', gone);
    const answer = await anna.submit(page, { status: 'new' }, form);
    expect(answer.status).toBe(404);
    expect(toasts(answer)).toEqual([
      'Error updating status The enquiry has been deleted by another user.',
    ]);
    const foreign: Record<string, string>[] = [
      { enquiry: `${id}`, from: 'new', status: 'archived' },
      { enquiry: `${id}`, status: 'new' },
      { enquiry: 'x', from: 'new', status: 'new' },
      {},
    ];
    for (const fields of foreign) {
      const refused = await anna.post('/admin/dashboard/status', fields);
      expect(refused.status).toBe(422);
      expect(toasts(refused)[0]).toContain('The status must be New, In Progress or Completed.');
    }
  });
});

describe('notes', () => {
  const noteForm = (page: Page) =>
    forms(page.html).findIndex(({ action }) => action?.includes('/notes'));

  test('say who wrote what and when', async () => {
    const page = await open();
    const answer = await anna.submit(page, { note: 'Called <b>twice</b>\nLater' }, noteForm(page));
    const shown = await anna.follow(answer);
    expect(toasts(shown)).toEqual(['Note added']);
    expect(wordsOf(shown.html)).toMatch(/Notes anna@drys\.example \/ .* Called btwice\/b Later/);
  });

  test('empty and too long ones are refused and kept', async () => {
    const page = await open();
    expect((await anna.submit(page, { note: '  ' }, noteForm(page))).status).toBe(422);
    const long = 'x'.repeat(DESK.noteMax + 1);
    const refused = await anna.submit(page, { note: long }, noteForm(page));
    expect(refused.status).toBe(422);
    expect(toasts(refused)[0]).toContain(`at most ${DESK.noteMax} characters`);
    expect(forms(refused.html)[noteForm(refused)]!.fields['note']).toBe(long);
    const lost = await anna.post('/admin/dashboard/notes', { enquiry: '99999', note: 'x' });
    expect(lost.status).toBe(404);
  });
});

test('D-5 a store that fails says so in words, never in SQL', async () => {
  const file = databaseFile();
  const page = await open();
  file.exec('ALTER TABLE enquiry_counts RENAME TO elsewhere');
  file.exec('ALTER TABLE status_changes RENAME TO nowhere');
  try {
    const list = await anna.get('/admin/dashboard');
    expect(list.status).toBe(500);
    expect(wordsOf(list.html)).toContain('Error fetching submissions');
    const change = await anna.submit(page, { status: 'completed' }, statusForm(page, id));
    expect(change.status).toBe(500);
    expect(toasts(change)[0]).toMatch(/^Error updating status Something went wrong/);
    for (const { html } of [list, change])
      expect(html).not.toMatch(/SQLITE|enquiry_counts|\bat (\S+ \()?\S*:\d+:\d+/);
  } finally {
    file.exec('ALTER TABLE elsewhere RENAME TO enquiry_counts');
    file.exec('ALTER TABLE nowhere RENAME TO status_changes');
  }
});

test('D-5 a store that somebody else is writing to: try again in a moment', async () => {
  const page = await open();
  const other = new SQLite(databasePath());
  other.exec('BEGIN IMMEDIATE');
  try {
    const change = await anna.submit(page, { status: 'completed' }, statusForm(page, id));
    expect(change.status).toBe(503);
    expect(toasts(change)).toEqual([
      'Error updating status The database is busy. Please try again in a moment.',
    ]);
  } finally {
    other.close();
  }
});
