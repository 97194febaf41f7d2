import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { ArrivingFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import { MultipartReader } from './multipart-reader.server.ts';

/** A form whose fields are here and whose files are still on their way. */
export interface UploadedForm {
  fields: FormData;
  /** Undefined where none was chosen. */
  files: ArrivingFiles | undefined;
}

/**
 * Reads a form, however it was sent: of one with files only what stands before the first of them.
 * Throws a Refusal for what no form of ours would send: a field sent twice or without a name, one
 * behind the files, more than MAX_FIELDS, more than 64 KB of them, or an end too early (security
 * model 1.1, step 6).
 */
export async function readUploadedForm(request: Request): Promise<UploadedForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\//i.test(type)) {
    return { fields: await request.formData(), files: undefined };
  }
  const length = request.headers.get('content-length');
  const reader = new MultipartReader(Readable.fromWeb(request.body as WebStream), type);
  const fields = await reader.fields();
  const announced = length === null ? undefined : Number(length);
  return { fields, files: reader.hasFile ? { announced, files: reader.files() } : undefined };
}
