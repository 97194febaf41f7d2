import { data, redirect } from 'react-router';
import type { Route } from './+types/dashboard.ts';
import { deskFaults, staleMessage } from '#app/content/desk/faults.server.ts';
import { type FlashMessage, flashToast } from '#app/content/desk/flash-messages.server.ts';
import type { Language } from '#app/content/language.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { type StatusResult, setStatus } from '#app/domain/desk/status-change.server.ts';
import type { StatusUndo } from '#app/domain/desk/status-undo.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { statusForm } from '#app/routes/admin/frame/desk-forms.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import type { ToastMessage } from '#app/ui/toast.tsx';

/**
 * Changes a status (D-4). A plain form goes back to the list, which says so; a script adds `live`
 * and shows the answer itself. What is refused shows the list as it is now, with the reason (D-5).
 */
export async function changeStatus({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  // The button that offers a status again stands in the form of the select.
  const { offered, ...fields } = Object.fromEntries(form);
  const parsed = statusForm.safeParse(offered ? { ...fields, status: offered } : fields);
  if (!parsed.success) return refuse(language, deskFaults[language].unknownStatus, 422);
  const { enquiry, from, status, after } = parsed.data;
  let undo: StatusUndo | null;
  try {
    const change = { enquiryId: enquiry, from, to: status, after };
    const result = await setStatus(admin, context.get(requestContext), change);
    if (result.kind !== 'changed') return refuse(language, ...reasonOf(result, language));
    undo = result.undo;
  } catch (error) {
    const { text, status: code } = faultOf('status-not-updated', error, language);
    return refuse(language, text, code);
  }
  const notice: FlashMessage = `status-${status}`;
  if (form.has('live')) return { toast: flashToast(notice, language), undo };
  return redirect(deskAddress(readView(url.searchParams)), {
    status: 303,
    headers: await withCookies([flashCookie(notice, undo?.after)]),
  });
}

function reasonOf(
  result: Exclude<StatusResult, { kind: 'changed' }>,
  language: Language,
): [string, number] {
  if (result.kind === 'gone') return [deskFaults[language].gone, 404];
  return [staleMessage(result.status, result.by, result.at, language), 409];
}

function refuse(language: Language, text: string, status: number) {
  const toast: ToastMessage = { tone: 'error', title: deskFaults[language].update, text };
  return data({ toast }, { status });
}
