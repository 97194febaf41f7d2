import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type DocumentName,
  balanceSheetNames,
  certificateNames,
  statementNames,
} from '#app/content/catalogue/document-names.ts';
import { ContentError } from '#app/content/read-content.server.ts';

export type PublishedDocument<Name extends DocumentName> = Name & { bytes: number };

// Read when the module loads: a missing file stops the build and the tests, not a visitor.
export const balanceSheets = balanceSheetNames.map(publish);
export const statements = statementNames.map(publish);
export const certificates = certificateNames.map(publish);

function publish<Name extends DocumentName>(name: Name): PublishedDocument<Name> {
  const path = fileURLToPath(new URL(`../../../public${name.href}`, import.meta.url));
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file)
    throw new ContentError(`public${name.href}: missing, but '${name.title.en}' links to it`);
  if (file.size === 0)
    throw new ContentError(`public${name.href}: empty, but '${name.title.en}' links to it`);
  return { ...name, bytes: file.size };
}
