import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  balanceSheets,
  certificates,
  statements,
} from '#app/content/catalogue/documents.server.ts';

const years = [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016];

function readPublic(href: string): Buffer {
  return readFileSync(resolve(import.meta.dirname, `../../../../public${href}`));
}

// A PDF keeps its title uncompressed, in UTF-16 with the high byte first.
function holds(pdf: Buffer, text: string): boolean {
  return pdf.includes(Buffer.from(text, 'utf16le').swap16());
}

test('P-11 F-1 each list has one document a year, 2024 first', () => {
  expect(balanceSheets.map(({ year }) => year)).toEqual(years);
  expect(statements.map(({ year }) => year)).toEqual(years);
});

test('R-8 a financial document lies at /financial-data/{year}/{filename}', () => {
  for (const { href, year, filename } of [...balanceSheets, ...statements]) {
    expect(href).toBe(`/financial-data/${year}/${filename}`);
  }
});

describe.each([
  ['Ισολογισμός', balanceSheets],
  ['Οικονομικές καταστάσεις', statements],
] as const)('P-11 the documents titled %s', (greekTitle, documents) => {
  test.each(documents)('P-11 $filename is a PDF with its Greek title and year', (document) => {
    const pdf = readPublic(document.href);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString().trim()).toBe('%%EOF');
    expect(document.bytes).toBe(pdf.length);
    expect(holds(pdf, `${greekTitle} ${document.year}`)).toBe(true);
    expect(holds(pdf, `${greekTitle} ${document.year + 1}`)).toBe(false);
  });
});

test('A-6 both ISO certificates are PDF files', () => {
  expect(certificates.map(({ filename }) => filename)).toEqual([
    'iso-9001-2015.pdf',
    'iso-14001-2015.pdf',
  ]);
  for (const { href, bytes } of certificates) {
    const pdf = readPublic(href);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf).toHaveLength(bytes);
  }
});
