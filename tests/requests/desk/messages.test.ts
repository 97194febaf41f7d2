import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { setFieldAndRecordChange } from '#db/desk-changes.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import {
  fieldsTo,
  linkTo,
  listed,
  namesListed,
  openReply,
  readText,
  sendReply,
  toasts,
} from '../../support/people/desk.ts';
import { elements, forms, textOf } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import {
  audited,
  one,
  putEnquiry,
  putFile,
  putMany,
  putMessage,
  putReply,
  run,
} from '../../support/servers/store.ts';

// How the desk shows the messages from customers (AN-4 to AN-6).
const server = await startMailServer();
const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);
const LIST = '/admin/dashboard';
const FLAG = 'Customer replied';

let id: number;
beforeEach(async () => {
  server.received.length = 0;
  run('DELETE FROM contact_submissions');
  id = await putEnquiry({ full_name: 'Larch', status: 'in_progress' });
});

const open = (browser = anna) => browser.get(`${LIST}?enquiry=${id}`);
const readOpen = async () => readText((await open()).html);
const isUnread = () => one('SELECT unread FROM contact_submissions WHERE id = ?', id) === 1;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

test('AN-5 shows nothing of messages while no mailbox is set and none is stored', async () => {
  const [list, mail] = [await anna.get(`${LIST}?due=1`), await anna.get(`${LIST}/mail`)];
  for (const page of [list, await open(), mail]) {
    const body = page.html.slice(page.html.indexOf('<body'), page.html.indexOf('<script'));
    expect(body).not.toMatch(/Customer replied|Correspondence|undelivered|mailbox/);
  }
  expect(list.values('input', 'name')).not.toContain('unread');
  await putMessage(id);
  const filters = (await anna.get(LIST)).values('input', 'name');
  expect(filters).toContain('unread');
});

