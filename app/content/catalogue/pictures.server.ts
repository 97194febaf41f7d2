import { z } from 'zod';
import type { Bilingual, Language } from '#app/content/language.ts';
import { ContentError, readContent } from '#app/content/read-content.server.ts';
import { readPictureDescriptions } from './picture-descriptions.server.ts';

const percent = z.int().min(0).max(100).multipleOf(10);

const manifestSchema = z.record(
  z.string(),
  z.object({
    width: z.int().positive(),
    height: z.int().positive(),
    widths: z.array(z.int().positive()).min(1),
    tone: z.int().min(0).max(11),
    focus: z.tuple([percent, percent]),
    drawing: z.boolean().default(false),
  }),
);

type Measures = z.infer<typeof manifestSchema>[string];

/**
 * What a page needs to show a picture: `/pictures/{name}-{one of widths}.avif`, the fallback
 * `/pictures/{name}-960.jpg` and, where there is a drawing, `{drawing}-720.png` and `-1440.png`. A name
 * with a folder, such as that of a picture of the desk, is below it instead.
 * Tone (0 to 11) and focus (per cent) are class names in styles/geometry.css.
 */
export interface PictureData extends Omit<Measures, 'drawing'> {
  name: string;
  alt: string;
  drawing?: string;
  /** Who took it, and the line that says so on a page (ledger PB-5). */
  credit?: { name: string; line: string };
}

const pictures = readPictures();

/** By the name of its original without `.jpg`. Throws when there is none. */
export function getPicture(name: string, language: Language): PictureData {
  const found = pictures.get(name);
  if (!found) throw new Error(`No picture named '${name}' in app/content/pictures-manifest.json`);
  return { ...found, alt: found.alt[language] };
}

export function getPictureFile({ name }: Pick<PictureData, 'name'>, form: string): string {
  return `${name.includes('/') ? `/${name}` : `/pictures/${name}`}-${form}`;
}

export function listPictureNames(): string[] {
  return [...pictures.keys()];
}

export const pictureName = z.string().refine((name) => pictures.has(name), {
  error: ({ input }) => `names no picture: "${String(input)}"`,
});

type DescribedPicture = Omit<PictureData, 'alt'> & { alt: Bilingual<string> };

function readPictures(): Map<string, DescribedPicture> {
  const manifest = readContent('pictures-manifest.json', manifestSchema);
  const described = Object.entries(readPictureDescriptions());
  const found = described.map(([file, { alt }]): [string, DescribedPicture] => {
    const name = file.slice(0, -'.jpg'.length);
    const measures = manifest[name];
    if (!measures) throw lacks('pictures-manifest.json', name);
    const { drawing, ...shown } = measures;
    return [name, { name, alt, ...shown, ...(drawing && { drawing: `/drawings/${name}` }) }];
  });
  const pictures = new Map(found);
  const undescribed = Object.keys(manifest).find((name) => !pictures.has(name));
  if (undescribed !== undefined) throw lacks('pictures.json', `${undescribed}.jpg`);
  return pictures;
}

function lacks(file: string, name: string): ContentError {
  return new ContentError(`app/content/${file}: lacks ${name}: run npm run images`);
}
