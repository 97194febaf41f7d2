/** A line of an illustrative account, in euros. */
export interface Line {
  greek: string;
  english: string;
  amountIn: (year: number) => number;
  total?: true;
}

// Invented, and the same in every run: a company that grows steadily and whose accounts add up.
const steps = (year: number) => year - 2015;
const grown = (start: number, perYear: number) => (year: number) => start + steps(year) * perYear;
const sum =
  (...parts: ((year: number) => number)[]) =>
  (year: number) =>
    parts.reduce((total, part) => total + part(year), 0);

const plant = grown(1_840_000, 61_000);
const inventories = grown(412_000, 23_500);
const receivables = grown(655_000, 38_200);
const cash = grown(228_000, 17_900);
const assets = sum(plant, inventories, receivables, cash);
const capital = grown(900_000, 0);
const retained = grown(486_000, 92_400);
const loans = grown(760_000, -21_000);
const payables = (year: number) => assets(year) - capital(year) - retained(year) - loans(year);

export const balanceSheet: readonly Line[] = [
  { greek: 'Ενσώματα πάγια', english: 'Property, plant and equipment', amountIn: plant },
  { greek: 'Αποθέματα', english: 'Inventories', amountIn: inventories },
  { greek: 'Εμπορικές απαιτήσεις', english: 'Trade receivables', amountIn: receivables },
  { greek: 'Ταμειακά διαθέσιμα', english: 'Cash', amountIn: cash },
  { greek: 'Σύνολο ενεργητικού', english: 'Total assets', amountIn: assets, total: true },
  { greek: 'Μετοχικό κεφάλαιο', english: 'Share capital', amountIn: capital },
  { greek: 'Αποτελέσματα εις νέο', english: 'Retained earnings', amountIn: retained },
  { greek: 'Τραπεζικά δάνεια', english: 'Bank loans', amountIn: loans },
  { greek: 'Λοιπές υποχρεώσεις', english: 'Other liabilities', amountIn: payables },
  {
    greek: 'Σύνολο καθαρής θέσης και υποχρεώσεων',
    english: 'Total equity and liabilities',
    amountIn: sum(capital, retained, loans, payables),
    total: true,
  },
];

const turnover = grown(3_120_000, 214_000);
const costOfSales = grown(-2_246_000, -149_800);
const administration = grown(-402_000, -19_300);
const distribution = grown(-236_000, -11_700);
const finance = grown(-38_000, 1_050);
const beforeTax = sum(turnover, costOfSales, administration, distribution, finance);
const tax = (year: number) => -Math.round(beforeTax(year) * 0.22);

export const incomeStatement: readonly Line[] = [
  { greek: 'Κύκλος εργασιών', english: 'Turnover', amountIn: turnover },
  { greek: 'Κόστος πωλήσεων', english: 'Cost of sales', amountIn: costOfSales },
  {
    greek: 'Μικτό αποτέλεσμα',
    english: 'Gross profit',
    amountIn: sum(turnover, costOfSales),
    total: true,
  },
  { greek: 'Έξοδα διοίκησης', english: 'Administration', amountIn: administration },
  { greek: 'Έξοδα διάθεσης', english: 'Distribution', amountIn: distribution },
  { greek: 'Χρηματοοικονομικά έξοδα', english: 'Finance costs', amountIn: finance },
  { greek: 'Αποτέλεσμα προ φόρων', english: 'Profit before tax', amountIn: beforeTax, total: true },
  { greek: 'Φόρος εισοδήματος', english: 'Income tax', amountIn: tax },
  {
    greek: 'Καθαρό αποτέλεσμα',
    english: 'Net profit',
    amountIn: sum(beforeTax, tax),
    total: true,
  },
];
