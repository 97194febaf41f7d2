import { expect, test } from 'vitest';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { buildDeskFilter, parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();

const findNumberAndText = async (q: string) => {
  const view = parseDeskView(new URLSearchParams({ q }));
  const { id, text } = await buildDeskFilter(view, { id: 1 } as SignedInAdmin);
  return id ?? text;
};

test.each([
  'DRYS-12',
  'drys 12',
  'Drys12',
  'DRYS \u2013 12',
  '(DRYS-12)',
  'δρυσ 12',
  'ΔΡΥΣ-12',
  'Απ.: Το μήνυμά σας (Δρυς-12)',
  'Re: We have your enquiry (DRYS-12)',
  'Your enquiry DRYS-12: Office Spaces, 2026',
  `Fwd: Re: Your enquiry (DRYS-12): ${'a long subject of a mail, '.repeat(8)}`,
  `Fwd: ${'a long subject of a mail, '.repeat(9)} (DRYS-12)`,
])('VP-1 finds an enquiry by its number in %j', async (text) => {
  expect(await findNumberAndText(text)).toBe(12);
});

test.each([
  '12',
  'Drys 12 chairs',
  'XDRYS-12',
  'δρυς 12 καρέκλες',
  'DRYS',
  'oak-12',
  `DRYS-${'1'.repeat(16)}`,
])('VP-1 searches the words of %j, which names no enquiry', async (text) => {
  expect(await findNumberAndText(text)).toBe(text);
});
