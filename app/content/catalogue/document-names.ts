import type { Bilingual } from '#app/content/language.ts';

// documents.server.ts checks that the files exist.

/** Ledger P-11. */
const FIRST_FINANCIAL_YEAR = 2016;
const LAST_FINANCIAL_YEAR = 2024;

export interface DocumentName {
  title: Bilingual<string>;
  filename: string;
  href: string;
}

export interface YearDocumentName extends DocumentName {
  year: number;
}

export interface CertificateName extends DocumentName {
  standard: string;
  subject: string;
}

const financialYears: readonly number[] = Array.from(
  { length: LAST_FINANCIAL_YEAR - FIRST_FINANCIAL_YEAR + 1 },
  (_, step) => LAST_FINANCIAL_YEAR - step,
);

export const balanceSheetNames = financialYears.map((year) =>
  nameOfYear(year, { en: 'Balance sheet', el: 'Ισολογισμός' }, 'balance-sheet'),
);

export const statementNames = financialYears.map((year) =>
  nameOfYear(
    year,
    { en: 'Financial statements', el: 'Καταστάσεις αποτελεσμάτων' },
    'financial-statements',
  ),
);

export const certificateNames: readonly CertificateName[] = [
  nameOfCertificate('9001', 'Quality management systems'),
  nameOfCertificate('14001', 'Environmental management systems'),
];

function nameOfYear(year: number, title: Bilingual<string>, slug: string): YearDocumentName {
  const filename = `${slug}-${year}.pdf`;
  return {
    year,
    title: { en: `${title.en} ${year}`, el: `${title.el} ${year}` },
    filename,
    href: `/financial-data/${year}/${filename}`,
  };
}

function nameOfCertificate(number: string, subject: string): CertificateName {
  const standard = `EN ISO ${number}:2015`;
  const filename = `iso-${number}-2015.pdf`;
  return {
    standard,
    subject,
    title: { en: `TUV ${standard}`, el: `TUV ${standard}` },
    filename,
    href: `/certificates/${filename}`,
  };
}
