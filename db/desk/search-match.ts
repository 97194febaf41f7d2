import { STATUSES, type Status } from '#db/status.ts';

const WORD = /[\p{L}\p{N}]/u;

/**
 * What a person typed, as an FTS5 expression in which every word must begin some word of the
 * enquiry; nothing typed is read as syntax. Greek is folded as migration 003 folds what is indexed.
 * Returns null when no letter or digit was typed: nothing can be found by that.
 */
export function matchOf(typed: string, status?: Status): string | null {
  const words = foldGreek(typed)
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => WORD.test(word));
  if (words.length === 0) return null;
  const prefixes = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
  const match = `{full_name email company message} : (${prefixes})`;
  return status && STATUSES.includes(status) ? `${match} AND status : "${status}"` : match;
}

function foldGreek(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0370-\u03ff]/g, (letter) => letter.normalize('NFD').charAt(0))
    .replaceAll('ς', 'σ');
}
