import { z } from 'zod';

/** The id of a row, as a form posts it. */
export const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** The row that a form shows, at its version. */
export const idAndVersion = z.object({ id, version: id });

/** An empty value means that nobody is assigned. */
export const adminIdOrNone = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((text) => (text === '' ? null : Number(text)));
