import { data, redirect } from 'react-router';
import type { Route } from './+types/replies.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import type { Language } from '#app/content/language.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { sendReply } from '#app/domain/replies/reply.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { dropUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { DeskPage } from '#app/routes/admin/desk/desk-page.tsx';
import {
  type Refused,
  overtakenReply,
  readReply,
  spentReply,
} from '#app/routes/admin/desk/reply/refused-reply.server.ts';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import { refusalIn } from './reply-answer.ts';

export { loader, meta, shouldRevalidate } from '#app/routes/admin/desk/dashboard.tsx';

/** Replies to an enquiry; a refused reply stays in its form. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const given = readReply(await request.formData(), language);
  if ('refused' in given) return refuse(given.refused, language);
  const { enquiryId, reply } = given;
  const refusal = (text: string, status: number) => refuse({ reply, text, status }, language);
  try {
    const result = await sendReply(admin, context.get(requestContext), enquiryId, reply);
    if (result.kind === 'gone') return refusal(deskFaults[language].gone, 404);
    if (result.kind === 'spent') return refuse(spentReply(reply, result.after, language), language);
    if (result.kind === 'overtaken') {
      return refuse(overtakenReply(reply, result, language), language);
    }
    await dropUnsaved(await readSessionCookie(request), { kind: 'reply', enquiryId });
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

/** What was written stays in its form. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'reply' satisfies DeskFault);
}

function refuse({ reply, text, status, field }: Refused, language: Language) {
  const toast = { tone: 'error' as const, title: deskFaults[language].reply, text };
  return data({ reply, toast, fault: field && { field, text } }, { status });
}

/** The same page as the list's: only a refused reply is seen at this address. */
export default function Replies({ loaderData, actionData }: Route.ComponentProps) {
  const toast = useToastOf(actionData);
  return <DeskPage {...loaderData} toast={toast} refusedReply={refusalIn(actionData)} />;
}