describe('AN-4 the history of an enquiry', () => {
  test('AN-4 shows each message at its place in time, newest text first, the quoted text folded', async () => {
    await sendReply(anna, await openReply(anna, id), { subject: 'Our offer', message: 'In oak.' });
    const [quoted, longText] = ['> In oak.', 'x'.repeat(100_000)];
    const sameTime = { received_at: new Date().toISOString() };
    await putMessage(id, { subject: 'Earlier', text: 'Sent before', received_at: minutesAgo(9) });
    await putMessage(id, {
      subject: 'Re: Our offer',
      text: 'Agreed.\n\nEleni',
      quoted_text: quoted,
      ...sameTime,
    });
    await putMessage(id, { text: longText, is_cut: 1, ...sameTime });
    const page = await open();
    expect(page.texts('h3')).toContain('Correspondence');
    expect(page.texts('h3')).not.toContain('Replies');
    const text = readText(page.html);
    const order = ['Sent before', 'In oak.', 'Re: Our offer', 'Agreed. Eleni', 'Show quoted text'];
    const positions = [...order, quoted, longText, 'The rest is in the mailbox.'].map((part) =>
      text.indexOf(part),
    );
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions).not.toContain(-1);
    const folded = page.all('details').filter((each) => textOf(each).includes(quoted));
    expect(folded.at(-1)!.attrs).not.toContainEqual(expect.objectContaining({ name: 'open' }));
    expect(text).toContain(`${eleni.email} / `);
  });

  test('AN-4 shows the quoted text of a message that has no other', async () => {
    await putMessage(id, { text: '', quoted_text: '> Only quoted.' });
    const details = (await open()).all('details');
    const quotations = details.filter((each) => textOf(each).includes('Only quoted.'));
    expect(quotations.at(-1)!.attrs).toContainEqual(expect.objectContaining({ name: 'open' }));
  });

  test('AN-4 names a sender other than the enquirer, and no other spelling of the same mailbox', async () => {
    await putMessage(id, { sender: eleni.email.toUpperCase() });
    await putMessage(id, { sender: '' });
    expect(await readOpen()).not.toContain('another address');
    await putMessage(id, { sender: 'office@practice.example' });
    expect(await readOpen()).toContain('Sent from another address: office@practice.example');
  });

  test('AN-4 shows the files of a message with it, and names each that was not kept with its reason', async () => {
    await putFile(id, 'plan.pdf', '%PDF-1.7 form');
    const message = await putMessage(id, {
      text: 'With a drawing.',
      unkept_files: JSON.stringify([
        { kind: 'notAccepted', name: 'setup.exe' },
        { kind: 'empty', name: 'empty.pdf' },
        { kind: 'tooLarge', name: 'film.pdf', mb: 15 },
        { kind: 'together', name: 'model.dwg', mb: 40 },
        { kind: 'tooMany', name: 'sixth.pdf', count: 5 },
        { kind: 'small', name: 'logo.png' },
        { kind: 'no-room', name: 'last.pdf' },
      ]),
    });
    const file = await putFile(id, 'answer.pdf', '%PDF-1.7 answer');
    run('UPDATE attachments SET from_message = ? WHERE file = ?', message, file);
    const page = await open();
    const text = readText(page.html);
    expect(text).toMatch(/Files plan\.pdf PDF \/ 1 KB Download Download all/);
    expect(text).toMatch(/With a drawing\. answer\.pdf PDF \/ 1 KB Download/);
    expect(linkTo(page, 'Download answer.pdf')).toMatch(/\/files\/\d+$/);
    for (const reason of [
      'setup.exe is not a PDF, a picture or a drawing we can open.',
      'empty.pdf is empty.',
      'film.pdf is larger than 15 MB.',
      'model.dwg: the files of an email can have at most 40 MB in total.',
      'sixth.pdf: only the first 5 files of an email are kept.',
      'logo.png is a small picture inside the email.',
      'last.pdf: there is no space on the server.',
    ])
      expect(text).toContain(reason);
    expect(listed(await anna.get(LIST))[0]![1]).toContain('2 files');
  });

  test('AN-4 renders hostile text as text, and shows at most the newest 50 messages', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const fields = { text: hostile, subject: hostile, sender: hostile, quoted_text: hostile };
    await putMessage(id, fields);
    expect((await open()).all('img')).toEqual([]);
    expect((await readOpen()).split(hostile).length - 1).toBeGreaterThanOrEqual(4);
    for (let i = 1; i <= DESK.shownMessages; i++)
      await putMessage(id, { text: `Number ${i}.`, received_at: minutesAgo(i) });
    const text = await readOpen();
    expect([text.includes('Number 49.'), text.includes('Number 50.')]).toEqual([true, false]);
  });

  test('AN-4 shows at most half a million characters of a thread, newest first', async () => {
    for (let i = 0; i < 6; i++) {
      const text = `Message ${i}. ${'x'.repeat(99_000)}`;
      await putMessage(id, { text, received_at: minutesAgo(i) });
    }
    const text = await readOpen();
    expect([text.includes('Message 4.'), text.includes('Message 5.')]).toEqual([true, false]);
  });

  test.each([
    ['completed', 'Back to In Progress: the customer replied'],
    ['in_progress', 'Still In Progress: the customer’s reply arrived late'],
  ] as const)('AN-5 says what the customer’s answer means where it was %s', async (from, text) => {
    run('UPDATE contact_submissions SET status = ? WHERE id = ?', from, id);
    const message = await putMessage(id);
    const fields = { field: 'status', from, to: 'in_progress' } as const;
    const author = { byAdmin: null, byMessage: message, changedAt: new Date().toISOString() };
    await setFieldAndRecordChange(getDatabase(), { enquiryId: id, ...fields, ...author });
    expect(await readOpen()).toMatch(new RegExp(`Status changes ${text} \\d\\d`));
  });
});

