import { data, redirect } from 'react-router';
import type { Route } from '../+types/dashboard.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import type { FlashMessage } from '#app/content/desk/flash-messages.server.ts';
import {
  handlingFaults,
  staleDayMessage,
  staleHolderMessage,
} from '#app/content/desk/handling.server.ts';
import type { Language } from '#app/content/language.ts';
import { type AssignmentResult, assignEnquiry } from '#app/domain/desk/assignment.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { setFollowUp } from '#app/domain/desk/follow-up.server.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { assignmentForm, followUpForm } from '#app/routes/admin/frame/desk-forms.server.ts';
import type { ToastMessage } from '#app/ui/toast.tsx';

/** Takes an enquiry or gives it to somebody (DA-3); what is refused shows who has it now. */
export async function assign({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const parsed = assignmentForm.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) return refuse(language, handlingFaults[language].unknownAdmin, 422);
  const { enquiry: enquiryId, from, admin: to } = parsed.data;
  try {
    const result = await assignEnquiry(admin, context.get(requestContext), { enquiryId, from, to });
    if (result.kind !== 'assigned') return refuse(language, ...reasonOf(result, language));
  } catch (error) {
    const { text, status } = faultOf('not-assigned', error, language);
    return refuse(language, text, status);
  }
  const view = { ...readView(url.searchParams), enquiry: String(enquiryId) };
  const headers = await withCookies([flashCookie(noticeOf(to, admin.id))]);
  return redirect(deskAddress(view), { status: 303, headers });
}

/** Sets or clears the follow-up day of an enquiry (DA-4); a refused day stays in its field. */
export async function setFollowUpDay({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  const dueOn = String(form.get('due_on') ?? '');
  const refuse = (text: string, status: number) => {
    const title = deskFaults[language].followUp;
    return data({ dueOn, toast: { tone: 'error' as const, title, text } }, { status });
  };
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

function noticeOf(to: number | null, me: number): FlashMessage {
  if (to === null) return 'released';
  return to === me ? 'taken' : 'assigned';
}

function reasonOf(
  result: Exclude<AssignmentResult, { kind: 'assigned' }>,
  language: Language,
): [string, number] {
  if (result.kind === 'gone') return [deskFaults[language].gone, 404];
  if (result.kind === 'unknown') return [handlingFaults[language].unknownAdmin, 422];
  return [staleHolderMessage(result.holder, result.since, language), 409];
}

function refuse(language: Language, text: string, status: number) {
  const toast: ToastMessage = { tone: 'error', title: deskFaults[language].assign, text };
  return data({ toast }, { status });
}
