import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/database.server.ts';
import { type MailCopy, knownMail } from '#db/mail/outbox.ts';
import { mailFile, mailFolder } from './mail-transport.server.ts';

const BATCH = 500;
/** What was begun and not finished counts as well. */
const COPY = /^(\d+)-.*\.eml(\.part)?$/;

/** Deletes the files of mail that was written instead of being sent. */
export function removeMailCopies(mails: readonly MailCopy[]): void {
  for (const { id, kind } of mails) {
    const path = join(mailFolder(), mailFile(id, kind));
    for (const file of [path, `${path}.part`]) rmSync(file, { force: true });
  }
}

/** Deletes every written mail that is in the outbox no more: a copy lives as long as its row. */
export async function sweepMailCopies(db: Db): Promise<void> {
  const folder = mailFolder();
  if (!existsSync(folder)) return;
  // The files first: a mail that is being written has its row before it has a file.
  const files = readdirSync(folder).filter((name) => COPY.test(name));
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH);
    const known = await knownMail(db, some.map(idOf));
    for (const file of some)
      if (!known.has(idOf(file))) rmSync(join(folder, file), { force: true });
  }
}

function idOf(file: string): number {
  return Number(COPY.exec(file)![1]);
}
