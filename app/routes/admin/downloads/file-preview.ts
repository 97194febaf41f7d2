import { requireAdmin } from '#app/http/request-context.server.ts';
import type { Route } from './+types/file-preview.ts';
import { fileWords } from '#app/content/words/enquiry.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  PREVIEWED,
  previewOf,
  PreviewsBusy,
} from '#app/domain/attachments/attachment-preview.server.ts';
import { attachmentPath } from '#app/domain/attachments/attachment-folder.server.ts';
import { fileAt, noFile } from '#app/routes/admin/downloads/file-answer.server.ts';

/** A small picture of a picture that came with an enquiry, drawn anew (AT-6). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const found = await fileAt(params.id);
  if (!found || !PREVIEWED.has(found.type)) return noFile(language);
  try {
    const picture = await previewOf(attachmentPath(found.file), found.type);
    if (!picture) return sign(language, 200);
    return new Response(picture as Uint8Array<ArrayBuffer>, {
      headers: { 'Content-Type': 'image/webp' },
    });
  } catch (error) {
    if (!(error instanceof PreviewsBusy)) throw error;
    return sign(language, 503);
  }
}

function sign(language: Language, status: number): Response {
  const text = fileWords[language].noPreview;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120" viewBox="0 0 320 120">` +
    `<g fill="none" stroke="#777"><path d="M132 18h56v40h-56zM132 58l56-40"/></g>` +
    `<text x="160" y="92" text-anchor="middle" font-family="sans-serif" font-size="16" ` +
    `fill="#555">${text}</text></svg>`;
  return new Response(svg, { status, headers: { 'Content-Type': 'image/svg+xml' } });
}
