import { z } from 'zod';
import { readContent, translatedSchema } from '#app/content/read-content.server.ts';

// Apart from the list of pictures, which is made from these: `npm run images` reads them before it is there.
const share = z.number().min(0).max(1);

const descriptionsSchema = z.record(
  z.string().endsWith('.jpg', 'is no file name of a picture (….jpg)'),
  z.strictObject({
    alt: translatedSchema(z.string().trim().min(1, 'is empty')),
    focal: z.tuple([share, share]),
  }),
);

/** By file name of the original; `focal` in shares of width and height. Throws a ContentError. */
export function readPictureDescriptions(): z.output<typeof descriptionsSchema> {
  return readContent('pictures.json', descriptionsSchema);
}
