// npm run documents: writes the sample PDFs that stand where the company's own documents go. To
// replace one, put the real file in its place in public/ and do not run this again.
import './command-line/closed-pipe.ts';
import { companyWords } from '#app/content/words/company.server.ts';
import {
  type CertificateName,
  type YearDocumentName,
  balanceSheetNames,
  certificateNames,
  statementNames,
} from '#app/content/catalogue/document-names.ts';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { company } from '#app/content/words/company.ts';

const ROW = 33;
const COLUMN = 92;
const TABLE_TOP = 408;

const euros = new Intl.NumberFormat('el-GR', { maximumFractionDigits: 0 });

function drawAccount(sheet: Sheet, name: YearDocumentName, lines: readonly Line[]): void {
  const { title, year } = name;
  const [greek = ''] = title.el.split(` ${year}`);
  decorate(sheet, () => set(sheet, { ...SLASH, y: 132 }, '/'));
  write(sheet, 'P', [OWNER, companyWords.en.legal.name]);
  write(sheet, 'H1', [{ ...HEADING, y: 132, width: WIDE, lineGap: -8 }, `${greek} ${year}`]);
  write(sheet, 'P', [{ size: 14, colour: INK_2, x: LEFT, y: 148, width: 96 }, title.en]);
  decorate(sheet, () => drawJoint(sheet, 262, 20));
  write(sheet, 'P', [{ size: 11, colour: OAK, x: LEFT, y: 296 }, 'Δείγμα / Sample']);
  write(sheet, 'P', [
    { size: 11, colour: INK, x: FENCE, y: 296, width: WIDE, lineGap: 3 },
    'Υπόδειγμα εγγράφου με επινοημένα ποσά. Αντικαθίσταται από τα δημοσιευμένα στοιχεία της εταιρείας. ' +
      'This is a sample document; every figure in it is invented. It is to be replaced by the accounts the company publishes.',
  ]);
  const amounts = 'Ποσά σε ευρώ (δείγμα) / Sample amounts in euros';
  write(sheet, 'P', [{ size: 10, colour: INK_2, x: LEFT, y: TABLE_TOP - 22 }, amounts]);
  drawAmounts(sheet, TABLE_TOP - 24, String(year), String(year - 1));
  lines.forEach((line, index) => drawLine(sheet, line, year, TABLE_TOP + index * ROW));
  const { form, seat, gemi } = companyWords.en.legal;
  const foot = `${companyWords.en.name}, ${form}, ${seat}, GEMI ${gemi} (δείγμα / sample)`;
  write(sheet, 'P', [{ size: 9, colour: INK_2, x: LEFT, y: 788 }, foot]);
}

function drawLine(sheet: Sheet, line: Line, year: number, y: number): void {
  decorate(sheet, () => {
    sheet.moveTo(LEFT, y).lineTo(RIGHT, y);
    sheet.lineWidth(line.total ? 1 : 0.5).stroke(line.total ? INK : LINE);
  });
  write(
    sheet,
    'P',
    [{ size: 11, colour: INK, x: LEFT, y: y + 6 }, line.greek],
    [{ size: 8.5, colour: INK_2, x: LEFT, y: y + 19 }, line.english],
  );
  const [now, before] = [year, year - 1].map((one) => euros.format(line.amountIn(one)));
  drawAmounts(sheet, y + 8, now!, before!);
}

function drawAmounts(sheet: Sheet, y: number, now: string, before: string): void {
  const column = { size: 12, y, width: COLUMN, align: 'right' } as const;
  write(sheet, 'P', [{ ...column, colour: INK, x: RIGHT - 2 * COLUMN }, now]);
  write(sheet, 'P', [{ ...column, colour: INK_2, x: RIGHT - COLUMN }, before]);
}

const SCOPE =
  'Design, production, delivery and installation of custom furniture and joinery for commercial and private spaces.';
const NOTICE =
  'This page stands where the certificate will be. It was issued by nobody and certifies nothing. It is to be replaced by the certificate of the accredited body.';

