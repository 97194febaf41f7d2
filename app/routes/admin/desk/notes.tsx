import { data, redirect } from 'react-router';
import type { Route } from './+types/notes.ts';
import { desk } from '#app/content/desk/desk.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { deskAddress, readView } from '#app/domain/desk/desk-view.ts';
import { writeNote } from '#app/domain/desk/desk.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { plainText } from '#app/domain/plain-text.ts';
import { dropUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { answerOrToast } from '#app/routes/request-failure.ts';
import { DeskPage } from './desk-page.tsx';

export { loader, meta, shouldRevalidate } from './dashboard.tsx';

/** Adds a note to an enquiry; a refused one stays in its field. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  const enquiryId = Number(form.get('enquiry'));
  const note = plainText(String(form.get('note') ?? ''));
  const refuse = (text: string, status: number) =>
    data({ note, toast: { tone: 'error' as const, title: desk.noteError, text } }, { status });
  if (!note) return refuse(desk.emptyNote, 422);
  if (note.length > DESK.noteMax) return refuse(desk.longNote(DESK.noteMax), 422);
  if (!Number.isSafeInteger(enquiryId)) return refuse(desk.unknownEnquiry, 404);
  try {
    if (!(await writeNote(admin, enquiryId, note))) return refuse(desk.gone, 404);
    await dropUnsaved(readSessionCookie(request), { kind: 'note', enquiryId });
  } catch (error) {
    const { text, status: code } = faultOf('note-not-added', error);
    return refuse(text, code);
  }
  const view = { ...readView(url.searchParams), enquiry: String(enquiryId) };
  const headers = withCookies([flashCookie('note-added')]);
  return redirect(deskAddress(view), { status: 303, headers });
}

/** What was written stays in its field, and the enquiry open. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrToast(serverAction, desk.noteError);
}

export default function Notes({ loaderData, actionData }: Route.ComponentProps) {
  const note = actionData && 'note' in actionData ? actionData.note : undefined;
  return <DeskPage {...loaderData} toast={actionData?.toast} note={note} />;
}
