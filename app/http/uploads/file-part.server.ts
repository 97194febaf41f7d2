import type { Readable } from 'node:stream';

/** The bytes of a part; what is not read of them is passed over, so that the next part can come. */
export async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    stream.resume();
  }
}

/** What browsers escape in the name of a file, and nothing else (HTML, multipart/form-data). */
export function unescaped(fileName: string): string {
  return fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
}
