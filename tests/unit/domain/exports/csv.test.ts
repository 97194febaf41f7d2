import { expect, test } from 'vitest';
import { csvHead, csvRow, exportFileName } from '#app/domain/exports/export.server.ts';

const enquiry = {
  id: 1,
  full_name: 'Αθηνά Δρυς',
  email: 'athina@mail.example',
  phone: '+30 210 000 0001',
  company: '',
  project: 'Private House',
  message: 'Kitchen',
  status: 'in_progress' as const,
  created_at: '2026-11-20T21:59:59.000Z',
  verified: 1,
  about_project: null,
};
const row = (given: Partial<typeof enquiry>) => csvRow({ ...enquiry, ...given });
const message = (text: string) => row({ message: text }).split('";"')[5];

test('D-7 the header: byte order mark, semicolons, every column quoted, CRLF', () => {
  expect(csvHead()).toBe(
    '\uFEFF"Name";"Email";"Phone";"Company";"Project Type";"Message";"Status";"Date"\r\n',
  );
});

test('D-7 a row, byte for byte: stored status, ISO day in Athens', () => {
  expect(csvRow(enquiry)).toBe(
    '"Αθηνά Δρυς";"athina@mail.example";"+30 210 000 0001";"";"Private House";"Kitchen";' +
      '"in_progress";"2026-11-20"\r\n',
  );
  expect(row({ created_at: '2026-11-20T22:00:00.000Z' })).toMatch(/"2026-11-21"\r\n$/);
});

test('D-7 quotes are doubled, semicolons become commas, line breaks stay', () => {
  expect(message('a "b"; c;d\ne\r\nf')).toBe('a ""b"", c,d\ne\r\nf');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x', '  =1'])(
  'D-7 a cell that begins as a formula is defused: %j',
  (formula) => {
    expect(message(formula)).toBe(`'${formula}`);
    expect(row({ full_name: formula })).toContain(`"'${formula}"`);
    expect(row({ company: formula })).toContain(`"'${formula}"`);
  },
);

test.each([
  ['a;=1+1', "a,'=1+1"],
  ['a,=1+1', "a,'=1+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a,+cmd|x', "a,'+cmd|x"],
  ['a, -(1)', "a, '-(1)"],
  ['a;"=1', `a,""'=1`],
])('D-7 a formula after a separator inside a cell is defused: %j', (text, exported) => {
  expect(message(text)).toBe(exported);
});

test.each(['2,40 m, -20 % and 3,+1', 'a - b = c', 'mail me @ home', "it's"])(
  'D-7 ordinary text stays as it is: %j',
  (text) => expect(message(text)).toBe(text),
);

test.each(['+30 210 000 0001', '(210) 000-0001', '+1/23.45'])('D-7 the phone %j stays', (phone) =>
  expect(row({ phone })).toContain(`;"${phone}";`),
);

test.each(['+cmd|1', '=1', '@1', '+30 210 ext 4'])('D-7 what is no phone is defused: %j', (phone) =>
  expect(row({ phone })).toContain(`;"'${phone}";`),
);

test('D-7 the file is named after the day in Athens', () => {
  const now = new Date('2026-11-20T22:30:00Z');
  expect(exportFileName(now, 'csv')).toBe('contact-submissions-2026-11-21.csv');
});