describe('DK-9 the newest message of an enquiry', () => {
  const readFolded = async () => {
    const page = await open();
    const [folded] = page.all('details').filter((each) => textOf(each).startsWith('Earlier'));
    return folded ? readText(folded) : null;
  };

  beforeEach(() => void run(`UPDATE contact_submissions SET message = 'A walnut desk.'`));

  test('DK-9 is the enquiry itself until a person writes, even after automatic messages', async () => {
    await putMessage(id, { kind: 'bounce', reason: '550' });
    await putMessage(id, { kind: 'automatic', text: 'On holiday.' });
    expect(await readFolded()).toBe(null);
    expect(await readOpen()).toMatch(/Message A walnut desk\. .* On holiday\./);
  });

  test('DK-9 is open, sent or received, and all older ones are folded above it, oldest first', async () => {
    await putReply(id, minutesAgo(30));
    expect(await readFolded()).toBe('Earlier messages (1) Message A walnut desk.');
    await putMessage(id, { text: 'Agreed.', received_at: minutesAgo(20) });
    expect(await readFolded()).toMatch(
      /^Earlier messages \(2\) Message A walnut desk\. .* Subject Text$/,
    );
    await putReply(id, minutesAgo(10));
    await putMessage(id, { kind: 'automatic', text: 'On holiday.' });
    expect(await readFolded()).toMatch(
      /^Earlier messages \(3\) Message A walnut desk\. .* Subject Text .* Agreed\.$/,
    );
    expect(await readOpen()).toMatch(/Agreed\. Correspondence .* Subject Text .* On holiday\./);
  });

  test('DK-9 is never an answer that was recorded without a text', async () => {
    await putReply(id, minutesAgo(30));
    run(`UPDATE replies SET channel = 'phone', subject = '', message = ''`);
    expect(await readFolded()).toBe(null);
  });
});

test('DK-9 marks in the list a reply that was not delivered', async () => {
  const reply_id = await putReply(id, minutesAgo(30));
  const readRow = async () => listed(await anna.get(LIST))[0]![1];
  expect(await readRow()).not.toContain('Reply not delivered');
  await putMessage(id, { kind: 'bounce', reply_id, reason: '550' });
  expect(await readRow()).toContain('Reply not delivered');
});

test('DK-9 gives the whole name, company and address in the titles of a row that cuts them', async () => {
  const name = 'Papadopoulou-'.repeat(7);
  const email = `${'architect.'.repeat(6)}office@mail.example`;
  run('UPDATE contact_submissions SET full_name = ?, company = ?, email = ?', name, name, email);
  const cells = (await anna.get(LIST)).all('td');
  const titles = cells.flatMap((cell) => [
    ...elements(cell, 'bdi').map(({ attrs }) => attrs),
    ...elements(cell, 'div').map(({ attrs }) => attrs),
  ]);
  const readTitle = (attrs: (typeof titles)[number]) =>
    attrs.find((attribute) => attribute.name === 'title')?.value;
  expect(titles.map(readTitle)).toEqual([name, email, name]);
});

describe('AN-5 an unread enquiry', () => {
  test('AN-5 is marked in the list until any admin opens its page', async () => {
    await putMessage(id);
    await putEnquiry({ full_name: 'Quiet' });
    const rows = async () => listed(await anna.get(LIST)).map(([, name]) => name!.includes(FLAG));
    expect(await rows()).toEqual([false, true]);
    const path = `${LIST}?enquiry=${id}`;
    const { cookie } = basil;
    await exchange(site, { path, method: 'HEAD', headers: { cookie } });
    await fetch(site + path, { headers: { cookie, 'sec-purpose': 'prefetch;prerender' } });
    expect(isUnread()).toBe(true);
    const page = await open(basil);
    // It still waits for an answer (DK-7), as the other one does.
    expect(linkTo(page, '2 to answer')).toBe(`${LIST}?view=answer`);
    expect(isUnread()).toBe(false);
    expect(await rows()).toEqual([false, false]);
  });

  test('AN-5 is found by ?unread=1, with other filters, in pages, words and exports', async () => {
    await putMessage(id, { text: 'walnut veneer' });
    const other = await putEnquiry({ full_name: 'Ash', status: 'new', language: 'el' });
    await putMessage(other);
    await putEnquiry({ full_name: 'Quiet' });
    const find = async (query: string) => namesListed(await anna.get(`${LIST}?unread=1${query}`));
    expect(await find('')).toEqual(['Ash', 'Larch']);
    expect(await find('&status=in_progress')).toEqual(['Larch']);
    expect(await find('&language=el&assigned=nobody')).toEqual(['Ash']);
    expect(await find('&q=larch')).toEqual(['Larch']);
    expect(await find('&due=1')).toEqual([]);
    const page = await anna.get(`${LIST}?unread=1&status=new`);
    expect(linkTo(page, `Remove filter: ${FLAG}`)).toBe(`${LIST}?status=new`);
    expect(page.all('input').find((box) => textOf(box.parentNode as never) === FLAG)).toBeDefined();
    const csv = await anna.get(`${LIST}/export.csv?unread=1`);
    expect(csv.headers.get('x-enquiries')).toBe('2');
    await putMany(DESK.pageRows);
    run(`UPDATE contact_submissions SET unread = 1 WHERE message LIKE 'oak%'`);
    const first = await anna.get(`${LIST}?unread=1`);
    expect(linkTo(first, 'Older')).toContain('unread=1&');
  });

  test('AN-5 leaves the page Numbers as it is', async () => {
    const reply = { subject: 'Our offer', message: 'In oak.' };
    await anna.follow(await sendReply(anna, await openReply(anna, id), reply));
    const readNumbers = async () => textOf((await anna.get(`${LIST}/numbers`)).all('main')[0]!);
    const numbers = await readNumbers();
    await putMessage(id);
    expect(await readNumbers()).toBe(numbers);
  });

  test('AN-5 tells an open desk which enquiries were answered, and the count of the navigation', async () => {
    const earlier = await putMessage(id);
    const other = await putEnquiry({ status: 'in_progress' });
    const path = `${LIST}/events?since=${other}&messages=`;
    const ask = async () => JSON.parse((await anna.get(path + earlier)).text);
    await putMessage(other);
    await putMessage(other);
    expect(await ask()).toMatchObject({ arrived: 0, answeredIds: [other], waiting: 2 });
    await basil.get(`${LIST}?enquiry=${other}`);
    expect(await ask()).toMatchObject({ answeredIds: [], waiting: 2 });
    expect((await anna.get(`${path}x`)).status).toBe(400);
  });
});

