import { existsSync, readdirSync } from 'node:fs';
import { readPictureDescriptions } from '#app/content/catalogue/picture-descriptions.server.ts';

export const ORIGINALS = 'app/content/pictures';
export const DESCRIPTIONS = 'app/content/pictures.json';

export interface Original {
  name: string;
  file: string;
  drawing: string | undefined;
  focal: [number, number];
}

/**
 * Every original with its description, sorted by name.
 * Throws, naming file and reason, when one lacks an alt text or is described but missing.
 */
export function readOriginals(): Original[] {
  const descriptions = readPictureDescriptions();
  const files = readdirSync(ORIGINALS).filter((file) => file.endsWith('.jpg'));
  for (const file of files) {
    if (!descriptions[file])
      throw new Error(`${ORIGINALS}/${file}: no alt text in ${DESCRIPTIONS}`);
  }
  return Object.entries(descriptions)
    .map(([file, { focal }]) => {
      if (!files.includes(file)) {
        throw new Error(`${DESCRIPTIONS}: describes ${file}, which is not in ${ORIGINALS}`);
      }
      const name = file.replace(/\.jpg$/, '');
      const drawing = `${ORIGINALS}/drawings/${name}.png`;
      return {
        name,
        file: `${ORIGINALS}/${file}`,
        drawing: existsSync(drawing) ? drawing : undefined,
        focal,
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
