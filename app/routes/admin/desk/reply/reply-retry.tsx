import { data, redirect } from 'react-router';
import type { Route } from './+types/reply-retry.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { replyFaults } from '#app/content/desk/reply/replies.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { retryReply } from '#app/domain/replies/reply.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { DeskPage } from '#app/routes/admin/desk/desk-page.tsx';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export { loader, meta, shouldRevalidate } from '#app/routes/admin/desk/dashboard.tsx';

/** 'Try again': the same mail of a reply that failed, due at once. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  const refuse = (text: string, status: number) => {
    const title = deskFaults[language].notSentAgain;
    return data({ toast: { tone: 'error' as const, title, text } }, { status });
  };
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

/** The history stays as it is and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'notSentAgain' satisfies DeskFault);
}

/** The same page as the list's: only a refusal is seen at this address. */
export default function ReplyRetry({ loaderData, actionData }: Route.ComponentProps) {
  return <DeskPage {...loaderData} toast={useToastOf(actionData)} />;
}
