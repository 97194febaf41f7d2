// Defines slugs (P-6) for all code that builds, stores, imports or caches them.
import anyAscii from 'any-ascii';
import { normaliseUnicode, removeInvisibleCharacters } from '#app/unicode.ts';

export const MAX_SLUG_LENGTH = 200;

/** New slugs are ASCII; slugs of earlier versions have letters of any alphabet. */
export const SLUG =
  /^(?=.{1,200}$)(?!.*\p{Changes_When_Lowercased})[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** Builds a slug of a title in any alphabet, in a-z, digits and dashes; empty for one without letters and digits. */
export function toSlug(title: string): string {
  // NFC keeps the accents of Greek vowels, which separate the pairs below.
  const words = normaliseUnicode(removeInvisibleCharacters(title), 'NFC')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return anyAscii(romaniseGreekPairs(words))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}

// ELOT 743 (ISO 843, type 2) reads these letters in pairs; any-ascii knows each letter alone. An accent
// on the first vowel of a pair separates it.
function romaniseGreekPairs(text: string): string {
  return text
    .replace(/ο[υύ]/g, 'ou')
    .replace(/([αεη])[υύ](?=[θκξπσςτφχψ]|$|[^\p{L}])/gu, '$1f')
    .replace(/([αεη])[υύ]/g, '$1v')
    .replace(/γ(?=[γξχ])/g, 'n')
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/gu, 'b');
}

/** Finds the entry with this slug, or else the entry that had it before it was renamed (SE-5). */
export function findBySlug<Entry extends { slug: string; formerSlugs: readonly string[] }>(
  entries: readonly Entry[],
  slug: string,
): Entry | undefined {
  return (
    entries.find((entry) => entry.slug === slug) ??
    entries.find((entry) => entry.formerSlugs.includes(slug))
  );
}
