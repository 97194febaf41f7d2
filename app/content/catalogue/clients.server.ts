import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ContentError } from '#app/content/read-content.server.ts';
import { slugOf } from '#app/content/formats.ts';

/** Its word-mark is an SVG in ink, 240 by 80: `public/clients/{slug}.svg`. */
export interface Client {
  name: string;
  slug: string;
}

const names = [
  'Ellinogermaniki Agogi',
  'Roche',
  'Nestle',
  'Technogym',
  'Terra Nord',
  'Pinakothiki',
  'S. Catherine',
  'Navarino',
  'Loriot',
  'Vilebrequin',
  'Medwood Expo',
  'Lapin',
  'Olive Press Museum',
  'Harbour Law',
  'Aegean Bistro',
  'Marina',
  'Pine Hills',
];

/** In the order of the carousel (ledger P-12): names set in type, no trademarks. */
export const clients: readonly Client[] = names.map(readClient);

function readClient(name: string): Client {
  const slug = slugOf(name);
  const file = `public/clients/${slug}.svg`;
  if (!existsSync(resolve(import.meta.dirname, '../../..', file)))
    throw new ContentError(`${file}: missing, the word-mark of '${name}'`);
  return { name, slug };
}
