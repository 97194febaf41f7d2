// Loaded by the first reply with files.
import { data, redirect } from 'react-router';
import { UploadCancelled } from '#app/components/post-form.ts';
import type { RefusedForm, UnansweredForm } from '#app/routes/desk/action-data.ts';
import { updateDraftOfRefusedForm } from '#app/routes/desk/drafts.tsx';
import type { QueuedUpload } from '#app/routes/desk/enquiries/actions.server.ts';
import { readPostedForm, type Submission } from '#app/routes/request-failure.ts';
import { uploadForm } from '#app/routes/upload.ts';

/**
 * Sends a reply with files so that its page can show the progress, and then behaves like the server action: a queued
 * reply throws the redirect to its enquiry. If another response comes, such as that of an ended session, the router sends
 * the reply again. An upload that is cancelled returns an UnansweredForm. Throws a TypeError without a connection.
 */
export async function uploadReply<Result>({ request, serverAction }: Submission<Result>) {
  const postedForm = await readPostedForm(request);
  const hasFiles = postedForm.getAll('files').some((file) => file instanceof File && file.size > 0);
  if (!hasFiles) return serverAction();

  try {
    const { pathname, search } = new URL(request.url);
    const response = await uploadForm(pathname + search, postedForm, request.signal);
    const isFromAction = response.getResponseHeader('Content-Type')?.startsWith('application/json');
    // Such as the login after the end of a session: the router sends the reply again, and handles it.
    if (!isFromAction) return await serverAction();

    const result = JSON.parse(response.responseText) as RefusedForm | QueuedUpload;
    if (result.kind === 'queued') throw redirect(result.enquiryPath);
    updateDraftOfRefusedForm(postedForm, result);
    return data(result, { status: response.status });
  } catch (error) {
    if (!(error instanceof UploadCancelled)) throw error;
    const cancelledReply: UnansweredForm = {
      kind: 'unanswered',
      reason: 'cancelled',
      intent: 'reply',
    };
    return cancelledReply;
  }
}
