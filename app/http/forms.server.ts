// Receives the forms that are posted, within their limits of size and time: receiveForm resolves at the first file or at
// the end, and the route reads the files on.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createContext, type RouterContextProvider } from 'react-router';
import type {
  IncomingFile,
  IncomingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS, MB, REPLY, SITE } from '#app/domain/limits.ts';
import {
  createTooLargeRefusal,
  FormParser,
  hasRoomForFiles,
  prepend,
  type FormBounds,
} from '#app/http/form-parser.server.ts';
import { getFormType, MULTIPART } from '#app/http/guard.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const { graceSeconds, slowestKbPerSecond, togetherMb } = ATTACHMENTS;
const MIN_BYTES_PER_CHECK = graceSeconds * slowestKbPerSecond * 1024;
/** The time to send a form, or the fields before its first file. */
const FORM_TIMEOUT_MS = 20_000;

const FORM: FormBounds = {
  maxBytes: 64 * 1024,
  maxFields: 50,
  maxBodyBytes: 64 * 1024,
  fileFields: [],
  filesMb: 0,
  isAnyOrder: false,
};

const ENQUIRY: FormBounds = {
  ...FORM,
  maxBodyBytes: 5 * togetherMb * MB,
  fileFields: ['files'],
  filesMb: togetherMb,
};

const LARGE_FORM: FormBounds = {
  ...FORM,
  maxBytes: 512 * 1024,
  maxFields: 400,
  maxBodyBytes: 512 * 1024,
};

/** For an entry of the site's content. */
const ENTRY: FormBounds = {
  ...LARGE_FORM,
  maxBodyBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  fileFields: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  filesMb: SITE.pictures * SITE.pictureMb,
  isAnyOrder: true,
};

/** The limits of each body that a route declares (route-facts.server.ts). */
const BOUNDS = {
  form: FORM,
  'form-with-files': ENQUIRY,
  // A button may follow the files of a reply. Without files, the form is complete when the route gets it.
  'reply-with-files': { ...ENQUIRY, filesMb: REPLY.filesMb, isAnyOrder: true },
  'large-form': LARGE_FORM,
  'large-form-with-files': ENTRY,
};

/** The development server has no HTTP layer, which would know the form of the route. */
const DEVELOPMENT: FormBounds = {
  ...ENTRY,
  fileFields: [...ENTRY.fileFields, ...ENQUIRY.fileFields],
};

/**
 * Returns the limits of a form for a route. Only a multipart body has room for files. Where a route wants a session
 * that is missing (`isSessionMissing`), no body may be larger than a form without files.
 */
export function getFormBounds(
  request: IncomingMessage,
  body: keyof typeof BOUNDS,
  isSessionMissing: boolean,
): FormBounds {
  const bounds = BOUNDS[body];
  if (isSessionMissing) return { ...bounds, maxBytes: FORM.maxBytes, maxBodyBytes: FORM.maxBytes };

  const isMultipart = getFormType(request) === MULTIPART;
  return isMultipart ? bounds : { ...bounds, maxBodyBytes: bounds.maxBytes };
}

export interface ReceivedForm {
  fields: FormData;
  files: IncomingFiles | undefined;
}

/** The form that the HTTP layer is receiving; null without the HTTP layer. */
export const formContext = createContext<Promise<ReceivedForm> | null>(null);

