import { type Said, bilingual } from '../language.ts';

/** The words of the financial data page (ledger F-1). */
export const financial = bilingual({
  en: {
    title: 'Financial Data',
    description: 'Balance sheets and financial statements of the years 2016 to 2024, as PDF files.',
    kicker: 'Financial Data',
    /** The heading is Greek in English too: the documents are. */
    greek: 'Οικονομικά Στοιχεία',
    range: '2016-2024',
    note: 'Each card opens a PDF in a new tab.',
    greekNote: 'Ισολογισμοί και οικονομικές καταστάσεις, όπως δημοσιεύονται κάθε χρόνο.',
    tabs: 'Document type',
    balanceSheets: 'Balance sheets',
    statements: 'Financial statements',
  },
  el: {
    title: 'Οικονομικά στοιχεία',
    description: 'Ισολογισμοί και οικονομικές καταστάσεις των ετών 2016 έως 2024, σε αρχεία PDF.',
    kicker: 'Δημοσιεύσεις',
    greek: 'Οικονομικά στοιχεία',
    range: '2016-2024',
    note: 'Κάθε έγγραφο ανοίγει ως PDF σε νέα καρτέλα.',
    greekNote: 'Ισολογισμοί και οικονομικές καταστάσεις, όπως δημοσιεύονται κάθε χρόνο.',
    tabs: 'Είδος εγγράφου',
    balanceSheets: 'Ισολογισμοί',
    statements: 'Οικονομικές καταστάσεις',
  },
});

/** The words of the page in one language. */
export type FinancialWords = Said<typeof financial>;
