import type { ToastMessage } from '#app/components/toast.tsx';
import { type WrittenReply, STATUSES } from '#db/schema.ts';
import { withCookies, flashCookie } from '#app/http/cookies.server.ts';
import { newFormKey, retryReply, sendReply } from '#app/domain/desk/replies.server.ts';
import {
  type StatusResult,
  setStatus,
  type StatusUndo,
  writeNote,
  type AssignmentResult,
  assignEnquiry,
  setFollowUp,
} from '#app/domain/desk/enquiry-changes.server.ts';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { Route } from './+types/dashboard.ts';
import {
  deskFaults,
  enquiryWords,
  handlingFaults,
  replyFaults,
  staleDayMessage,
  staleHolderMessage,
  staleMessage,
} from '#app/content/words/enquiry.server.ts';
import { type FlashMessage, flashToast } from '#app/content/words/flash-messages.server.ts';
import type { Language } from '#app/content/language.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import type { DeskFault } from '#app/content/words/desk.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { letterLine, letterText, plainText } from '#app/domain/plain-text.ts';
import { REPLY } from '#app/domain/limits.ts';

const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/**
 * The form that changes a status: `from` is what it was when the form was shown. The one that takes
 * a change back says `after` which.
 */
const statusForm = z.object({
  enquiry: id,
  after: id.optional(),
  from: z.enum(STATUSES),
  status: z.enum(STATUSES),
});

