import { z } from 'zod';
import { letterLine, letterText } from '#app/domain/plain-text.ts';
import { STATUSES } from '#db/schema.ts';

const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/**
 * The form that changes a status: `from` is what it was when the form was shown. The one that takes
 * a change back says `after` which.
 */
export const statusForm = z.object({
  enquiry: id,
  after: id.optional(),
  from: z.enum(STATUSES),
  status: z.enum(STATUSES),
});

/** The form that sends a reply. What is written may be anything: it is judged where it is sent. */
export const replyForm = z.object({
  enquiry: id,
  subject: z.string().transform(letterLine),
  message: z.string().transform(letterText),
  key: z.string().regex(/^[\w-]{22}$/),
  after: id,
});
const adminOrNobody = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((given) => (given === '' ? null : Number(given)));

/** The form that gives an enquiry to somebody: `from` had it when the form was shown. */
export const assignmentForm = z.object({ enquiry: id, from: adminOrNobody, admin: adminOrNobody });

const dayOrNone = z
  .union([z.literal(''), z.iso.date().regex(/^20/)])
  .transform((day) => (day === '' ? null : day));

/** The form that sets a follow-up day: `from` is what it was when the form was shown. */
export const followUpForm = z.object({ enquiry: id, from: dayOrNone, due_on: dayOrNone });
