import { expect, test } from 'vitest';
import { mentionsAttachment } from '#app/domain/desk/replies.server.ts';

test.each([
  ['Please find our quotation attached.', true],
  ['I ATTACH the drawings.', true],
  ['See the attachment', true],
  ['The quotation is enclosed.', true],
  ['Σας στέλνω συνημμένη την προσφορά.', true],
  ['ΒΛΕΠΕ ΣΥΝΗΜΜΈΝΟ', true],
  ['ΒΛΕΠΕ ΤΑ ΣΥΝΗΜΜΕΝΑ ΣΧΕΔΙΑ', true],
  ['Επισυνάπτω τα σχέδια.', true],
  ['Σας ΕΠΙΣΥΝΑΠΤΟΥΜΕ την προσφορά.', true],
  ['Σας έχω επισυνάψει την προσφορά.', true],
  ['Επισύναψα τα σχέδια.', true],
  ['Θα βρείτε επισυνημμένη την προσφορά.', true],
  ['Dear Eleni,\n\nattached you find it', true],
  ['We can detach the top.', false],
  ['The space is an enclosedness.', false],
  ['We enclose the stairs with oak.', false],
  ['Θα σας στείλουμε προσφορά.', false],
  ['', false],
])('DA-7 finds out whether %j speaks of an attachment', (text, expected) => {
  expect(mentionsAttachment(text)).toBe(expected);
});
