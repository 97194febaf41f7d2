import { z } from 'zod';
import { readContent, translatedSchema } from '#app/content/read-content.server.ts';

// Separate from pictures.server.ts, which needs the manifest: `npm run images` reads the descriptions to
// create it.
const share = z.number().min(0).max(1);

const descriptionsSchema = z.record(
  z.string().endsWith('.jpg', 'is no file name of a picture (….jpg)'),
  z.strictObject({
    alt: translatedSchema(z.string().trim().min(1, 'is empty')),
    focal: z.tuple([share, share]),
  }),
);

/**
 * Returns the descriptions by the file name of the original; `focal` is a share (0 to 1) of width and
 * height. Throws a ContentError.
 */
export function readPictureDescriptions(): z.output<typeof descriptionsSchema> {
  return readContent('pictures.json', descriptionsSchema);
}
