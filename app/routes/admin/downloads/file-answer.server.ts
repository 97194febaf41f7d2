import { open } from 'node:fs/promises';
import { fileWords } from '#app/content/words/enquiry.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  attachmentPath,
  bodyOf,
  bytesOf,
  keptSize,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { byteRange } from '#app/http/static-files.server.ts';
import { logError } from '#app/log.server.ts';
import type { Attachment } from '#db/schema.ts';
import { database } from '#db/database.server.ts';
import { findAttachment } from '#db/attachments.ts';

const ID = /^\d{1,15}$/;

export function noFile(language: Language): Response {
  return new Response(`${fileWords[language].gone}\n`, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** The file that an address names, if its bytes are there. */
export async function fileAt(id: string): Promise<Attachment | null> {
  const found = ID.test(id) ? await findAttachment(database(), Number(id)) : undefined;
  if (!found || found.removed !== null) return null;
  if (keptSize(found.file) !== null) return found;
  logError('attachment-missing', { file: found.id });
  return null;
}

/**
 * A file as it came, to be kept and never shown: as attachment, whole or the part that is asked for
 * (AT-6). Sandbox and no-store come from the front door.
 */
export function fileAnswer(found: Attachment, request: Request): Response {
  const { size, type, sha256 } = found;
  const etag = `"${sha256.slice(0, 32)}"`;
  const range = byteRange({ headers: Object.fromEntries(request.headers) }, etag, size);
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Content-Type': type,
    'Content-Disposition': attachmentNamed(found.name),
  });
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const [start, end] = range ?? [0, size - 1];
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  const body = bodyOf(part(found.file, [start, end]));
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Nothing is open before the first byte is read, nor after the last, nor once it is left. */
async function* part(file: string, range: readonly [number, number]): AsyncGenerator<Uint8Array> {
  const handle = await open(attachmentPath(file));
  try {
    yield* bytesOf(handle, range);
  } finally {
    await handle.close();
  }
}

/** The header by which a browser keeps a file under this name (RFC 6266), whatever is in it. */
export function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
