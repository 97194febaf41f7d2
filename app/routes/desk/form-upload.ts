// Loaded by the first form with files.
import { data, href, redirect, redirectDocument } from 'react-router';
import { UploadCancelled } from '#app/components/post-form.ts';
import type { RefusedForm, UnansweredForm, UploadedForm } from '#app/routes/desk/action-data.ts';
import { updateDraftOfRefusedForm } from '#app/routes/draft-storage.ts';
import { readPostedForm, type Submission } from '#app/routes/request-failure.ts';
import { uploadForm } from '#app/routes/upload.ts';

const UNAUTHORIZED = 401;

/**
 * Sends a form with files so that its page can show the progress, and then behaves like the server action: a form that
 * was carried out throws the redirect to its next page, and the end of the session that to the login. An upload that is
 * cancelled returns an UnansweredForm. Throws a TypeError without a connection, a SyntaxError for a response that is not
 * of the site.
 */
export async function uploadDeskForm<Result>({ request, serverAction }: Submission<Result>) {
  const form = await readPostedForm(request);
  const hasFiles = form.getAll('files').some((file) => file instanceof File && file.size > 0);
  if (!hasFiles) return serverAction();

  try {
    const { pathname, search } = new URL(request.url);
    const response = await uploadForm(pathname + search, form, request.signal);
    if (response.status === UNAUTHORIZED) throw redirectDocument(href('/admin'));

    const result = JSON.parse(response.responseText) as RefusedForm | UploadedForm;
    if (result.kind === 'uploaded') throw redirect(result.nextPath);
    updateDraftOfRefusedForm(form, result);
    return data(result, { status: response.status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    const intent = String(form.get('intent'));
    return { kind: 'unanswered', reason: 'cancelled', intent } as const satisfies UnansweredForm;
  }
}
