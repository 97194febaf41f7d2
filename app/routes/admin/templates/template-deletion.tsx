import { data, href, redirect } from 'react-router';
import type { Route } from './+types/template-deletion.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { templateFaults } from '#app/content/desk/reply/templates.server.ts';
import { removeTemplate } from '#app/domain/replies/templates.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import { seenTemplate } from '#app/routes/admin/templates/seen-template.server.ts';
import { TemplatesPage } from './templates-page.tsx';

export { loader, meta } from './templates.tsx';

/** Deletes a template, unless it is another by now. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const seen = seenTemplate(await request.formData());
  const refuse = (text: string, status: number) => {
    const title = deskFaults[language].templateKept;
    return data({ toast: { tone: 'error' as const, title, text } }, { status });
  };
  try {
    const asking = { admin, requester: context.get(requestContext) };
    if (seen && !(await removeTemplate(asking, seen))) {
      return refuse(templateFaults[language].staleDeletion, 409);
    }
  } catch (error) {
    const { text, status } = faultOf('template-not-deleted', error, language);
    return refuse(text, status);
  }
  return redirect(href('/admin/dashboard/templates'), {
    status: 303,
    headers: await withCookies([flashCookie('template-deleted')]),
  });
}

/** The page stays as it is and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'templateKept' satisfies DeskFault);
}

/** The same page as the list's: only a refused deletion is seen at this address. */
export default function TemplateDeletion({ loaderData, actionData }: Route.ComponentProps) {
  const toast = useToastOf(actionData);
  return <TemplatesPage {...loaderData} toasts={toast ? [toast] : []} />;
}
