import { data, redirect } from 'react-router';
import type { Route } from './+types/dashboard.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { enquiryWords } from '#app/content/desk/enquiry.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { writeNote } from '#app/domain/desk/note.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { plainText } from '#app/domain/plain-text.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';

/** Adds a note to an enquiry; a refused one stays in its field. */
export async function addNote({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const faults = deskFaults[admin.language];
  const form = await request.formData();
  const enquiryId = Number(form.get('enquiry'));
  const note = plainText(String(form.get('note') ?? ''));
  const refuse = (text: string, status: number) =>
    data({ note, toast: { tone: 'error' as const, title: faults.note, text } }, { status });
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
