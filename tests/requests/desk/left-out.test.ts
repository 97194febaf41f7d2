import { expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { elements, attribute } from '../../support/reading/browser.ts';
import { linkTo, namesListed, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
await putEnquiry({ full_name: 'New Oak', created_at: '2026-01-02T10:00:00Z' });
await putEnquiry({
  full_name: 'Done Oak',
  status: 'completed',
  created_at: '2026-01-01T10:00:00Z',
});
const get = (query: string) => admin.get(`/admin/dashboard${query}`);
const HEADING = 'Part of this address was not understood.';
const both = ['New Oak', 'Done Oak'];

test.each([
  ['?status=boat', 'status = boat : It must be new, in_progress or completed.', both],
  ['?from=nonsense', 'from = nonsense : It must be a day such as 2026-03-31.', both],
  ['?to=2026-02-99', 'to = 2026-02-99 : It must be a day', both],
  ['?status=new&status=completed', 'status = new : It was given more than once.', both],
  ['?before=x', 'before = x : It is no place in this list.', both],
  ['?after=-1', 'after = -1 : It is no place in this list.', both],
  ['?page=2', 'page = 2 : It is no place in this list.', both],
  ['?before=1&after=1', 'after = 1 : A page can begin at one place only.', []],
  ['?stauts=new', 'stauts = new : This page knows no such filter.', both],
  [`?q=${'x'.repeat(DESK.searchMax + 1)}`, 'It is too long to search for.', both],
  ['?enquiry=1&enquiry=2', 'enquiry = 1 : It was given more than once.', both],
  ['?__proto__=x&constructor=y', 'constructor = y : This page knows no such filter.', both],
  ['?status=completed&from=then', 'from = then', ['Done Oak']],
])('D-2 %s is said to be left out', async (query, says, shown) => {
  const page = await get(query);
  expect(page.status).toBe(200);
  expect(wordsOf(page.html)).toContain(HEADING);
  expect(wordsOf(page.html)).toContain(says);
  expect(namesListed(page)).toEqual(shown);
  // The way out leaves what was understood.
  const cleared = await admin.get(linkTo(page, 'Clear it'));
  expect(wordsOf(cleared.html)).not.toContain(HEADING);
  expect(namesListed(cleared)).toEqual(shown);
});

test.each(['', '?status=&q=&from=&to=', '?status=new&q=oak&from=2026-01-01&to=2026-01-31'])(
  'D-2 nothing is said of what is understood: %s',
  async (query) => {
    expect(wordsOf((await get(query)).html)).not.toContain(HEADING);
  },
);

test.each(['abc', '-1', '1e9', '99999', '9'.repeat(16)])(
  'D-3 ?enquiry=%s is an enquiry that is not there',
  async (enquiry) => {
    const page = await get(`?enquiry=${enquiry}&status=new`);
    expect(page.status).toBe(404);
    expect(wordsOf(page.html)).toContain('There is no such enquiry. It may have been deleted.');
    expect(linkTo(page, 'Close')).toBe('/admin/dashboard?status=new');
  },
);

test('an address that opens no enquiry leaves the header within reach', async () => {
  const [header] = elements((await get('?enquiry=')).html, 'header');
  expect(attribute(header!, 'inert')).toBeUndefined();
});

test('hostile parts of an address are text', async () => {
  const page = await get(`?${encodeURIComponent('<b>x')}=${encodeURIComponent('"><img src=x>')}`);
  expect(wordsOf(page.html)).toContain('<b>x = "><img src=x>');
  expect(elements(page.html, 'img')).toEqual([]);
});

test('privacy requests take nothing from the address, and say so', async () => {
  const page = await admin.get('/admin/dashboard/person?email=a%40mail.example');
  expect(wordsOf(page.html)).toContain('email = a@mail.example : This page knows no such filter.');
  expect(linkTo(page, 'Clear it')).toBe('/admin/dashboard/person');
});

test.each(['csv', 'xlsx'])(
  'D-6 an export of a filter that is not understood is refused (%s)',
  async (extension) => {
    const page = await admin.get(`/admin/dashboard/export.${extension}?status=boat`);
    expect(page.status).toBe(400);
    expect(page.html).toContain('Nothing was exported');
  },
);
