import { z } from 'zod';
import { DESK } from '#app/domain/limits.ts';
import { plainText } from '#app/domain/plain-text.ts';
import type { UnsavedChanges } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { STATUSES } from '#db/status.ts';

const enquiry = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** The form that changes a status: `from` is what it was when the form was shown. */
export const statusForm = z.object({
  enquiry,
  from: z.enum(STATUSES),
  status: z.enum(STATUSES),
});

const adminOrNobody = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((id) => (id === '' ? null : Number(id)));

/** The form that gives an enquiry to somebody: `from` had it when the form was shown. */
export const assignmentForm = z.object({ enquiry, from: adminOrNobody, admin: adminOrNobody });

const dayOrNone = z
  .union([z.literal(''), z.iso.date().regex(/^20/)])
  .transform((day) => (day === '' ? null : day));

/** The form that sets a follow-up day: `from` is what it was when the form was shown. */
export const followUpForm = z.object({ enquiry, from: dayOrNone, due_on: dayOrNone });

/** What a form of the desk would have saved; null when it is none that can be sent again. */
export function changesOf(form: FormData): UnsavedChanges | null {
  const enquiryId = enquiry.safeParse(form.get('enquiry')).data;
  if (enquiryId === undefined) return null;
  const status = statusForm.safeParse(Object.fromEntries(form)).data;
  const note = plainText(String(form.get('note') ?? '')).slice(0, DESK.noteMax);
  const change = status && { from: status.from, to: status.status };
  return { enquiryId, status: change, note: note || undefined };
}
