import type { Route } from './+types/file-preview.ts';
import {
  PREVIEWED,
  PreviewsBusy,
  previewOf,
} from '#app/domain/attachments/attachment-preview.server.ts';
import { attachmentPath } from '#app/domain/attachments/attachment-folder.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { fileAt, noFile } from '#app/routes/admin/files/file-answer.server.ts';

/** A small picture of a picture that came with an enquiry, drawn anew (AT-6). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const found = await fileAt(params.id);
  if (!found || !PREVIEWED.has(found.type)) return noFile(language);
  try {
    const picture = await previewOf(attachmentPath(found.file));
    if (!picture) return noFile(language);
    return new Response(picture as Uint8Array<ArrayBuffer>, {
      headers: { 'Content-Type': 'image/webp' },
    });
  } catch (error) {
    if (!(error instanceof PreviewsBusy)) throw error;
    return new Response(null, { status: 503 });
  }
}