/** Returns the form that the HTTP layer receives, or reads it without one. Result and files reject with a Refusal. */
export async function readForm({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<ReceivedForm> {
  const receivedForm = context.get(formContext);
  if (receivedForm) return receivedForm;

  const body = Readable.from(request.body ?? []);
  const contentType = request.headers.get('content-type') ?? '';
  const form = new FormParser(body, contentType, DEVELOPMENT);
  const files = await waitForFiles(form.readFiles());
  return { fields: form.fields, files: files && { announcedBytes: undefined, files } };
}

/**
 * Resolves with the fields before the first file (AT-4). The files wait for a slot when they are read. Result and files
 * reject with a Refusal: 413 for a form that is too large, 408 for one that is too slow, 400 for one that is malformed or
 * cut off, or has too many fields, a field without a name, a field that may not be there twice or behind a file, a file in
 * a field that accepts none, or text that is not UTF-8 (security model 1.1). Sends the 100 that a client waits for.
 */
export async function receiveForm(
  request: IncomingMessage,
  response: ServerResponse,
  bounds: FormBounds,
  acquireSlot: () => Promise<() => void>,
): Promise<ReceivedForm> {
  // A client that is still sending reads the response only if the connection stays open, even if it asked to close it.
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = true;
  request.once('end', () => (response.shouldKeepAlive = shouldKeepAlive));

  const announcedBytes = getContentLength(request);
  const isTooLarge = announcedBytes !== undefined && announcedBytes > bounds.maxBodyBytes;
  // The fields before a file are read all the same: a refused form keeps its text.
  if (isTooLarge && !hasRoomForFiles(bounds)) throw createTooLargeRefusal(bounds);

  // The client waits for it with `Expect: 100-continue`.
  const isContinueExpected = request.headers.expect !== undefined && request.httpVersion === '1.1';
  if (isContinueExpected) response.writeContinue();

  const contentType = request.headers['content-type'] ?? '';
  const form = new FormParser(request, contentType, bounds);
  const failAsTooSlow = () => {
    response.shouldKeepAlive = false;
    form.fail(new Refusal(408, 'tooSlow', { headers: { connection: 'close' } }));
  };

  const timer = setTimeout(failAsTooSlow, FORM_TIMEOUT_MS);
  const files = await waitForFiles(form.readFiles()).finally(() => clearTimeout(timer));
  if (!files) return { fields: form.fields, files: undefined };

  // A generator begins with its first read: the slot is taken when the route reads the first file.
  async function* readInSlot(sentFiles: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
    const releaseSlot = await acquireSlot();
    const paceTimer = watchPace(request, failAsTooSlow);
    try {
      yield* sentFiles;
    } finally {
      clearInterval(paceTimer);
      releaseSlot();
    }
  }

  return { fields: form.fields, files: { announcedBytes, files: readInSlot(files) } };
}

/** Returns the files once the first has begun to arrive, or undefined at the end of a form without files. */
async function waitForFiles(
  files: AsyncGenerator<IncomingFile, void>,
): Promise<AsyncGenerator<IncomingFile> | undefined> {
  const firstFile = await files.next();
  return firstFile.done ? undefined : prepend(firstFile, files);
}

/**
 * Browsers and proxies read a response only after they have sent everything, so the rest of a request is read
 * and discarded. Closes the connection beyond ATTACHMENTS.lingerMb or lingerSeconds.
 */
export function discardRemainingBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;

  // Every browser announces the size of a form.
  const isAnnounced = getContentLength(request) !== undefined;
  let leftBytes = isAnnounced ? ATTACHMENTS.lingerMb * MB : FORM.maxBytes;
  const close = () => request.socket.destroy();
  const timer = setTimeout(close, ATTACHMENTS.lingerSeconds * 1000);

  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) close();
  });

  // The parser would stop the request at a file without a reader.
  request.unpipe().resume();
}

/** Calls `onSlow` if ten seconds of reading bring too few bytes. Pauses of the reader do not count. */
function watchPace(request: IncomingMessage, onSlow: () => void): NodeJS.Timeout {
  const { socket } = request;
  let checkedBytes = socket.bytesRead;
  let readingSeconds = 0;

  const checkEachSecond = () => {
    if (request.complete || request.isPaused()) return;
    readingSeconds += 1;
    if (readingSeconds < graceSeconds) return;

    if (socket.bytesRead - checkedBytes < MIN_BYTES_PER_CHECK) onSlow();
    checkedBytes = socket.bytesRead;
    readingSeconds = 0;
  };

  return setInterval(checkEachSecond, 1000);
}

function getContentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
