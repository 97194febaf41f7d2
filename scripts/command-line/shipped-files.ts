import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { DocumentName } from '#app/content/texts/document-names.ts';

/** What the doctor found of one thing; a text in `note` is worth knowing either way. */
export interface Finding {
  wrong: string[];
  note?: string;
}

/** Whether each picture is there in each of its sizes. */
export async function checkPictures(): Promise<Finding> {
  const { picture, pictureNames } = await import('#app/content/catalogue/pictures.server.ts');
  const names = pictureNames();
  const files = names.flatMap((name) =>
    picture(name, 'en').widths.map((width) => `public/pictures/${name}-${width}.avif`),
  );
  const missing = files.filter((file) => !existsSync(file));
  return {
    wrong: missing.slice(0, 3).map((file) => `${file} is missing: npm run images`),
    note: `: ${names.length} in ${files.length} sizes`,
  };
}

/** Whether each document to read or load is there, and is one. */
export async function checkDocuments(): Promise<Finding> {
  const names = await import('#app/content/texts/document-names.ts');
  const { balanceSheetNames, statementNames, certificateNames } = names;
  const all: DocumentName[] = [...balanceSheetNames, ...statementNames, ...certificateNames];
  const broken = all.filter(({ href }) => !isPdf(`public${href}`));
  return {
    wrong: broken.map(({ href }) => `public${href} is no PDF file: put it back`),
    note: `: ${all.length} PDF files`,
  };
}

function isPdf(path: string): boolean {
  if (!existsSync(path)) return false;
  const start = Buffer.alloc(5);
  const file = openSync(path, 'r');
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1') === '%PDF-';
}
