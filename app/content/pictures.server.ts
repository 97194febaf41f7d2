import { z } from 'zod';
import descriptions from './pictures.json' with { type: 'json' };
import manifest from './pictures-manifest.json' with { type: 'json' };

const percent = z.int().min(0).max(100).multipleOf(10);

const descriptionsSchema = z.record(z.string(), z.object({ alt: z.string().trim().min(1) }));

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
 * `/pictures/{name}-960.jpg` and, where `drawing`, `/drawings/{name}-720.png` and `-1440.png`.
 * Tone (0 to 11) and focus (per cent, in tens) are class names in styles/pictures.css.
 */
export interface PictureData extends Measures {
  name: string;
  alt: string;
}

const pictures = readPictures();

/** A picture by the name of its original without `.jpg`. Throws, naming it, when there is none. */
export function picture(name: string): PictureData {
  const found = pictures.get(name);
  if (!found) throw new Error(`No picture named '${name}' in app/content/pictures-manifest.json`);
  return found;
}

/** The names of all pictures, sorted. */
export function pictureNames(): string[] {
  return [...pictures.keys()];
}

function readPictures(): Map<string, PictureData> {
  const described = descriptionsSchema.parse(descriptions);
  return new Map(
    Object.entries(manifestSchema.parse(manifest)).map(([name, measures]) => {
      const alt = described[`${name}.jpg`]?.alt;
      if (!alt) throw new Error(`app/content/pictures.json lacks ${name}.jpg: run npm run images`);
      return [name, { name, alt, ...measures }];
    }),
  );
}
