import { data, redirect } from 'react-router';
import type { Route } from './+types/follow-up.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { handlingFaults, staleDayMessage } from '#app/content/desk/handling.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { setFollowUp } from '#app/domain/desk/follow-up.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { followUpForm } from '#app/routes/admin/frame/desk-forms.server.ts';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import { DeskPage } from './desk-page.tsx';

export { loader, meta, shouldRevalidate } from './dashboard.tsx';

/** Sets or clears the follow-up day of an enquiry (DA-4); a refused day stays in its field. */
export async function action({ request, context, url }: Route.ActionArgs) {
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

/** The day stays in its field, and the enquiry open. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'followUp' satisfies DeskFault);
}

export default function FollowUp({ loaderData, actionData }: Route.ComponentProps) {
  const dueOn = actionData && 'dueOn' in actionData ? actionData.dueOn : undefined;
  return <DeskPage {...loaderData} toast={useToastOf(actionData)} dueOn={dueOn} />;
}
