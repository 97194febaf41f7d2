import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import {
  detectAttachmentType,
  detectAttachmentTypeOrZip,
  TYPE_NAMES,
} from '#app/domain/attachments/file-types.server.ts';
import { detectOfficeType } from '#app/domain/attachments/office-files.server.ts';
import { formatContentTypes, officeFile, zipFile } from '../../../support/people/office-files.ts';
import { newFolder } from '../../../support/servers/new-data.ts';

const folder = newFolder();

async function detect(bytes: Uint8Array): Promise<string | null> {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const handle = await open(path);
  const type = await detectOfficeType(handle, bytes.length).finally(() => handle.close());
  return type && (TYPE_NAMES[type] ?? type);
}

const toBytes = async (file: Promise<File>) => new Uint8Array(await (await file).arrayBuffer());
const DOCX = 'wordprocessingml.document.main+xml';

test.each([
  ['a DOCX', officeFile('a', 'docx'), 'DOCX'],
  ['an XLSX', officeFile('a', 'xlsx'), 'XLSX'],
  ['a DOCX with a comment of the ZIP behind it', officeFile('a', 'docx'), 'DOCX'],
  ['a presentation', officeFile('a', 'pptx'), null],
  ['a template of Word', officeFile('a', 'dotx'), null],
  ['a DOCM', officeFile('a', 'docm'), null],
  ['an XLSM', officeFile('a', 'xlsm'), null],
  ['a DOCX with macros', officeFile('a', 'docx', ['word/vbaProject.bin', 'x']), null],
  ['a DOCX with macros in capitals', officeFile('a', 'docx', ['word/VBAPROJECT.BIN', 'x']), null],
  [
    'a DOCX whose macros have another name',
    zipFile('a', [
      ['[Content_Types].xml', formatContentTypes(DOCX, 'application/vnd.ms-office.vbaProject')],
    ]),
    null,
  ],
  [
    'an XLSX with a sheet of macros',
    zipFile('a', [
      [
        '[Content_Types].xml',
        formatContentTypes(
          'spreadsheetml.sheet.main+xml',
          'application/vnd.ms-excel.macrosheet+xml',
        ),
      ],
    ]),
    null,
  ],
  [
    'a DOCX with two lists of content types',
    officeFile('a', 'docx', ['[Content_Types].xml', '<Types/>']),
    null,
  ],
  ['a ZIP of drawings', zipFile('a', [['plan.pdf', '%PDF-1.7']]), null],
] as const)('DA-7 knows what %s is by its contents', async (name, file, expected) => {
  const bytes = await toBytes(file);
  if (!name.includes('comment')) return expect(await detect(bytes)).toBe(expected);
  const comment = Buffer.concat([bytes, Buffer.from('A comment')]);
  comment.writeUInt16LE(9, bytes.length - 2);
  expect(await detect(comment)).toBe(expected);
});

test('DA-7 knows a compressed XLSX that a program has written', async () => {
  const workbook = await writeExcelFile([[{ type: String, value: 'Oak' }]]).toBuffer();
  expect(await detect(workbook)).toBe('XLSX');
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 30)],
  ['only the beginning of one', () => Buffer.from('PK\x03\x04')],
  [
    'one with a directory elsewhere',
    (bytes: Buffer) => {
      bytes.writeUInt32LE(0xffff_ff00, bytes.length - 6);
      return bytes;
    },
  ],
  [
    'one with a directory of 4 GB',
    (bytes: Buffer) => {
      bytes.writeUInt32LE(0xffff_fff0, bytes.length - 10);
      return bytes;
    },
  ],
])('DA-7 refuses a DOCX that is damaged: %s', async (_, damage) => {
  const bytes = Buffer.from(await toBytes(officeFile('a', 'docx')));
  expect(await detect(damage(bytes))).toBeNull();
});

test('DA-7 takes a DOCX with a reply only, never with an enquiry', async () => {
  const head = await toBytes(officeFile('a', 'docx'));
  expect(await detectAttachmentType(head)).toBeNull();
  expect(await detectAttachmentTypeOrZip(head)).toBe('application/zip');
  expect(await detectAttachmentTypeOrZip(Buffer.from('%PDF-1.7'))).toBe('application/pdf');
});
