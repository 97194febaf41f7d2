import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ContentError } from '#app/content/read-content.server.ts';
import { slugOf } from '#app/content/slug.ts';

/** A client's word-mark: `src` is an SVG in ink, 240 by 80. */
export interface Client {
  name: string;
  slug: string;
  src: string;
  width: number;
  height: number;
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

/** The 17 clients in the order of the carousel (ledger P-12): names set in type, no trademarks. */
export const clients: readonly Client[] = names.map(readClient);

function readClient(name: string): Client {
  const slug = slugOf(name);
  const src = `/clients/${slug}.svg`;
  const path = resolve(import.meta.dirname, `../../../public${src}`);
  if (!existsSync(path))
    throw new ContentError(`public${src}: missing, the word-mark of '${name}'`);
  return { name, slug, src, width: 240, height: 80 };
}
