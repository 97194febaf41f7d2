import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Bilingual, inEachLanguage } from '#app/content/language.ts';
import { ContentError } from '#app/content/read-content.server.ts';
import { financialYears } from '#app/content/words/site.server.ts';

export const balanceSheets = ofEachYear(
  { en: 'Balance sheet', el: 'Ισολογισμός' },
  'balance-sheet',
);

export const statements = ofEachYear(
  { en: 'Financial statements', el: 'Καταστάσεις αποτελεσμάτων' },
  'financial-statements',
);

export const certificates = ['9001', '14001'].map((number) => {
  const title = inEachLanguage(() => `TÜV EN ISO ${number}:2015`);
  return published({ title, href: `/certificates/iso-${number}-2015.pdf` });
});

/** Newest first. */
function ofEachYear(kind: Bilingual<string>, slug: string) {
  const { first, last } = financialYears;
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const year = last - step;
    const title = inEachLanguage((language) => `${kind[language]} ${year}`);
    return published({ year, title, href: `/financial-data/${year}/${slug}-${year}.pdf` });
  });
}

// Looked for when the module loads: a missing file stops the build and the tests, not a visitor.
function published<Document extends { title: Bilingual<string>; href: string }>(
  document: Document,
) {
  const { title, href } = document;
  const file = resolve(import.meta.dirname, `../../../public${href}`);
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new ContentError(`public${href}: missing or empty, but '${title.en}' links to it`);
  return document;
}
