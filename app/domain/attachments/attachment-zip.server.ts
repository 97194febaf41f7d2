import { createReadStream } from 'node:fs';
import { makeZip, predictLength } from 'client-zip';
import type { Attachment } from '#db/attachment-schema.ts';
import { attachmentPath } from './attachment-folder.server.ts';

/** A .zip of files as it is made, and how large it will be. */
export interface FilesZip {
  length: bigint;
  body: ReadableStream<Uint8Array>;
}

/**
 * Puts files into one .zip, stored as they are: they are packed already. It is made as fast as it is
 * read; memory does not grow with it.
 */
export function zipOf(files: readonly Attachment[]): FilesZip {
  const names = distinctNames(files.map(({ name }) => name));
  const metadata: Entry[] = files.map(({ size, created_at }, i) => ({
    name: names[i]!,
    size,
    lastModified: new Date(created_at),
  }));
  return { length: predictLength(metadata), body: makeZip(entries(files, metadata)) };
}

type Entry = { name: string; size: number; lastModified: Date };

async function* entries(files: readonly Attachment[], metadata: readonly Entry[]) {
  for (const [i, { file }] of files.entries()) {
    yield { ...metadata[i]!, input: createReadStream(attachmentPath(file)) };
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
