import { beforeEach, expect, test } from 'vitest';
import { templateFaults } from '#app/content/words/desk-pages.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import {
  linkTo,
  toasts,
  wordsOf,
  faultAt,
  fieldsTo,
  formTo,
  openReply,
} from '../../support/people/desk.ts';
import type { Page, PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, column } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);

const PAGE = '/admin/dashboard/templates';
const sample = {
  name: 'Sample',
  subject_en: 'About {project}',
  message_en: 'Dear {name},\n\n<b>{project}</b>',
  subject_el: 'Για: {project}',
  message_el: 'Καλημέρα, {name}',
};
const rows = () =>
  databaseFile().prepare('SELECT * FROM reply_templates ORDER BY id').all() as (typeof sample & {
    id: number;
    version: number;
  })[];
const save = (browser: PlainBrowser, page: Page, fields: Record<string, string>) =>
  browser.submit(page, fields, formTo(page, 'templates'));
const remove = (browser: PlainBrowser, page: Page) =>
  browser.submit(page, {}, formTo(page, 'templates/deletion'));
const events = () =>
  column(`SELECT event FROM audit_log WHERE event LIKE 'template.%' ORDER BY id`);

beforeEach(() => databaseFile().exec('DELETE FROM reply_templates WHERE id > 2'));

test('DA-2 to the two of the product one is added, by a double click even, changed and deleted', async () => {
  const page = await anna.get(linkTo(await anna.get('/admin/dashboard'), 'Templates'));
  expect(wordsOf(page.html)).toMatch(/First answer \/ Πρώτη απάντηση .* Drawings \/ Σχέδια/);
  const [added, twice] = await Promise.all([save(anna, page, sample), save(anna, page, sample)]);
  expect([added.outcome, twice.outcome]).toEqual([`303 ${PAGE}`, `303 ${PAGE}`]);
  const list = await anna.follow(added);
  expect(rows()).toHaveLength(3);
  expect(toasts(list)).toEqual(['Template added']);
  const { id } = rows()[2]!;
  const enquiry = await putEnquiry({ full_name: '{project} Eve', project: 'Office Spaces' });
  expect(fieldsTo(await openReply(anna, enquiry, id), 'replies')).toMatchObject({
    subject: 'About Office Spaces',
    message: 'Dear {project} Eve,\n\n<b>Office Spaces</b>',
  });

  const opened = await anna.get(linkTo(list, 'Edit Sample'));
  expect(fieldsTo(opened, 'templates')).toMatchObject({ ...sample, id: `${id}`, version: '1' });
  const changed = await save(anna, opened, { subject_en: 'On\r\nBcc: {project}\tX' });
  expect(toasts(await anna.follow(changed))).toEqual(['Template saved']);
  expect(rows()[2]).toEqual({ ...sample, id, version: 2, subject_en: 'On Bcc: {project} X' });

  const deleted = await remove(anna, await anna.get(`${PAGE}?change=${id}`));
  expect(toasts(await anna.follow(deleted))).toEqual(['Template deleted']);
  expect(rows()).toHaveLength(2);
  expect(events()).toEqual(['template.added', 'template.changed', 'template.deleted']);
  const gone = await anna.get(`${PAGE}?change=${id}`);
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('no such template')]);
});

test('DA-2 nothing may be empty or too long, of a name that is taken, or with unknown placeholders', async () => {
  const page = await anna.get(PAGE);
  const { name: taken } = rows()[0]!;
  const { empty, long } = templateFaults.en;
  const refused: [keyof typeof sample, string, string][] = [
    ['name', ' ', empty],
    ['name', taken, templateFaults.en.taken],
    ['name', 'λ'.repeat(REPLY.templateNameMax + 1), long(100)],
    ['subject_en', 'x'.repeat(REPLY.subjectMax + 1), long(200)],
    ['message_el', 'x'.repeat(REPLY.messageMax + 1), long(10_000)],
    ['message_en', '\n\n', empty],
    [
      'message_el',
      '{ΟΝΟΜΑ}, {} {project}\n{Name} {nmae}',
      'Unknown placeholder {ΟΝΟΜΑ}, {}, {Name}, {nmae}. Use {name}, {project}.',
    ],
  ];
  for (const [field, value, fault] of refused) {
    const wrong = { ...sample, name: '{anything}', [field]: value };
    const answer = await save(anna, page, wrong);
    expect([answer.status, faultAt(answer, field)]).toEqual([422, fault]);
    expect(fieldsTo(answer, 'templates')).toMatchObject({ ...wrong, [field]: value.trim() });
  }
  expect(rows()).toHaveLength(2);
});

test('DA-2 a stale change and a stale deletion overwrite nothing, and can be made again', async () => {
  await save(anna, await anna.get(PAGE), sample);
  const { id } = rows()[2]!;
  const open = `${PAGE}?change=${id}`;
  const stale = await anna.get(open);
  await save(basil, await basil.get(open), { message_en: 'What Basil wrote' });
  const refused = await save(anna, stale, { message_en: 'What Anna wrote' });
  expect(refused.status).toBe(409);
  expect(toasts(refused)[0]).toContain('Somebody else has changed it since.');
  expect(rows()[2]).toMatchObject({ message_en: 'What Basil wrote', version: 2 });
  const kept = await remove(anna, stale);
  expect([kept.status, rows().length]).toEqual([409, 3]);
  expect(toasts(kept)[0]).toContain('Template not deleted');

  expect(fieldsTo(refused, 'templates')['message_en']).toBe('What Anna wrote');
  expect((await save(anna, refused, {})).status).toBe(303);
  expect(rows()[2]).toMatchObject({ message_en: 'What Anna wrote', version: 3 });

  await remove(basil, await basil.get(open));
  expect((await remove(anna, stale)).status).toBe(303);
  await anna.get(PAGE);
  const lost = await save(anna, refused, { message_en: 'Once more' });
  expect([lost.status, rows().length]).toEqual([404, 2]);
  expect(toasts(lost)[0]).toContain('Somebody else has deleted it.');
  expect((await save(anna, lost, {})).status).toBe(303);
  expect(rows()[2]).toMatchObject({ message_en: 'Once more', version: 1 });
  expect(rows()[2]!.id).not.toBe(id);
});
