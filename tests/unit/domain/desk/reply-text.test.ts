import { describe, expect, test } from 'vitest';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { readReplyForm } from '#app/domain/desk/replies.server.ts';
import {
  applyTemplate,
  continueSubject,
  removeSalutationAndClose,
} from '#app/domain/desk/reply-text.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putReply, run } from '../../../support/servers/store.ts';

await useScratchDatabase();

const first = {
  subject: 'Your enquiry',
  message: 'Dear Eleni,\n\nWhen would a call suit you?\n\nKind regards\nAnna',
};
const drawings = {
  subject: 'Drawings',
  message: 'Dear Eleni,\n\nPlease send:\n\n- a plan\n- photos\n\nKind regards\nAnna',
  body: 'Please send:\n\n- a plan\n- photos',
};

describe('DA-1 another template', () => {
  test.each<
    [string, typed: Partial<typeof first>, cursor: number, expected: Partial<typeof first>]
  >([
    ['replaces what nobody has changed', {}, 0, drawings],
    ['leaves a changed subject', { subject: 'Oak' }, 0, { subject: 'Oak' }],
    ['leaves a subject that was emptied', { subject: '' }, 0, { subject: '' }],
    [
      'is inserted at the cursor of a changed text, without salutation and close',
      { message: 'Dear Eleni,\n\nMine.\n\nYours, Anna' },
      18,
      { message: `Dear Eleni,\n\nMine.\n\n${drawings.body}\n\nYours, Anna` },
    ],
    [
      'is inserted without them into a text that was emptied',
      { message: '' },
      0,
      { message: drawings.body },
    ],
    [
      'is not inserted twice',
      { message: `Mine.\n\n${drawings.body}\n\nYours` },
      0,
      { message: `Mine.\n\n${drawings.body}\n\nYours` },
    ],
  ])('%s', (_, typed, cursor, expected) => {
    const { subject, message } = { ...drawings, ...expected };
    expect(applyTemplate({ ...first, ...typed }, first, drawings, cursor)).toEqual({
      subject,
      message,
    });
  });

  test('DA-1 is inserted at the end where no cursor is known', () => {
    expect(applyTemplate({ ...first, message: 'Mine.' }, first, drawings).message).toBe(
      `Mine.\n\n${drawings.body}`,
    );
  });
});

test.each([
  [drawings.message, drawings.body],
  ['Γεια σας,\n\nΠότε σας βολεύει;\n\nΜε εκτίμηση\nΆννα', 'Πότε σας βολεύει;'],
  ['Γεια σας,\n\nΠότε σας βολεύει;\n\nΜε εκτίμηση', 'Πότε σας βολεύει;'],
  ['Dear Eleni,\n\nIt costs 300.\n\nKind regards,\nAnna K.', 'It costs 300.'],
  ['Dear Eleni,\n \nWhen?\n \nToday?\n\t\nKind regards\nAnna', 'When?\n \nToday?'],
  ['It costs 300.', 'It costs 300.'],
  ['Dear Eleni,', 'Dear Eleni,'],
  ['We need:\n\n- a plan', 'We need:\n\n- a plan'],
  ['Hello,\n\nFirst.\n\nCall us: 210 1', 'First.\n\nCall us: 210 1'],
])('DA-1 inserts the text %j as %j', (message, body) => {
  expect(removeSalutationAndClose(message)).toBe(body);
});

test.each([
  ['Your desk', 'Re: Your desk'],
  ['RE: Fwd:  re : Your desk', 'Re: Your desk'],
  ['Απ: ΣΧΕΤ: Το γραφείο σας', 'Re: Το γραφείο σας'],
  ['Area: 90 x 30', 'Re: Area: 90 x 30'],
  ['Re: ', ''],
  ['', ''],
])('DA-1 continues the subject %j as %j', (subject, continued) => {
  expect(continueSubject(subject)).toBe(continued);
});

test('DA-1 cuts a subject that is too long to continue', () => {
  expect(continueSubject('a'.repeat(300))).toBe(`Re: ${'a'.repeat(196)}`);
});

test('DA-1 continues our last reply by mail, whatever was recorded or has failed since', async () => {
  const id = await putEnquiry();
  const view = parseDeskView(new URLSearchParams({ enquiry: String(id), reply: '1' }));
  const putLaterReply = async (change: string) => {
    const replyId = await putReply(id, '2026-11-20T10:00:00.000Z');
    run(`UPDATE replies SET ${change} WHERE id = ?`, replyId);
    return replyId;
  };
  const readForm = () => readReplyForm(view, { id: 1, email: 'anna@drys.example', language: 'en' });

  await putLaterReply(`state = 'failed', subject = 'Returned'`);
  expect(await readForm()).toMatchObject({ continuedSubject: '' });
  await putLaterReply(`state = 'sent', subject = 'Our offer'`);
  await putLaterReply(`state = 'sent', subject = '', channel = 'phone'`);
  await putLaterReply(`state = 'sent', subject = '', channel = 'none'`);
  const lastReplyId = await putLaterReply(`state = 'failed', subject = 'Returned'`);
  const expected = { continuedSubject: 'Re: Our offer', after: lastReplyId };
  expect(await readForm()).toMatchObject(expected);
});
