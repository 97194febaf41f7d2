import type { Language } from '#app/content/language.ts';
import { fileTexts } from '#app/content/texts/enquiry.server.ts';
import {
  createAttachmentZip,
  getAttachmentPath,
  readStoredFile,
  toResponseStream,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  createPreview,
  PREVIEWED_TYPES,
  PreviewsBusy,
} from '#app/domain/attachments/attachment-preview.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId } from '#app/domain/desk/desk-view.ts';
import {
  findAvailableAttachment,
  listAttachmentsExceptRemoved,
} from '#app/domain/desk/desk.server.ts';
import { logError } from '#app/log.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { parseRequestedRange } from '#app/routes/desk/requested-range.server.ts';
import type { Route } from './+types/files.ts';

/**
 * Serves a file as a download, also a part of it, or its preview; without an id, a ZIP of all files that the customer
 * of `?enquiry` has sent. Returns a 404 without such a file. A preview that cannot be made is a picture that says so, with
 * 503 while too many are being made.
 */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  if (params.id === undefined) {
    return createZipResponse(getOpenEnquiryId(parseDeskView(url.searchParams)), language);
  }

  const file = await findAvailableAttachment(params.id);
  if (!file) return createNotFoundResponse(language);
  return url.pathname.endsWith('/preview')
    ? createPreviewResponse(file, language)
    : createFileResponse(file, request);
}

type StoredFile = NonNullable<Awaited<ReturnType<typeof findAvailableAttachment>>>;

function createNotFoundResponse(language: Language): Response {
  return new Response(`${fileTexts[language].fileNotFound}\n`, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function createFileResponse(file: StoredFile, request: Request): Response {
  const { size, type, sha256 } = file;
  const etag = `"${sha256.slice(0, 32)}"`;
  const range = parseRequestedRange(request, etag, size);

  // The HTTP layer adds sandbox and no-store.
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Content-Type': type,
    'Content-Disposition': formatAttachment(file.name),
  });

  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }

  const [start, end] = range ?? [0, size - 1];
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  const body = toResponseStream(readStoredFile(file.file, { start, end }));

  return new Response(body, { status: range ? 206 : 200, headers });
}

async function createPreviewResponse(
  { type, file }: StoredFile,
  language: Language,
): Promise<Response> {
  if (!PREVIEWED_TYPES.has(type)) return createNotFoundResponse(language);
  try {
    const picture = await createPreview(getAttachmentPath(file), type);
    if (!picture) return createNoPreviewResponse(language, 200);
    return new Response(picture as Uint8Array<ArrayBuffer>, {
      headers: { 'Content-Type': 'image/webp' },
    });
  } catch (error) {
    if (!(error instanceof PreviewsBusy)) throw error;
    return createNoPreviewResponse(language, 503);
  }
}

function createNoPreviewResponse(language: Language, status: number): Response {
  const text = fileTexts[language].noPreview;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120" viewBox="0 0 320 120">` +
    `<g fill="none" stroke="#777"><path d="M132 18h56v40h-56zM132 58l56-40"/></g>` +
    `<text x="160" y="92" text-anchor="middle" font-family="sans-serif" font-size="16" ` +
    `fill="#555">${text}</text></svg>`;
  return new Response(svg, { status, headers: { 'Content-Type': 'image/svg+xml' } });
}

async function createZipResponse(enquiryId: number | null, language: Language): Promise<Response> {
  const files = enquiryId === null ? [] : await listAttachmentsExceptRemoved(enquiryId);
  if (files.length === 0) return createNotFoundResponse(language);

  const reportMissingFiles = (names: readonly string[]) => {
    logError('attachment-missing', { enquiry: enquiryId, files: names.length });
    const { name, text } = fileTexts[language].missing;
    return { name, text: `${text}\n\n${names.join('\n')}\n` };
  };
  const { lengthBytes, body } = createAttachmentZip(files, reportMissingFiles);

  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(lengthBytes),
      'Content-Disposition': formatAttachment(`enquiry-${enquiryId}-files.zip`),
    },
  });
}

/** Returns a Content-Disposition that is valid for any file name (RFC 6266). */
function formatAttachment(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  // encodeURIComponent leaves these four characters, which RFC 8187 does not allow.
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
