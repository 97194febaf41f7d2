// npm run documents: writes the sample PDFs that stand where the company's own documents go. To
// replace one, put the real file in its place in public/ and do not run this again.
import './command-line/closed-pipe.ts';
import {
  balanceSheetNames,
  certificateNames,
  statementNames,
} from '#app/content/texts/document-names.ts';
import type { YearDocumentName } from '#app/content/texts/document-names.ts';
import { drawAccount, drawCertificate, writeSheet } from './documents/drawing.ts';
import { type Line, balanceSheet, incomeStatement } from './documents/figures.ts';

const CERTIFICATES_DATE = new Date('2025-01-01T00:00:00Z');

async function writeAccount(name: YearDocumentName, lines: readonly Line[]): Promise<void> {
  const about = {
    title: `${name.title.el} / ${name.title.en} (sample)`,
    subject: 'Sample document with invented figures',
    lang: 'el',
    date: new Date(Date.UTC(name.year + 1, 5, 30)),
  };
  await writeSheet(`public${name.href}`, about, (sheet) => drawAccount(sheet, name, lines));
}

for (const name of balanceSheetNames) await writeAccount(name, balanceSheet);
for (const name of statementNames) await writeAccount(name, incomeStatement);
for (const name of certificateNames) {
  const about = {
    title: `${name.title.en} (sample)`,
    subject: 'Sample document, no certificate',
    lang: 'en',
    date: CERTIFICATES_DATE,
  };
  await writeSheet(`public${name.href}`, about, (sheet) => drawCertificate(sheet, name));
}
