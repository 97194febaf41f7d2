import SQLite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskErrors, failureTitles } from '#app/content/texts/enquiry.server.ts';
import { replyErrors, replyTexts } from '#app/content/texts/reply.server.ts';
import { disableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { addDays, toAthensDay } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { insertAdmin } from '#db/accounts.ts';
import { getDatabase, getDatabasePath, getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, newAdmin } from '../../support/people/admins.ts';
import {
  fieldsTo,
  formTo,
  linkTo,
  listed,
  namesListed,
  openReply,
  readText,
  sendReply,
  toasts,
} from '../../support/people/desk.ts';
import { forms, textOf, type Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, column, one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite();
const [ANNA, BASIL] = [staff.anna.email, staff.basil.email];
const BASIL_NAME = 'Basil Xenos';
const anna = await newAdmin(site, ANNA);
const basil = await newAdmin(site, BASIL);
const [annaId, basilId] = [1, 2];
const LIST = '/admin/dashboard';

let id: number;
beforeEach(async () => {
  for (const browser of [anna, basil]) browser.cookies.delete('flash');
  run('DELETE FROM contact_submissions');
  run(`UPDATE admins SET name = ''`);
  id = await putEnquiry({ full_name: 'Larch', message: 'walnut' });
});

const open = (browser = anna, query = '') => browser.get(`${LIST}?enquiry=${id}${query}`);
const findNames = async (query: string, browser = anna) =>
  namesListed(await browser.get(`${LIST}?${query}`));
const read = (column: string) => one(`SELECT ${column} FROM contact_submissions WHERE id = ?`, id);
const answers = () =>
  one(`SELECT group_concat(channel || ': ' || message || ' ' || state) FROM replies`);

/** The field of each form of an enquiry, its column and the event in the audit log. */
const choices = {
  status: { field: 'status', column: 'status', event: 'status.changed' },
  assignee: { field: 'admin', column: 'assigned_to', event: 'assignment.changed' },
  followUp: { field: 'due_on', column: 'due_on', event: 'follow-up.changed' },
} as const;
type Form = keyof typeof choices;
const choose = (page: Page, form: Form, value: unknown, browser = anna) =>
  browser.submitTo(page, form, { [choices[form].field]: String(value ?? '') });
const readStored = (form: Form) => read(choices[form].column);

test('D-3 DK-3 EL-4 shows every field of an open enquiry, one Reply, and links to the mail program, the phone and the neighbouring enquiries', async () => {
  const olderId = await putEnquiry({ full_name: 'Sample', created_at: '2026-01-01T10:00:00Z' });
  id = await putEnquiry({
    full_name: 'Open Sample',
    email: 'a+b&c@mail.example',
    phone: '+30 (210) 000-0001',
    message: 'first line\nsecond line',
    verified: 0,
    about_project: 'roche',
    created_at: '2026-01-02T10:00:00Z',
  });
  const newerId = await putEnquiry({
    full_name: 'Sample',
    project: 'Public Buildings',
    language: 'el',
    about_project: 'former-project',
  });
  const page = await open(anna, '&q=sample&status=new');
  const [, dialog] = readText(page.html).split('shown, newest first. ');
  expect(dialog).toMatch(
    /^Open Sample Enquiry DRYS-\d+ \/ 02 Jan 2026 12:00 .* Unverified a\+b&c@mail\.example \/ Open email program \/ \+30 \(210\) 000-0001 /,
  );
  expect(dialog).toContain('Message first line second line Project Type Private House');
  expect(dialog).toContain('Private House Language English About Roche');
  expect(page.texts('a').filter((text) => /^Reply( by|$)/.test(text))).toHaveLength(1);
  expect(page.html).toContain(`Enquiry DRYS-${id} | DRYS</title>`);
  const listPath = `${LIST}?status=new&q=sample`;
  for (const [name, address] of [
    ['Roche', '/projects/roche'],
    [
      'Open email program',
      `mailto:a%2Bb%26c@mail.example?subject=Your%20enquiry%20DRYS-${id}%3A%20Private%20House`,
    ],
    ['+30 (210) 000-0001', 'tel:+302100000001'],
    ['Previous enquiry', `${listPath}&enquiry=${newerId}`],
    ['Next enquiry', `${listPath}&enquiry=${olderId}`],
    ['Close', listPath],
  ] as const)
    expect(linkTo(page, name)).toBe(address);

  const greek = await anna.get(linkTo(page, 'Previous enquiry'));
  expect(readText(greek.html)).toContain('Project Type Public Buildings Language Greek');
  const subject = encodeURIComponent(`Το μήνυμά σας (DRYS-${newerId}): Δημόσια κτίρια`);
  expect(linkTo(greek, 'Open email program')).toContain(`?subject=${subject}`);
  // A deleted project is named by its slug.
  expect(readText(greek.html)).toContain('About former-project');
  expect(() => linkTo(greek, 'former-project')).toThrow();
});

test('DK-9 shows only facts that have a value or are unusual, and the address and phone at the head alone', async () => {
  run(`UPDATE contact_submissions SET company = '', verified = 1`);
  const usual = await open();
  expect(usual.texts('dt')).toEqual(['Project Type', 'Language']);
  expect(usual.text).not.toMatch(/>(Verified|Unverified|Company|-)</);

  run(`UPDATE contact_submissions SET company = 'Mill & Sons', verified = 0`);
  const unusual = await open();
  expect(unusual.texts('dt')).toEqual(['Company', 'Project Type', 'Language']);
  expect(readText(unusual.html)).toMatch(/Larch Enquiry DRYS-\d+ \/ .{17} \/ New Unverified/);
});

describe('D-4 DA-3 DA-4 a change to an enquiry without JavaScript', () => {
  test.each<[Form, string, [to: unknown, toast: string, history: string][]]>([
    [
      'status',
      LIST,
      [
        ['completed', 'Status updated Completed Undo', 'New to Completed'],
        ['new', 'Status updated New Undo', 'Completed to New'],
        ['in_progress', 'Status updated In Progress Undo', 'New to In Progress'],
      ],
    ],
    [
      'assignee',
      '',
      [
        [basilId, `Assigned It is now assigned to ${BASIL}.`, `Nobody to ${BASIL}`],
        [null, 'Assignment removed', `${BASIL} to Nobody`],
        [annaId, 'Assigned to you', `Nobody to ${ANNA}`],
      ],
    ],
    [
      'followUp',
      '',
      [
        ['2030-03-31', 'Follow-up date saved', 'None to 31 Mar 2030'],
        [null, 'Follow-up date cleared', '31 Mar 2030 to None'],
      ],
    ],
  ])('of the %s is saved, confirmed once and recorded', async (form, from, steps) => {
    const path = from || `${LIST}?enquiry=${id}`;
    for (const [to, toast, history] of steps) {
      const previousValue = readStored(form);
      // The page is loaded again, because the Undo in the toast of the last step is a form of
      // this kind too.
      const answer = await choose(await anna.get(path), form, to);
      const page = await anna.follow(answer);
      expect([answer.status, page.url, readStored(form)]).toEqual([303, path, to]);
      expect(toasts(page)[0]).toMatch(new RegExp(`^${toast}`));
      const reopenedPage = await open();
      expect(toasts(reopenedPage)).toEqual([]);
      expect(readText(reopenedPage.html)).toContain(`${history} ${ANNA} /`);
      expect(audited(choices[form].event)[0]).toEqual({ enquiry: id, from: previousValue, to });
    }
  });

  test.each<[Form, unknown]>([
    ['status', 'new'],
    ['assignee', null],
    ['followUp', null],
  ])('of the %s to its present value is confirmed, but not recorded', async (form, value) => {
    const { event } = choices[form];
    const auditedBefore = audited(event).length;
    expect((await choose(await open(), form, value)).status).toBe(303);
    expect(one('SELECT count(*) FROM enquiry_changes')).toBe(0);
    expect(audited(event)).toHaveLength(auditedBefore);
  });

  test.each<
    [Form, previousValue: unknown, otherValue: unknown, ownValue: unknown, expectedText: string]
  >([
    ['status', 'new', 'completed', 'new', `${BASIL_NAME} changed the status to Completed on`],
    ['assignee', null, basilId, annaId, `Assigned to ${BASIL_NAME} since`],
    ['assignee', annaId, null, basilId, 'Nobody is assigned now.'],
    [
      'followUp',
      null,
      '2030-01-02',
      '2030-03-31',
      `${BASIL_NAME} changed the follow-up date to 02 Jan 2030 on`,
    ],
  ])(
    'DA-8 of the %s, which a colleague has changed from %s to %s, answers 409 with their name and overwrites nothing',
    async (form, previousValue, otherValue, ownValue, expectedText) => {
      run('UPDATE admins SET name = ? WHERE email = ?', BASIL_NAME, BASIL);
      run(`UPDATE contact_submissions SET ${choices[form].column} = ?`, previousValue);
      const stale = await open();
      await choose(await open(basil), form, otherValue, basil);
      const answer = await choose(stale, form, ownValue);
      expect([answer.status, readStored(form)]).toEqual([409, otherValue]);
      expect(toasts(answer)[0]).toContain(expectedText);
      expect(toasts(answer)[0]).toMatch(
        /^(Error updating status|Enquiry not assigned|Follow-up date not saved) .* Nothing was overwritten\.$/,
      );
      // The refusal shows the current value, and its form can change it at once.
      expect((await choose(answer, form, ownValue)).status).toBe(303);
      expect(readStored(form)).toBe(ownValue);
    },
  );
});

describe('D-5 DA-3 DA-4 DK-3 a refused change', () => {
  const longText = 'x'.repeat(DESK.noteMax + 1);
  const tooLong = deskErrors.en.longNote(DESK.noteMax);
  test.each<[string, string, wrong: string[], text: string, typed: string]>([
    ['status', 'status', ['archived', ''], deskErrors.en.unknownStatus, ''],
    ['status', 'from', ['', 'x'], deskErrors.en.unknownStatus, ''],
    ['status', 'enquiry', ['x', ''], deskErrors.en.unknownStatus, ''],
    [
      'assignee',
      'admin',
      ['99999', 'x', '-1', '1.5', '9'.repeat(30)],
      'This person has no access to the desk',
      '',
    ],
    [
      'followUp',
      'due_on',
      ['2030-02-30', '31/03/2030', '1970-01-01', 'soon', '2030-3-1', '2030-03-31T10:00'],
      'Enter a date such as 2026-03-31, or leave this empty.',
      'due_on',
    ],
    ['note', 'note', ['  '], deskErrors.en.emptyNote, ''],
    ['note', 'note', [longText], tooLong, 'note'],
    ['answer', 'note', [longText], tooLong, 'note'],
    ['answer', 'channel', ['pigeon'], replyErrors.en.unknownChannel, ''],
  ])('keeps what was typed: %s with a wrong %s', async (form, field, wrong, text, typed) => {
    const page = await open();
    for (const value of wrong) {
      const answer = await anna.submitTo(page, form, { channel: 'phone', [field]: value });
      expect([value, answer.status]).toEqual([value, 422]);
      expect(toasts(answer)[0]).toContain(text);
      if (typed) expect(fieldsTo(answer, form)[typed]).toBe(value);
    }
    const stored = [read('status'), read('assigned_to'), read('due_on'), answers()];
    expect(stored).toEqual(['new', null, null, null]);
  });

  test.each([
    ['was disabled', 'password_hash, 1'],
    ['was invited and has no password yet', 'NULL, 0'],
  ])('assigns nothing to an admin who %s, and the form does not offer them', async (_, columns) => {
    const email = `other-${id}@drys.example`;
    const { id: other } = await insertAdmin(getDatabase(), email, '2026-01-01');
    run(
      `UPDATE admins SET (password_hash, disabled) =
         (SELECT ${columns} FROM admins WHERE id = ?) WHERE id = ?`,
      annaId,
      other,
    );
    const page = await open();
    expect(page.text).not.toContain(email);
    expect((await choose(page, 'assignee', other)).status).toBe(422);
    expect(read('assigned_to')).toBeNull();
  });

  test('answers 404 for an enquiry that a colleague has deleted', async () => {
    const page = await open();
    run('DELETE FROM contact_submissions');
    for (const form of ['status', 'assignee', 'followUp', 'note', 'answer'] as const) {
      const answer = await anna.submitTo(page, form, { note: 'N', channel: 'phone' });
      expect([form, answer.status]).toEqual([form, 404]);
      expect(toasts(answer).at(-1)).toBe(
        `${failureTitles.en[form]} ${deskErrors.en.enquiryDeleted}`,
      );
    }
  });

  test('asks to try again in a moment while another process holds the write lock', async () => {
    const page = await open();
    const other = new SQLite(getDatabasePath());
    other.exec('BEGIN IMMEDIATE');
    const busy = await choose(page, 'followUp', '2030-03-31').finally(() => other.close());
    expect([busy.status, fieldsTo(busy, 'followUp')['due_on']]).toEqual([503, '2030-03-31']);
    expect(toasts(busy)[0]).toContain('The database is busy. Please try again in a moment.');
  });

  test('says whom to tell while nothing can be stored, as on a full disk', async () => {
    const page = await open();
    getSqliteConnection().pragma('query_only = 1');
    const refused = await choose(page, 'followUp', '2030-03-31').finally(() =>
      getSqliteConnection().pragma('query_only = 0'),
    );
    expect([refused.status, fieldsTo(refused, 'followUp')['due_on']]).toEqual([503, '2030-03-31']);
    expect(toasts(refused)[0]).toContain(deskErrors.en.unavailable);
  });

  test('explains a failing database in words, never in SQL', async () => {
    const page = await open();
    const rename = (counts: string, changes: string) =>
      getSqliteConnection().exec(`ALTER TABLE ${counts}; ALTER TABLE ${changes}`);
    rename(
      'contact_submissions RENAME COLUMN written_by TO elsewhere',
      'enquiry_changes RENAME TO nowhere',
    );
    const list = await anna.get(LIST);
    const change = await choose(page, 'status', 'completed');
    rename(
      'contact_submissions RENAME COLUMN elsewhere TO written_by',
      'nowhere RENAME TO enquiry_changes',
    );
    expect([list.status, change.status]).toEqual([500, 500]);
    expect(readText(list.html)).toContain('Error fetching submissions');
    expect(toasts(change)[0]).toMatch(/^Error updating status Something went wrong/);
    for (const { html } of [list, change])
      expect(html).not.toMatch(/SQLITE|written_by|\bat (\S+ \()?\S*:\d+:\d+/);
  });
});

test('DA-4 says the follow-up date in words beside its field, in the admin’s language', async () => {
  expect(readText((await open()).html)).toMatch(/Save date Remarks/);
  run(`UPDATE contact_submissions SET due_on = '2026-12-04'`);
  expect(readText((await open()).html)).toContain('Save date Friday 4 December 2026');
  run(`UPDATE admins SET language = 'el' WHERE id = ?`, annaId);
  const greek = await open();
  run(`UPDATE admins SET language = 'en' WHERE id = ?`, annaId);
  expect(greek.text).toContain('Παρασκευή 4 Δεκεμβρίου 2026');
});

test('shows the author, text and time of each note', async () => {
  const answer = await anna.submitTo(await open(), 'note', { note: 'Called <b>twice</b>\nLater' });
  const enquiryPage = await anna.follow(answer);
  expect(toasts(enquiryPage)).toEqual(['Note added']);
  expect(readText(enquiryPage.html)).toMatch(
    /Notes anna@drys\.example \/ .* Called btwice\/b Later/,
  );
});

test('DK-3 stores a note once when its form arrives twice; another text is another note', async () => {
  const page = await open();
  const send = (note: string) => anna.submitTo(page, 'note', { note });
  const responses = [...(await Promise.all([send('Once'), send('Once')])), await send('Twice')];
  for (const { status } of responses) expect(status).toBe(303);
  expect((await anna.submitTo(await open(), 'note', { note: 'Once' })).status).toBe(303);
  const notes = column('SELECT note FROM enquiry_notes WHERE enquiry_id = ? ORDER BY id', id);
  expect(notes).toEqual(['Once', 'Twice', 'Once']);
});

describe('DA-8 an admin with a name', () => {
  beforeEach(() => run(`UPDATE admins SET name = 'Anna Xenou' WHERE email = ?`, ANNA));

  test('DA-8 is called by it in the list, the choices of an assignee, the toast and the header', async () => {
    const assigned = await basil.follow(await choose(await open(basil), 'assignee', annaId, basil));
    expect(toasts(assigned)).toEqual(['Assigned It is now assigned to Anna Xenou.']);
    expect(assigned.texts('option')).toContain('Anna Xenou');
    expect(assigned.text).not.toContain(ANNA);

    const list = await anna.get(LIST);
    expect(listed(list)[0]!.at(-2)).toMatch(/Assigned to Anna Xenou$/);
    const names = list.texts('option');
    expect(names).toEqual(expect.arrayContaining(['Anna Xenou (you)', BASIL]));
    expect(list.text).not.toContain(ANNA);
  });

  test('DA-8 is called by the present name in the history, even for changes made without a name or under another name', async () => {
    run(`UPDATE admins SET name = ''`);
    await choose(await open(), 'assignee', annaId);
    await choose(await open(), 'followUp', '2030-03-31');
    await choose(await open(), 'status', 'in_progress');
    await anna.submitTo(await open(), 'note', { note: 'Called.' });
    await anna.submitTo(await open(), 'answer', { channel: 'phone' });
    run(`UPDATE contact_submissions SET source = 'phone', written_by = ?`, ANNA);

    for (const name of ['Anna Xenou', 'Anna Papadaki']) {
      run('UPDATE admins SET name = ? WHERE email = ?', name, ANNA);
      const page = await open(basil);
      const places = ['Phone /', 'Replies', 'Notes', 'New to In Progress', `Nobody to ${name}`];
      for (const place of [...places, 'None to 31 Mar 2030'])
        expect(readText(page.html)).toContain(`${place} ${name}`);
      expect(page.text).not.toContain(ANNA);
    }
  });

  test('DA-8 is called by name and email where a colleague has the same name', async () => {
    run(`UPDATE admins SET name = 'ANNA XENOU' WHERE email = ?`, BASIL);
    await choose(await open(), 'assignee', annaId);
    const page = await open();
    const nameWithEmail = `Anna Xenou (${ANNA})`;
    expect(page.texts('option')).toEqual(
      expect.arrayContaining([`${nameWithEmail} (you)`, `ANNA XENOU (${BASIL})`]),
    );
    expect(readText(page.html)).toContain(`Nobody to ${nameWithEmail} ${nameWithEmail} / `);
  });
});

describe('DA-3 DA-4 the list', () => {
  test('marks an assigned enquiry as Mine, exports it so, and keeps the filter in the URL', async () => {
    const page = await open();
    // The first form assigns the enquiry to an admin from a list, the second to oneself; the
    // assignee has no second form.
    const take = formTo(page, 'assignee') + 1;
    const takenPage = await anna.follow(await anna.submit(page, {}, take));
    expect(read('assigned_to')).toBe(annaId);
    expect(forms(takenPage.html).length).toBe(forms(page.html).length - 1);
    expect(listed(takenPage)[0]!.at(-2)).toContain(`Assigned to ${ANNA}`);
    await putEnquiry({ full_name: 'Free' });
    expect(await findNames('assigned=me&status=new&q=walnut')).toEqual(['Larch']);
    expect(await findNames('assigned=me&status=completed')).toEqual([]);
    expect(await findNames('assigned=me', basil)).toEqual([]);
    expect(await findNames('assigned=nobody')).toEqual(['Free']);
    const ownList = await anna.get(`${LIST}?assigned=me`);
    expect(linkTo(ownList, 'View Larch')).toContain('?assigned=me&enquiry=');
    expect(linkTo(ownList, 'Export to Excel')).toBe(`${LIST}/export.csv?assigned=me`);
    const csv = await anna.get(linkTo(ownList, 'Export to Excel'));
    expect(csv.html.match(/"(Larch|Free)"/g)).toEqual(['"Larch"']);
  });

  test('shows the enquiries of a disabled admin as unassigned at once; they can be taken, but not given back', async () => {
    run('UPDATE contact_submissions SET assigned_to = ?', await makeAdmin(staff.clio.email));
    const stale = await open();
    await disableAdmin(staff.clio.email);
    expect(await findNames('assigned=nobody')).toEqual(['Larch']);
    const page = await open();
    expect(listed(page)[0]!.join(' ')).not.toContain('Assigned to');
    expect((await choose(stale, 'assignee', null)).status).toBe(409);
    expect((await choose(page, 'assignee', annaId)).status).toBe(303);
  });

  test('marks and finds a due follow-up date, and no later one', async () => {
    const today = toAthensDay(new Date());
    for (const [day, names, mark] of [
      [addDays(today, 1), [], 'Larch '],
      [today, ['Larch'], 'Larch Follow-up due '],
      [addDays(today, -40), ['Larch'], 'Larch Follow-up due '],
    ] as const) {
      run('UPDATE contact_submissions SET due_on = ?', day);
      expect(listed(await anna.get(LIST))[0]![1]).toMatch(new RegExp(`^${mark}[^D]`));
      expect(await findNames('due=1')).toEqual(names);
    }
  });
});

describe('DK-3 an answer given elsewhere', () => {
  const record = (page: Page, channel: string, note = '') =>
    anna.submitTo(page, 'answer', { channel, note });

  test.each([
    ['phone', 'She sends the drawings.\nCall on Monday.'],
    ['visit', ''],
    ['mail', 'x'.repeat(DESK.noteMax)],
  ] as const)(
    'by %s is recorded, and moves a new enquiry to In Progress',
    async (channel, note) => {
      const page = await open(anna, '&q=walnut');
      for (const label of Object.values(replyTexts.en.channels)) expect(page.text).toContain(label);
      const answeredPage = await anna.follow(await record(page, channel, note));
      expect(answeredPage.url).toBe(`${LIST}?q=walnut&enquiry=${id}`);
      expect(toasts(answeredPage)).toEqual(['Answer recorded The status is now In Progress.']);
      const entry = [replyTexts.en.channels[channel], '/ New to In Progress', note].join(' ');
      expect(readText(answeredPage.html)).toContain(textOf(entry));
      expect([answers(), read('status')]).toEqual([`${channel}: ${note} sent`, 'in_progress']);
      expect(audited('answer.recorded')[0]).toEqual({ enquiry: id, reply: expect.any(Number) });
      expect(audited('status.changed')[0]).toMatchObject({ enquiry: id, to: 'in_progress' });
    },
  );

  test('is stored once when its form arrives twice, and leaves a completed enquiry completed', async () => {
    run(`UPDATE contact_submissions SET status = 'completed'`);
    const page = await open();
    const twice = [1, 2].map(() => record(page, 'phone', 'Once'));
    for (const answer of await Promise.all(twice)) expect(answer.status).toBe(303);
    expect([answers(), read('status')]).toEqual(['phone: Once sent', 'completed']);
    expect(toasts(await open())).toEqual(['Answer recorded']);
  });

  test('DK-3 is refused when its form has recorded another one, and recorded when it is sent again', async () => {
    const page = await open();
    await anna.follow(await record(page, 'phone', 'First'));
    for (const [channel, note] of [
      ['visit', 'First'],
      ['phone', 'Second'],
    ] as const) {
      const refused = await record(page, channel, note);
      expect(refused.status).toBe(409);
      expect(toasts(refused)[0]).toBe(`${failureTitles.en.answer} ${replyErrors.en.spentAnswer}`);
      expect(answers()).toBe('phone: First sent');
    }
    const refused = await record(page, 'visit', 'Second');
    expect((await anna.submitTo(refused, 'answer', { channel: 'visit' })).status).toBe(303);
    expect(answers()).toContain('visit: Second sent');
  });

  test('is recorded after a refusal is corrected; a colleague with an open reply has to read it first', async () => {
    const reply = await openReply(anna, id);
    const refused = await record(await open(), 'pigeon', 'Coo');
    expect((await anna.submitTo(refused, 'answer', { channel: 'visit' })).status).toBe(303);
    expect(answers()).toBe('visit: Coo sent');
    const answer = await sendReply(anna, reply);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Coo');
  });
});

test.each(['new', 'in_progress', 'completed'] as const)(
  'DK-8 completes an enquiry that is %s and needs no answer, once for each form, and says who',
  async (status) => {
    run('UPDATE contact_submissions SET status = ?', status);
    const page = await open();
    const button = { channel: 'none', note: 'An offer' };
    for (const response of [
      await anna.submitTo(page, 'answer', button),
      await anna.submitTo(page, 'answer', button),
    ]) {
      expect(response.status).toBe(303);
    }
    const enquiryPage = await open();
    expect(toasts(enquiryPage)).toEqual(['No answer needed The status is now Completed.']);
    expect([answers(), read('status')]).toEqual(['none: An offer sent', 'completed']);
    expect(readText(enquiryPage.html)).toMatch(new RegExp(`${staff.anna.email}.*No answer needed`));

    const changes = one(
      `SELECT group_concat(by_admin || ' ' || from_value || ' ' || to_value) FROM enquiry_changes`,
    );
    expect(changes).toBe(status === 'completed' ? null : `${ANNA} ${status} completed`);
  },
);

test('DK-3 offers no Reply for an enquiry without an email address', async () => {
  const form = { ...fieldsTo(await openReply(anna, id), 'reply'), message: 'M' };
  run(`UPDATE contact_submissions SET email = ''`);
  const page = await openReply(anna, id);
  expect(() => formTo(page, 'reply')).toThrow();
  expect(page.html).not.toContain('mailto:');
  const answer = await anna.post(LIST, form);
  expect(answer.status).toBe(422);
  expect(toasts(answer)[0]).toBe(`${failureTitles.en.reply} ${replyErrors.en.noAddress}`);
});