function drawCertificate(sheet: Sheet, { standard, subject }: CertificateName): void {
  const { legal, factory } = companyWords.en;
  decorate(sheet, () => {
    set(sheet, { ...SLASH, y: 232 }, '/');
    drawJoint(sheet, 420, 20);
  });
  write(sheet, 'P', [OWNER, legal.name]);
  write(sheet, 'H1', [{ ...HEADING, y: 232 }, standard]);
  write(sheet, 'P', [{ ...HEADING, size: 20, colour: INK_2, y: 288 }, subject]);
  const entries = [
    ['Company', `${legal.name}, ${factory.lines.join(', ')}`],
    ['Scope', SCOPE],
    ['Sample', NOTICE],
  ] as const;
  for (const [index, [label, value]] of entries.entries()) {
    const y = 462 + index * 60;
    write(sheet, 'P', [{ size: 11, colour: label === 'Sample' ? OAK : INK_2, x: LEFT, y }, label]);
    write(sheet, 'P', [{ size: 12, colour: INK, x: FENCE, y, width: WIDE, lineGap: 4 }, value]);
  }
}

const PAPER = '#f2f3ef';
const INK = '#14181f';
const INK_2 = '#474d57';
const LINE = '#c6c9c4';
const OAK = '#8a5a22';

/** Edges of the page in points: margins, and the fence that text is hung on. */
const LEFT = 48;
const FENCE = 178;
const RIGHT = 547;
const WIDE = RIGHT - FENCE;

const OWNER = { size: 11, colour: INK_2, x: FENCE, y: 58 };
const HEADING = { font: 'display', size: 40, colour: INK, x: FENCE };
const SLASH = { font: 'display', size: 40, colour: OAK, x: FENCE - 23 };

const KERF_RUN = 0.437;
const MARK = ['M0 0H28A32 32 0 0 1 38.56 1.79L11.38 64H0Z', 'M43.32 3.9A32 32 0 0 1 28 64H17.05Z'];

type Sheet = InstanceType<typeof PDFDocument>;

/** The same input gives the same bytes: the date inside is fixed. */
async function writeSheet(
  path: string,
  about: { title: string; subject: string; lang: string; date: Date },
  draw: (sheet: Sheet) => void,
): Promise<void> {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: about.lang,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: {
      Title: about.title,
      Subject: about.subject,
      Author: company.name,
      Creator: company.name,
      CreationDate: about.date,
    },
  });
  mkdirSync(dirname(path), { recursive: true });
  const file = sheet.pipe(createWriteStream(path));
  for (const font of ['display', 'text'])
    sheet.registerFont(font, `${import.meta.dirname}/fonts/commissioner-${font}.ttf`);
  decorate(sheet, () => drawPaper(sheet));
  draw(sheet);
  sheet.end();
  await finished(file);
}

interface Setting {
  font?: string;
  size: number;
  colour: string;
  x: number;
  y: number;
  width?: number;
  lineGap?: number;
  align?: 'right';
}

function write(sheet: Sheet, role: string, ...lines: [Setting, string][]): void {
  const draw = () => lines.forEach(([setting, text]) => set(sheet, setting, text));
  sheet.addStructure(sheet.struct(role, {}, draw));
}

function set(sheet: Sheet, { font = 'text', size, colour, x, y, ...box }: Setting, text: string) {
  sheet.font(font).fontSize(size).fillColor(colour).text(text, x, y, box);
}

function decorate(sheet: Sheet, draw: () => void): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.endMarkedContent();
}

function drawJoint(sheet: Sheet, y: number, step: number): void {
  const run = step * KERF_RUN;
  sheet
    .moveTo(0, y)
    .lineTo(FENCE, y)
    .lineTo(FENCE + run, y - step)
    .lineTo(595.28, y - step);
  sheet.lineWidth(0.75).stroke(INK);
}

function drawPaper(sheet: Sheet): void {
  sheet.rect(0, 0, sheet.page.width, sheet.page.height).fill(PAPER);
  sheet.save().translate(LEFT, 48).scale(0.5);
  for (const half of MARK) sheet.path(half).fill(INK);
  sheet.restore();
}

interface Line {
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

const balanceSheet: readonly Line[] = [
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

const incomeStatement: readonly Line[] = [
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
