import { STATUSES } from '#db/status.ts';
import type { DeskFilter } from './desk-filter.ts';

const WORD = /[\p{L}\p{N}]/u;

/**
 * A filter as an FTS5 expression: every word that a person typed must begin some word of the
 * enquiry; nothing typed is read as syntax. Greek is folded as migration 003 folds what is indexed,
 * and the marks beside the status are those of migration 011. Returns null when no letter or digit
 * was typed: nothing can be found by that.
 */
export function matchOf({ text = '', status, holders, dueBy }: DeskFilter): string | null {
  const words = foldGreek(text)
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => WORD.test(word));
  if (words.length === 0) return null;
  const prefixes = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
  const match = [`{full_name email company message} : (${prefixes})`];
  if (status && STATUSES.includes(status)) match.push(`status : "${status}"`);
  if (dueBy !== undefined) match.push('status : "dated"');
  return heldBy(match.join(' AND '), holders);
}

/** Of what matches, what one of these admins has; with null also what no admin has. */
function heldBy(match: string, holders: DeskFilter['holders']): string {
  if (!holders) return match;
  const admins = holders.filter((id) => id !== null).map((id) => `"by${id}"`);
  const one = `status : (${admins.join(' OR ')})`;
  if (!holders.includes(null)) return `${match} AND ${one}`;
  const another = admins.length > 0 ? `(status : "taken" NOT ${one})` : 'status : "taken"';
  return `(${match}) NOT ${another}`;
}

function foldGreek(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0370-\u03ff]/g, (letter) => letter.normalize('NFD').charAt(0))
    .replaceAll('ς', 'σ');
}
