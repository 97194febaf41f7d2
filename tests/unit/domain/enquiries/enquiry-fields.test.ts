import { expect, test } from 'vitest';
import { cleanEnquiryFields, enquirySchema } from '#app/domain/enquiries/enquiry-form.server.ts';
import { exportPerson } from '#app/domain/privacy.server.ts';
import { ENQUIRY_FIELD_NAMES, listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { column, putEnquiry } from '../../../support/servers/store.ts';

await useScratchDatabase();

/** Columns of an enquiry that no form contains. */
const NON_FORM_COLUMNS = [
  'id',
  'created_at',
  'status',
  'verified',
  'about_project',
  'email_key',
  'language',
  'assigned_to',
  'due_on',
  'source',
  'written_by',
  'unread',
  'suspected',
];

test('CF-2 every column of an enquiry is a declared field or known to be no field', () => {
  const columns = column("SELECT name FROM pragma_table_info('contact_submissions')");
  expect(columns.toSorted()).toEqual([...ENQUIRY_FIELD_NAMES, ...NON_FORM_COLUMNS].toSorted());
});

function cleanEmail(typed: string) {
  const form = new FormData();
  form.set('email', typed);
  const { email } = cleanEnquiryFields(form);
  return { email, isValid: enquirySchema.shape.email.safeParse(email).success };
}

test.each([
  ['maria@example.gr,', 'maria@example.gr'],
  ['maria@example.gr ; ', 'maria@example.gr'],
  ['mailto:maria@example.gr', 'maria@example.gr'],
  ['MailTo: maria@example.gr;', 'maria@example.gr'],
  ['<maria@example.gr>,', 'maria@example.gr'],
  ['"Παππά, Μαρία" <maria@example.gr>;', 'maria@example.gr'],
  ['maria@example.gr <maria@example.gr>', 'maria@example.gr'],
  ['ｍａｒｉａ＠ｅｘａｍｐｌｅ．ｇｒ，', 'maria@example.gr'],
  ['＜ｍａｒｉａ@example.gr＞', 'maria@example.gr'],
  ['nikos+kouzina@example.gr', 'nikos+kouzina@example.gr'],
  ["o'neill@example.gr", "o'neill@example.gr"],
  ['nikos@επιπλα.gr', 'nikos@επιπλα.gr'],
  ['Nikos@ΕΠΙΠΛΑ.ΕΛ', 'Nikos@ΕΠΙΠΛΑ.ΕΛ'],
])('CF-5 takes %j for %j', (typed, email) => {
  expect(cleanEmail(typed)).toEqual({ email, isValid: true });
});

test.each([
  'nikos@example.gr,maria@example.gr',
  'nikos,maria@example.gr',
  'nikos@example.gr,maria',
  'nikos@example.gr;example.com',
  'mailto:nikos@example.gr?subject=kitchen',
  'email: nikos@example.gr',
  'email:nikos@example.gr',
  'nikos @example.gr',
  'Nikos <nikos@example.gr>, Maria <maria@example.gr',
  'Nikos <nikos@example.gr>, Maria <maria@example.gr>',
  'nikos@example.gr, Maria <maria@example.gr>',
  'nikos@example',
  'νικος@γμαιλ.ψομ',
  'nikos@gmail.cοm',
  'nikos@gmαil.com',
  'mailto:',
  ',',
])('CF-5 refuses %j', (typed) => {
  expect(cleanEmail(typed).isValid).toBe(false);
});

test('CF-7 the spam folder has a column for every declared field', () => {
  const columns = column("SELECT name FROM pragma_table_info('spam')");
  expect(columns).toEqual(expect.arrayContaining(ENQUIRY_FIELD_NAMES));
});

test('CF-2 the column of an optional field has a default, so that other programs can leave it out', () => {
  const sql = `SELECT name FROM pragma_table_info('contact_submissions') WHERE dflt_value = ?`;
  const columns = column(sql, "''");
  const optional = listEnquiryFields().filter(({ min, choices }) => !min && !choices);
  expect(columns).toEqual(expect.arrayContaining(optional.map(({ name }) => name)));
});

test('the export of a person contains every declared field', async () => {
  await putEnquiry({ email: 'zoe@mail.example' });
  const { enquiries } = await exportPerson('zoe@mail.example');
  expect(Object.keys(enquiries[0]!)).toEqual(expect.arrayContaining(ENQUIRY_FIELD_NAMES));
});
