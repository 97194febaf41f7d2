import { companyWords } from '#app/content/texts/company-words.server.ts';
import type { CertificateName } from '#app/content/texts/document-names.ts';
import { decorate, drawJoint, FENCE, INK, INK_2, LEFT, OAK, RIGHT, write } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const SCOPE =
  'Design, production, delivery and installation of custom furniture and joinery for commercial and private spaces.';
const NOTICE =
  'This page stands where the certificate will be. It was issued by nobody and certifies nothing. It is to be replaced by the certificate of the accredited body.';

/** One page that stands in for a certificate, and says so. */
export function drawCertificate(sheet: Sheet, certificate: CertificateName): void {
  const width = RIGHT - FENCE;
  decorate(sheet, () => {
    sheet
      .font('display')
      .fontSize(40)
      .fillColor(OAK)
      .text('/', FENCE - 23, 232);
    drawJoint(sheet, 420, 20);
  });
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(11).fillColor(INK_2).text(companyWords.en.legal.name, FENCE, 58);
  });
  write(sheet, 'H1', () => {
    sheet.font('display').fontSize(40).fillColor(INK).text(certificate.standard, FENCE, 232);
  });
  write(sheet, 'P', () => {
    sheet.font('display').fontSize(20).fillColor(INK_2).text(certificate.subject, FENCE, 288);
  });
  drawEntry(
    sheet,
    462,
    'Company',
    `${companyWords.en.legal.name}, ${companyWords.en.factory.lines.join(', ')}`,
    width,
  );
  drawEntry(sheet, 522, 'Scope', SCOPE, width);
  drawEntry(sheet, 582, 'Sample', NOTICE, width);
}

function drawEntry(sheet: Sheet, y: number, label: string, value: string, width: number): void {
  write(sheet, 'P', () => {
    sheet
      .font('text')
      .fontSize(11)
      .fillColor(label === 'Sample' ? OAK : INK_2)
      .text(label, LEFT, y);
  });
  write(sheet, 'P', () => {
    sheet.font('text').fontSize(12).fillColor(INK).text(value, FENCE, y, { width, lineGap: 4 });
  });
}
