import { expect, test } from 'vitest';
import { detectAttachmentType } from '#app/domain/attachments/file-types.server.ts';
import { getSafeFileName } from '#app/file-names.ts';

const PDF = 'application/pdf';
const JPEG = 'image/jpeg';
const SECTION = '  0\r\nSECTION\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n';

test.each([
  ['plan.pdf', PDF, 'plan.pdf'],
  ['Κάτοψη 1ου ορόφου.pdf', PDF, 'Κάτοψη 1ου ορόφου.pdf'],
  ['IMG 0815.JPG', JPEG, 'IMG 0815.JPG'],
  ['photo.jpeg', JPEG, 'photo.jpeg'],
  ['plan.hta', PDF, 'plan.hta.pdf'],
  ['plan.js', 'image/vnd.dxf', 'plan.js.dxf'],
  ['PLAN.VBS', PDF, 'PLAN.VBS.pdf'],
  ['photo.png', JPEG, 'photo.png.jpg'],
  ['plan', PDF, 'plan.pdf'],
  ['plan.pdf. .', PDF, 'plan.pdf'],
  ['plan.hta.', PDF, 'plan.hta.pdf'],
  ['a:b?c*d"e|f/g\\h<i>.pdf', PDF, 'a_b_c_d_e_f_g_h_i_.pdf'],
  ['CON', PDF, '_CON.pdf'],
  ['con.pdf', PDF, '_con.pdf'],
  ['lpt1 .tar.pdf', PDF, '_lpt1 .tar.pdf'],
  ['console.pdf', PDF, 'console.pdf'],
  ['. .', PDF, 'file.pdf'],
  ['plan.exe', 'application/unknown', 'plan.exe.bin'],
  ['a'.repeat(120), PDF, `${'a'.repeat(116)}.pdf`],
  [`${'a'.repeat(116)}.hta`, PDF, `${'a'.repeat(116)}.pdf`],
  ['図'.repeat(120), PDF, `${'図'.repeat(78)}.pdf`],
  [`${'a'.repeat(115)}🪵`, PDF, `${'a'.repeat(115)}.pdf`],
])('AT-3 hands out %j of %s as %j', (name, type, safeName) => {
  expect(getSafeFileName(name, type)).toBe(safeName);
});

test.each([
  ['a PDF', '%PDF-1.7', PDF],
  ['a PDF behind line ends', '\r\n\r\n%PDF-1.7', PDF],
  ['a PDF behind a byte order mark', '\u00ef\u00bb\u00bf%PDF-1.7', PDF],
  [
    'a PDF behind the header of a printer',
    '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7',
    PDF,
  ],
  ['a PDF behind 1,024 bytes', `${'x'.repeat(1024)}%PDF-1.7`, PDF],
  ['a PDF behind 1,025 bytes', `${'x'.repeat(1025)}%PDF-1.7`, null],
  ['an HTML page that names PDF', '<!doctype html><title>%PDF-1.7</title>', null],
  ['a DXF behind a comment', `999\r\nkitchen\r\n${SECTION}`, 'image/vnd.dxf'],
  [
    'a DXF behind 40 KB of comments',
    `999\nkitchen front\n`.repeat(2500) + SECTION,
    'image/vnd.dxf',
  ],
  ['comments without a drawing', '999\nkitchen front\n'.repeat(10), null],
])('AT-3 recognises %s', async (_, contents, type) => {
  expect(await detectAttachmentType(Buffer.from(contents, 'latin1'))).toBe(type);
});