describe('AN-6 mail that comes back', () => {
  const reply = async () => {
    await sendReply(anna, await openReply(anna, id), { subject: 'Our offer', message: 'In oak.' });
    return Number(one('SELECT max(id) FROM replies'));
  };
  const reason = '550 5.1.1 <eleni@mail.example>: user unknown';
  const inMail = async () => readText((await anna.get(`${LIST}/mail`)).html);

  test('AN-6 is shown below its reply with the reason from the server, and on the page Email until it is discarded', async () => {
    await putMessage(id, { kind: 'bounce', reason, reply_id: await reply() });
    expect(await readOpen()).toMatch(
      /\/ Queued Not delivered \/ 550 5\.1\.1 <eleni@mail\.example>: user unknown \/ .{17} Our offer In oak\./,
    );
    expect(await readOpen()).not.toContain('Correspondence');
    const page = await anna.get(`${LIST}/mail`);
    expect(readText(page.html)).toMatch(
      /Email \(1\).* Our offer eleni@mail\.example \/ .{17} \/ came back undelivered: 550 5\.1\.1/,
    );
    expect(linkTo(page, 'View enquiry')).toBe(`${LIST}?enquiry=${id}`);
    expect(page.text).not.toContain('Send again');
    const discard = forms(page.html).findIndex(({ fields }) => 'bounce' in fields);
    const first = await anna.submit(page, {}, discard);
    const second = await basil.submit(page, {}, discard);
    for (const { outcome } of [first, second]) expect(outcome).toBe(`303 ${LIST}/mail`);
    expect(toasts(await anna.follow(first))).toEqual(['Email discarded']);
    expect(await inMail()).toContain('All emails have been sent or are on their way.');
    expect(await inMail()).not.toContain('Email (1)');
    const events = audited('mail.discarded').filter((details) => 'message' in details);
    expect(events).toHaveLength(1);
    expect(await readOpen()).toContain('Not delivered / 550 5.1.1');
  });

  test('AN-6 says of a receipt that it was not delivered', async () => {
    await putMessage(id, { kind: 'bounce', reason });
    expect(await readOpen()).toContain(`The receipt was not delivered / ${reason}`);
    expect(await inMail()).toContain('Receipt for an enquiry eleni@mail.example');
  });

  test('AN-6 folds an automatic answer', async () => {
    await putMessage(id, { kind: 'automatic', text: 'I am on holiday.' });
    const page = await open();
    const folded = page.all('details').findLast((each) => textOf(each).includes('on holiday'));
    expect(readText(elements(folded!, 'summary')[0]!)).toBe('Automatic reply');
    expect(folded!.attrs).not.toContainEqual(expect.objectContaining({ name: 'open' }));
    expect(listed(await anna.get(LIST)).join()).not.toContain(FLAG);
  });
});

