import { companyWords } from '#app/content/texts/company-words.server.ts';
import type { YearDocumentName } from '#app/content/texts/document-names.ts';
import type { Line } from './figures.ts';
import { decorate, drawJoint, FENCE, INK, INK_2, LEFT, LINE, OAK, RIGHT, write } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const ROW = 33;
const COLUMN = 92;
const TABLE_TOP = 408;

const euros = new Intl.NumberFormat('el-GR', { maximumFractionDigits: 0 });

/** One page with a year's illustrative account, Greek first, beside the year before. */
export function drawAccount(sheet: Sheet, name: YearDocumentName, lines: readonly Line[]): void {
  drawHeading(sheet, name);
  decorate(sheet, () => drawJoint(sheet, 262, 20));
  drawNotice(sheet);
  drawHead(sheet, name.year);
  lines.forEach((line, index) => drawLine(sheet, line, name.year, TABLE_TOP + index * ROW));
  drawFoot(sheet);
}

function drawHeading(sheet: Sheet, { title, year }: YearDocumentName): void {
  const [greek = ''] = title.el.split(` ${year}`);
  decorate(sheet, () => {
    sheet
      .font('display')
      .fontSize(40)
      .fillColor(OAK)
      .text('/', FENCE - 23, 132);
  });
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(11).fillColor(INK_2).text(companyWords.en.legal.name, FENCE, 58);
  });
  write(sheet, 'H1', () => {
    sheet.font('display').fontSize(40).fillColor(INK);
    sheet.text(`${greek} ${year}`, FENCE, 132, { width: RIGHT - FENCE, lineGap: -8 });
  });
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(14).fillColor(INK_2).text(title.en, LEFT, 148, { width: 96 });
  });
}

function drawNotice(sheet: Sheet): void {
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(11).fillColor(OAK).text('Δείγμα / Sample', LEFT, 296);
  });
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(11).fillColor(INK);
    sheet.text(
      'Υπόδειγμα εγγράφου με επινοημένα ποσά. Αντικαθίσταται από τα δημοσιευμένα στοιχεία της εταιρείας. ' +
        'This is a sample document; every figure in it is invented. It is to be replaced by the accounts the company publishes.',
      FENCE,
      296,
      { width: RIGHT - FENCE, lineGap: 3 },
    );
  });
}

function drawHead(sheet: Sheet, year: number): void {
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(10).fillColor(INK_2);
    sheet.text('Ποσά σε ευρώ (δείγμα) / Sample amounts in euros', LEFT, TABLE_TOP - 22);
  });
  write(sheet, 'P', () => drawAmount(sheet, String(year), 1, TABLE_TOP - 24));
  write(sheet, 'P', () => drawAmount(sheet, String(year - 1), 0, TABLE_TOP - 24));
}

function drawLine(sheet: Sheet, line: Line, year: number, y: number): void {
  decorate(sheet, () => {
    sheet.moveTo(LEFT, y).lineTo(RIGHT, y);
    sheet.lineWidth(line.total ? 1 : 0.5).stroke(line.total ? INK : LINE);
  });
  write(sheet, 'P', () => {
    sheet
      .font('text')
      .fontSize(11)
      .fillColor(INK)
      .text(line.greek, LEFT, y + 6);
    sheet
      .fontSize(8.5)
      .fillColor(INK_2)
      .text(line.english, LEFT, y + 19);
  });
  write(sheet, 'P', () => drawAmount(sheet, euros.format(line.amountIn(year)), 1, y + 8));
  write(sheet, 'P', () => drawAmount(sheet, euros.format(line.amountIn(year - 1)), 0, y + 8));
}

// Columns are counted from the right edge: the year before stands outermost.
function drawAmount(sheet: Sheet, amount: string, column: number, y: number): void {
  const x = RIGHT - (column + 1) * COLUMN;
  sheet
    .font('text')
    .fontSize(12)
    .fillColor(column === 1 ? INK : INK_2);
  sheet.text(amount, x, y, { width: COLUMN, align: 'right' });
}

function drawFoot(sheet: Sheet): void {
  const { brand, form, seat, gemi } = { brand: companyWords.en.name, ...companyWords.en.legal };
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(9).fillColor(INK_2);
    sheet.text(`${brand}, ${form}, ${seat}, GEMI ${gemi} (δείγμα / sample)`, LEFT, 788);
  });
}
