import { z } from 'zod';
import { pictureNames } from '#app/content/catalogue/pictures.server.ts';

/** Text that says something. */
export const words = z.string().trim().min(1, 'is empty');

const pictures = new Set(pictureNames());

/** The name of a picture that exists: its file name without ending. Never a path or an address. */
export const pictureName = z.string().refine((name) => pictures.has(name), {
  error: ({ input }) => `names no picture: "${String(input)}"`,
});

/** A typed slug, of articles and pages. Those of projects are computed. */
export const typedSlug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is no slug (lower case, digits, single dashes)');

/** A day, YYYY-MM-DD. */
export const day = z.iso.date('is no day (YYYY-MM-DD)');
