import { ATTACHMENTS } from '#app/domain/limits.ts';
import { plainLine } from '#app/domain/plain-text.ts';

/** Marks that change the direction of a text, or break its line, without being seen. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u2028\u2029\ufeff]/g;
const LONE_HALF = /[\ud800-\udbff]$/;
const ENDING = /\.[A-Za-z0-9]{1,5}$/;

/**
 * A file's name as it is kept and shown: data, never a path. Without folders, control and bidi
 * characters, at most ATTACHMENTS.nameMax characters with its ending kept; `file` when nothing is
 * left (AT-3).
 */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = plainLine(last.replace(UNSEEN, ''));
  if (/^\.*$/.test(name)) return 'file';
  if (name.length <= ATTACHMENTS.nameMax) return name;
  const ending = ENDING.exec(name)?.[0] ?? '';
  return name.slice(0, ATTACHMENTS.nameMax - ending.length).replace(LONE_HALF, '') + ending;
}