/** The form that sends a reply. What is written may be anything: it is judged where it is sent. */
const replyForm = z.object({
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
const assignmentForm = z.object({ enquiry: id, from: adminOrNobody, admin: adminOrNobody });

const dayOrNone = z
  .union([z.literal(''), z.iso.date().regex(/^20/)])
  .transform((day) => (day === '' ? null : day));

/** The form that sets a follow-up day: `from` is what it was when the form was shown. */
const followUpForm = z.object({ enquiry: id, from: dayOrNone, due_on: dayOrNone });

/**
 * Changes a status (D-4). A plain form goes back to the list, which says so; a script adds `live`
 * and shows the answer itself. What is refused shows the list as it is now, with the reason (D-5).
 */
export async function changeStatus({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const refuse = (text: string, status: number) =>
    data({ toast: errorToast('update', text, language) }, { status });
  const form = await request.formData();
  // The button that offers a status again stands in the form of the select.
  const { offered, ...fields } = Object.fromEntries(form);
  const parsed = statusForm.safeParse(offered ? { ...fields, status: offered } : fields);
  if (!parsed.success) return refuse(deskFaults[language].unknownStatus, 422);
  const { enquiry, from, status, after } = parsed.data;
  let undo: StatusUndo | null;
  try {
    const change = { enquiryId: enquiry, from, to: status, after };
    const result = await setStatus(admin, context.get(requestContext), change);
    if (result.kind !== 'changed') return refuse(...whyNotChanged(result, language));
    undo = result.undo;
  } catch (error) {
    const { text, status: code } = faultOf('status-not-updated', error, language);
    return refuse(text, code);
  }
  const flash: FlashMessage = `status-${status}`;
  if (form.has('live')) return { toast: flashToast(flash, language), undo };
  return redirect(deskAddress(readView(url.searchParams)), {
    status: 303,
    headers: await withCookies([flashCookie(flash, undo?.after)]),
  });
}

function whyNotChanged(
  result: Exclude<StatusResult, { kind: 'changed' }>,
  language: Language,
): [string, number] {
  if (result.kind === 'gone') return [deskFaults[language].gone, 404];
  return [staleMessage(result.status, result.by, result.at, language), 409];
}

/** Adds a note to an enquiry; a refused one stays in its field. */
export async function addNote({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const faults = deskFaults[admin.language];
  const form = await request.formData();
  const enquiryId = Number(form.get('enquiry'));
  const note = plainText(String(form.get('note') ?? ''));
  const refuse = (text: string, status: number) =>
    data({ note, toast: errorToast('note', text, admin.language) }, { status });
  if (!note) return refuse(faults.emptyNote, 422);
  if (note.length > DESK.noteMax) return refuse(faults.longNote(DESK.noteMax), 422);
  if (!Number.isSafeInteger(enquiryId)) return refuse(enquiryWords[admin.language].unknown, 404);
  try {
    if (!(await writeNote(admin, enquiryId, note))) return refuse(faults.gone, 404);
  } catch (error) {
    const { text, status: code } = faultOf('note-not-added', error, admin.language);
    return refuse(text, code);
  }
  const view = { ...readView(url.searchParams), enquiry: String(enquiryId) };
  const headers = await withCookies([flashCookie('note-added')]);
  return redirect(deskAddress(view), { status: 303, headers });
}

/** Takes an enquiry or gives it to somebody (DA-3); what is refused shows who has it now. */
export async function assign({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const refuse = (text: string, status: number) =>
    data({ toast: errorToast('assign', text, language) }, { status });
  const parsed = assignmentForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return refuse(handlingFaults[language].unknownAdmin, 422);
  const { enquiry: enquiryId, from, admin: to } = parsed.data;
  try {
    const result = await assignEnquiry(admin, context.get(requestContext), { enquiryId, from, to });
    if (result.kind !== 'assigned') return refuse(...whyNotAssigned(result, language));
  } catch (error) {
    const { text, status } = faultOf('not-assigned', error, language);
    return refuse(text, status);
  }
  const view = { ...readView(url.searchParams), enquiry: String(enquiryId) };
  const headers = await withCookies([flashCookie(assignmentFlash(to, admin.id))]);
  return redirect(deskAddress(view), { status: 303, headers });
}

/** Sets or clears the follow-up day of an enquiry (DA-4); a refused day stays in its field. */
export async function setFollowUpDay({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  const dueOn = String(form.get('due_on') ?? '');
  const refuse = (text: string, status: number) =>
    data({ dueOn, toast: errorToast('followUp', text, language) }, { status });
  const parsed = followUpForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse(handlingFaults[language].unknownDay, 422);
  const { enquiry: enquiryId, from, due_on: to } = parsed.data;
  try {
    const result = await setFollowUp(admin, context.get(requestContext), { enquiryId, from, to });
    if (result.kind === 'gone') return refuse(deskFaults[language].gone, 404);
    if (result.kind === 'stale') {
      return refuse(staleDayMessage(result.day, result.moved, language), 409);
    }
  } catch (error) {
    const { text, status } = faultOf('follow-up-not-set', error, language);
    return refuse(text, status);
  }
  const view = { ...readView(url.searchParams), enquiry: String(enquiryId) };
  const headers = await withCookies([
    flashCookie(to === null ? 'follow-up-cleared' : 'follow-up-set'),
  ]);
  return redirect(deskAddress(view), { status: 303, headers });
}

function assignmentFlash(to: number | null, me: number): FlashMessage {
  if (to === null) return 'released';
  return to === me ? 'taken' : 'assigned';
}

function whyNotAssigned(
  result: Exclude<AssignmentResult, { kind: 'assigned' }>,
  language: Language,
): [string, number] {
  if (result.kind === 'gone') return [deskFaults[language].gone, 404];
  if (result.kind === 'unknown') return [handlingFaults[language].unknownAdmin, 422];
  return [staleHolderMessage(result.holder, result.since, language), 409];
}

/** Replies to an enquiry; a refused reply stays in its form. */
export async function sendReplyForm({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const given = readReply(await request.formData(), language);
  if ('refused' in given) return refuseReply(given.refused, language);
  const { enquiryId, reply } = given;
  const refusal = (text: string, status: number) => refuseReply({ reply, text, status }, language);
  try {
    const result = await sendReply(admin, context.get(requestContext), enquiryId, reply);
    if (result.kind === 'gone') return refusal(deskFaults[language].gone, 404);
    if (result.kind === 'spent')
      return refuseReply(spentReply(reply, result.after, language), language);
    if (result.kind === 'overtaken') {
      return refuseReply(overtakenReply(reply, result, language), language);
    }
    const view = { ...readView(url.searchParams), reply: '', template: '' } as const;
    return redirect(deskAddress({ ...view, enquiry: String(enquiryId) }), {
      status: 303,
      headers: await withCookies([flashCookie(result.began ? 'reply-began' : 'reply-queued')]),
    });
  } catch (error) {
    const { text, status } = faultOf('reply-not-sent', error, language);
    return refusal(text, status);
  }
}

/** 'Try again': the same mail of a reply that failed, due at once. */
export async function sendReplyAgain({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  const refuse = (text: string, status: number) =>
    data({ toast: errorToast('notSentAgain', text, language) }, { status });
  const asked = { enquiryId: Number(form.get('enquiry')), replyId: Number(form.get('reply')) };
  if (!Object.values(asked).every(Number.isSafeInteger)) {
    return refuse(deskFaults[language].gone, 404);
  }
  try {
    const result = await retryReply(admin, context.get(requestContext), asked);
    if (result === 'gone') return refuse(replyFaults[language].notRetried, 409);
  } catch (error) {
    const { text, status } = faultOf('reply-not-retried', error, language);
    return refuse(text, status);
  }
  return redirect(deskAddress(readView(url.searchParams)), {
    status: 303,
    headers: await withCookies([flashCookie('mail-again')]),
  });
}

function refuseReply({ reply, text, status, field }: RefusedReply, language: Language) {
  const refused = { reply, fault: field && { field, text } };
  return data({ ...refused, toast: errorToast('reply', text, language) }, { status });
}

function errorToast(fault: DeskFault, text: string, language: Language): ToastMessage {
  return { tone: 'error', title: deskFaults[language][fault], text };
}

/** A reply that is not sent, why, and in which field the reason lies. */
interface RefusedReply {
  reply: WrittenReply;
  text: string;
  status: number;
  field?: 'subject' | 'message';
}

/** The reply in a form, or why it cannot be one. */
function readReply(
  form: FormData,
  language: Language,
): { enquiryId: number; reply: WrittenReply } | { refused: RefusedReply } {
  const words = replyFaults[language];
  const { data: read, error } = replyForm.safeParse(Object.fromEntries(form));
  if (!read) {
    const lost = error.issues.some(({ path }) => path[0] === 'enquiry');
    const field = (name: string) => String(form.get(name) ?? '');
    const reply = { subject: field('subject'), message: field('message') };
    const text = lost ? enquiryWords[language].unknown : words.incomplete;
    return {
      refused: { reply: { ...reply, key: newFormKey(), after: 0 }, text, status: lost ? 404 : 422 },
    };
  }
  const { enquiry: enquiryId, ...reply } = read;
  const refuse = (field: 'subject' | 'message', text: string) => ({
    refused: { reply, text, status: 422, field },
  });
  const { subject, message } = reply;
  if (!subject) return refuse('subject', words.noSubject);
  if (subject.length > REPLY.subjectMax) {
    return refuse('subject', words.longSubject(REPLY.subjectMax));
  }
  if (!message) return refuse('message', words.noMessage);
  if (message.length > REPLY.messageMax) {
    return refuse('message', words.longMessage(REPLY.messageMax));
  }
  return { enquiryId, reply };
}

/** Its page has sent another text: with a new number, it can be sent as well. */
function spentReply(reply: WrittenReply, after: number, language: Language): RefusedReply {
  const text = replyFaults[language].spent;
  return { reply: { ...reply, key: newFormKey(), after }, text, status: 409 };
}

/** Somebody was faster: once their reply is seen, this one can be sent as well. */
function overtakenReply(
  reply: WrittenReply,
  { by, at, after }: { by: string; at: string; after: number },
  language: Language,
): RefusedReply {
  const text = replyFaults[language].overtaken(by, at);
  return { reply: { ...reply, after }, text, status: 409 };
}
