import { expect, test } from 'vitest';
import { database } from '#db/database.server.ts';
import { quarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { statusForm } from '../../support/people/desk.ts';
import { type Page, attribute, elements, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const at = (path = '') => `/admin/dashboard${path}`;

type Node = ReturnType<typeof elements>[number];
const linksIn = (within: Node) =>
  elements(within, 'a').map((link) => [textOf(link), attribute(link, 'href')]);
const header = (page: Page) => elements(page.html, 'header')[0]!;
/** The links of the row, and those of the menu of a narrow window. */
const navigation = (page: Page) => {
  const [nav] = elements(header(page), 'nav');
  return [elements(nav!, 'ul')[0]!, elements(nav!, 'details')[0]!];
};
const current = (page: Page) =>
  navigation(page).map((list) =>
    elements(list, 'a')
      .filter((link) => attribute(link, 'aria-current') === 'page')
      .map((link) => textOf(link)),
  );

test.each([
  ['', 'Enquiries'],
  ['?enquiry=1', 'Enquiries'],
  ['?status=new&q=oak', 'Enquiries'],
  ['/numbers', 'Numbers'],
  ['/site/projects?bin', 'Site'],
  ['/templates?change=1', 'Templates'],
  ['/quarantine', 'Set aside'],
  ['/person', 'Privacy'],
  ['/account', 'Account'],
  ['/account/password', 'Account'],
])(
  'DK-1 %s has the one navigation, with %s marked, in a row and in a menu',
  async (path, place) => {
    const page = await anna.get(at(path));
    for (const list of navigation(page)) {
      expect(linksIn(list)).toEqual([
        ['Enquiries', at()],
        ['Numbers', at('/numbers')],
        ['Site', at('/site')],
        ['Templates', at('/templates')],
        ['Set aside', at('/quarantine')],
        ['Privacy', at('/person')],
        ['Account', at('/account')],
      ]);
    }
    expect(current(page)).toEqual([[place], [place]]);
    expect(textOf(header(page))).toContain(staff.anna.email);
    expect(textOf(header(page))).toContain('Logout');
  },
);

test('DK-1 counts stand where something waits: new and due, set aside, unsent mail', async () => {
  await putEnquiry({ status: 'new', due_on: '2026-01-02' });
  await putEnquiry({ status: 'in_progress', due_on: '2026-01-02' });
  await putEnquiry({ status: 'in_progress', due_on: '2099-01-02' });
  const id = await putEnquiry({ status: 'completed' });
  const person = { full_name: 'Bot', email: 'bot@mail.example', project: 'Office Spaces' };
  await quarantine(database(), person, 'honeypot');
  const mail = `INSERT INTO outbox
    (kind, created_at, next_attempt_at, give_up_at, failed_at, last_error) VALUES ('x', 0, 0, 0, ?, 'x')`;
  run(mail, 1);
  run(mail, null);
  const page = await anna.get(at('/numbers'));
  for (const list of navigation(page)) {
    const names = linksIn(list).map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['Enquiries (2)', 'Set aside (1)', 'Numbers']));
  }
  expect(linksIn(header(page))).toContainEqual(['Mail (2)', at('/mail')]);
  expect(current(await anna.get(at('/mail')))).toEqual([[], []]);
  // What is refused is shown at the address it was sent to.
  const open = await anna.get(at(`?enquiry=${id}`));
  run(`UPDATE contact_submissions SET status = 'in_progress' WHERE id = ?`, id);
  const refused = await anna.submit(open, { status: 'new' }, statusForm(open, id));
  expect(refused.status).toBe(409);
  expect(refused.url).toContain(at('/status'));
  expect(current(refused)).toEqual([['Enquiries (2)'], ['Enquiries (2)']]);
});
