/** The words of the financial data page (ledger F-1). */
export const financial = {
  title: 'Financial Data',
  description: 'Balance sheets and financial statements of the years 2016 to 2024, as PDF files.',
  greek: 'Οικονομικά Στοιχεία',
  range: '2016-2024',
  note: 'Each card opens a PDF in a new tab.',
  greekNote: 'Ισολογισμοί και οικονομικές καταστάσεις, όπως δημοσιεύονται κάθε χρόνο.',
  tabs: [
    {
      id: 'balance-sheets',
      label: 'Balance sheets',
      greek: 'Ισολογισμοί',
    },
    {
      id: 'statements',
      label: 'Financial statements',
      greek: 'Οικονομικές καταστάσεις',
    },
  ],
} as const;
