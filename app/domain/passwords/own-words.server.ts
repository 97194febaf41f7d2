import { config } from '#app/config.server.ts';
import { companyWords } from '#app/content/texts/company-words.server.ts';

const TRADE = ['woodworks', 'woodwork', 'joinery', 'furniture', 'avlona', 'avlonas'];
const WORD = /[^\p{L}\p{N}]+/u;
/** From here on a word counts inside others too; a shorter one only where it stands alone. */
const INSIDE_FROM = 4;
const SHORTEST = 3;
const YEAR = /(19|20)\d\d/g;

/** Lower case, without accents, one form of sigma. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** A text without the digits and signs at its ends. */
export function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/**
 * What is left of a (folded) password once the words of the company, of the site and of its owner
 * are taken out, with years, separators and what stands at the ends; null when it has none of them.
 */
export function withoutOwnWords(password: string, email: string): string | null {
  const words = [...ownWords(email)].toSorted((a, b) => b.length - a.length);
  const inside = words.filter((word) => word.length >= INSIDE_FROM).join('|');
  const alone = words.filter((word) => word.length < INSIDE_FROM).join('|');
  const pattern = alone ? `${inside}|(?<!\\p{L})(?:${alone})(?!\\p{L})` : inside;
  const rest = password.replace(new RegExp(pattern, 'gu'), ' ');
  if (rest === password) return null;
  return coreOf(rest.replace(YEAR, '')).replace(/[\s._-]+/g, '');
}

function ownWords(email: string): Set<string> {
  const { brand, name, greek, legal } = companyWords.en;
  const site = new URL(config().publicUrl).hostname;
  const texts = [brand, name, greek, legal.seat, ...TRADE, site, email];
  const words = texts.flatMap((text) => folded(text).split(WORD));
  return new Set(words.filter((word) => word.length >= SHORTEST && !/^\d+$/.test(word)));
}
