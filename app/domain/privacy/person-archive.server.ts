import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { attachmentPath } from '#app/domain/attachments/attachment-folder.server.ts';
import { distinctNames } from '#app/domain/attachments/attachment-zip.server.ts';
import type { exportPerson } from './privacy.server.ts';

type Person = Awaited<ReturnType<typeof exportPerson>>;

/**
 * Writes all that is kept about a person to a new .zip that nobody else may read: the JSON, and the
 * files beside it (AT-8). Throws when the file is there already or a file of theirs is missing; then
 * none is left.
 */
export async function writeArchive(person: Person, path: string): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const zip = Readable.fromWeb(makeZip(entries(person)) as WebStream);
  try {
    await pipeline(zip, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

async function* entries(person: Person) {
  const lastModified = new Date(person.exported_at);
  const json = JSON.stringify(person, null, 2);
  yield { name: 'personal-data.json', lastModified, input: json };
  const files = [...person.enquiries, ...person.quarantined]
    .flatMap((message) => message.files)
    .filter(({ removed }) => removed === null);
  const names = distinctNames(files.map(({ name }) => name));
  for (const [i, { file }] of files.entries()) {
    yield {
      name: `files/${names[i]}`,
      lastModified,
      input: createReadStream(attachmentPath(file)),
    };
  }
}
