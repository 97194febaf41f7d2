import { type FileHandle, open } from 'node:fs/promises';
import { makeZip, predictLength } from 'client-zip';
import type { Attachment } from '#db/schema.ts';
import { attachmentPath, bodyOf, bytesOf, keptSize } from './attachment-folder.server.ts';

interface FilesZip {
  length: bigint;
  body: ReadableStream<Uint8Array>;
}

type MissingNote = (names: readonly string[]) => { name: string; text: string };

interface Entry {
  name: string;
  size: number;
  lastModified: Date;
}

/**
 * Puts files into one .zip, stored as they are: they are packed already. It is made as fast as it is
 * read, and memory does not grow with it. Nothing is open before its first byte is read and after
 * its last, or once it is left. Bytes that are missing are told of in it.
 */
export function zipOf(files: readonly Attachment[], missingNote: MissingNote): FilesZip {
  const found = files
    .map((file) => ({ ...file, size: keptSize(file.file) ?? 0 }))
    .filter(({ size }) => size > 0);
  const ids = new Set(found.map(({ id }) => id));
  const missing = files.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
  const note = missing.length > 0 ? missingNote(missing) : null;
  const names = distinctNames([...found.map(({ name }) => name), ...(note ? [note.name] : [])]);
  const entries: Entry[] = found.map(({ size, created_at }, i) => {
    return { name: names[i]!, size, lastModified: new Date(created_at) };
  });
  const texts = note ? [{ name: names.at(-1)!, input: note.text }] : [];
  const body = bodyOf(zipped(found, entries, texts));
  return { length: predictLength([...entries, ...texts]), body };
}

// All are opened before the first byte: what is deleted later is still read to its end.
async function* zipped(
  files: readonly Attachment[],
  entries: readonly Entry[],
  texts: readonly { name: string; input: string }[],
): AsyncGenerator<Uint8Array> {
  const opened: FileHandle[] = [];
  try {
    for (const { file } of files) opened.push(await open(attachmentPath(file)));
    const inputs = entries.map((entry, i) => {
      return { ...entry, input: bytesOf(opened[i]!, [0, entry.size - 1]) };
    });
    const zip = makeZip([...inputs, ...texts]).getReader();
    for (let piece = await zip.read(); !piece.done; piece = await zip.read()) yield piece.value;
  } finally {
    for (const handle of opened) await handle.close();
  }
}

/** Two files of one name are told apart by a number: `plan.pdf`, `plan (2).pdf`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,8})?$/.exec(name) ?? [];
    let distinct = name;
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${stem} (${n})${ending}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
