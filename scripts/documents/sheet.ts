import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { company } from '#app/content/texts/company.ts';

export const PAPER = '#f2f3ef';
export const INK = '#14181f';
export const INK_2 = '#474d57';
export const LINE = '#c6c9c4';
export const OAK = '#8a5a22';

/** Edges of the page in points: margins, and the fence that text is hung on. */
export const LEFT = 48;
export const FENCE = 178;
export const RIGHT = 547;

const KERF_RUN = 0.437;
const MARK = ['M0 0H28A32 32 0 0 1 38.56 1.79L11.38 64H0Z', 'M43.32 3.9A32 32 0 0 1 28 64H17.05Z'];

export type Sheet = InstanceType<typeof PDFDocument>;

/**
 * Draws one A4 page in the design's paper, ink and slash and writes it to `path`. The same input
 * gives the same bytes: the date inside is fixed.
 */
export async function writeSheet(
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
  registerFonts(sheet);
  decorate(sheet, () => drawPaper(sheet));
  draw(sheet);
  sheet.end();
  await finished(file);
}

/** Adds text as an element of the given role (H1, P, …) to the document's reading order. */
export function write(sheet: Sheet, role: string, draw: () => void): void {
  sheet.addStructure(sheet.struct(role, {}, draw));
}

/** Draws what only decorates; a screen reader passes over it. */
export function decorate(sheet: Sheet, draw: () => void): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.endMarkedContent();
}

/** A hairline across the page that steps up at the fence: the joint between two sections. */
export function drawJoint(sheet: Sheet, y: number, step: number): void {
  const run = step * KERF_RUN;
  sheet
    .moveTo(0, y)
    .lineTo(FENCE, y)
    .lineTo(FENCE + run, y - step)
    .lineTo(595.28, y - step);
  sheet.lineWidth(0.75).stroke(INK);
}

function registerFonts(sheet: Sheet): void {
  const folder = `${import.meta.dirname}/fonts`;
  sheet.registerFont('display', `${folder}/commissioner-display.ttf`);
  sheet.registerFont('text', `${folder}/commissioner-text.ttf`);
}

function drawPaper(sheet: Sheet): void {
  sheet.rect(0, 0, sheet.page.width, sheet.page.height).fill(PAPER);
  sheet.save().translate(LEFT, 48).scale(0.5);
  for (const half of MARK) sheet.path(half).fill(INK);
  sheet.restore();
}
