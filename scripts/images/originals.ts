import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';

export const ORIGINALS = 'app/content/pictures';
export const DESCRIPTIONS = 'app/content/pictures.json';

const descriptionsSchema = z.record(
  z.string(),
  z.object({
    alt: z.string().trim().min(1, 'lacks an alt text'),
    focal: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]),
  }),
);

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
  const descriptions = readDescriptions();
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

function readDescriptions() {
  const read = descriptionsSchema.safeParse(JSON.parse(readFileSync(DESCRIPTIONS, 'utf8')));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${DESCRIPTIONS}: ${issue?.path.join(' ')}: ${issue?.message}`);
}