describe('AN-2 a reply to a customer who has answered', () => {
  const headersOf = (name: string) =>
    server.received.map(({ headers }) => headers.find(({ key }) => key === name)?.value);

  test('AN-2 continues the thread, quotes nothing, and goes to the address of the enquiry', async () => {
    const reference_ids = '<first@drys.example> <second@mail.example>';
    await putMessage(id, { message_id: '<older@mail.example>', received_at: minutesAgo(5) });
    await putMessage(id, {
      message_id: '<newest@mail.example>',
      sender: 'somebody@else.example',
      text: 'Quote me',
      reference_ids,
    });
    await putMessage(id, { message_id: '<vacation@mail.example>', kind: 'automatic' });
    const form = await openReply(anna, id);
    expect(Object.values(fieldsTo(form, 'reply')).join()).not.toContain('Quote me');
    await sendReply(anna, form, { subject: 'Re: Our offer', message: 'Yes.' });
    await deliverDueMail();
    expect(server.received).toMatchObject([{ recipients: [eleni.email] }]);
    expect(server.received[0]!.text).not.toContain('Quote me');
    expect(headersOf('in-reply-to')).toEqual(['<newest@mail.example>']);
    const [ownId] = headersOf('message-id');
    expect(headersOf('references')).toEqual([`${reference_ids} <newest@mail.example> ${ownId}`]);
  });

  test('AN-2 DA-1 continues the subject of the newest answer, with every template', async () => {
    const answer = { subject: 'ΑΠ: Re: Your desk in oak', received_at: minutesAgo(2) };
    await putMessage(id, answer);
    await putMessage(id, { kind: 'automatic', subject: 'On holiday' });
    const form = await openReply(anna, id);
    expect(fieldsTo(form, 'reply')).toMatchObject({ subject: 'Re: Your desk in oak' });
    const otherTemplate = await anna.get(`${LIST}?enquiry=${id}&reply=1&template=2`);
    expect(fieldsTo(otherTemplate, 'reply')).toMatchObject({ subject: 'Re: Your desk in oak' });
    await putMessage(id, { subject: '' });
    const formWithoutSubject = await openReply(anna, id);
    expect(fieldsTo(formWithoutSubject, 'reply')['subject']).toContain(`DRYS-${id}`);
  });

  test('AN-2 AN-6 continues the thread of our own replies before the first answer, and names each itself last', async () => {
    for (const subject of ['First', 'Second', 'Third'])
      await sendReply(anna, await openReply(anna, id), { subject, message: 'Text.' });
    await deliverDueMail();
    const [first, second, third] = headersOf('message-id');
    expect(headersOf('in-reply-to')).toEqual([undefined, first, second]);
    expect(headersOf('references')).toEqual([
      first,
      `${first} ${second}`,
      `${first} ${second} ${third}`,
    ]);
    expect(fieldsTo(await openReply(anna, id), 'reply')).toMatchObject({ subject: 'Re: Third' });
  });

  test('AN-2 bounds the References, and names only the mail itself in the first one', async () => {
    await sendReply(anna, await openReply(anna, id), { subject: 'First', message: 'Text.' });
    const ids = Array.from({ length: 40 }, (_, i) => `<reference-${i}@mail.example>`);
    const reference_ids = ids.flatMap((id) => [id, id]).join(' ');
    await putMessage(id, { message_id: '<last@mail.example>', reference_ids });
    await sendReply(anna, await openReply(anna, id), { subject: 'Second', message: 'Text.' });
    await deliverDueMail();
    const [first, references] = headersOf('references');
    const [firstId, secondId] = headersOf('message-id');
    expect([first, headersOf('in-reply-to')[0]]).toEqual([firstId, undefined]);
    expect(references!.split(/\s+/)).toEqual([
      ids[0],
      ...ids.slice(-18),
      '<last@mail.example>',
      secondId,
    ]);
  });
});
