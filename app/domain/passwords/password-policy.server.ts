import { config } from '#app/config.server.ts';
import { passwordFaults } from '#app/content/desk/auth-page/reset-password.server.ts';
import type { Language } from '#app/content/language.ts';
import { companyWords } from '#app/content/texts/company-words.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { countGuesses } from './passwords.server.ts';

const TRADE = ['woodworks', 'woodwork', 'joinery', 'furniture', 'avlona', 'avlonas'];
const WORD = /[^\p{L}\p{N}]+/u;
const SHORTEST = 3;
/** From here on a word is taken out of others too: 'ana' is not out of 'banana'. */
const INSIDE_FROM = 4;

/**
 * Why a new password is refused, in words for its owner; null when it is taken (ledger RP-4).
 * Throws PasswordsBusy.
 */
export async function passwordError(
  password: string,
  confirmation: string,
  email: string,
  language: Language,
): Promise<{ field: string; message: string } | null> {
  const faults = passwordFaults[language];
  const characters = [...password].length;
  if (characters < AUTH.passwordMin) {
    return { field: 'password', message: faults.short(AUTH.passwordMin) };
  }
  if (characters > AUTH.passwordMax) {
    return { field: 'password', message: faults.long(AUTH.passwordMax) };
  }
  if (await isGuessable(password, email)) return { field: 'password', message: faults.guessable };
  if (password !== confirmation) {
    return { field: 'confirm_password', message: faults.different };
  }
  return null;
}

/**
 * Judged with the words that an attacker knows (the company's, the site's, the owner's), and once
 * more by what is left without them: two such words and a year are many guesses, but no secret.
 */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const words = ownWords(email);
  const plain = folded(password);
  const inside = words.filter((word) => word.length >= INSIDE_FROM);
  const left = inside.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  const guesses = await countGuesses([...new Set([plain, left])], words);
  return Math.min(...guesses) < AUTH.passwordGuesses;
}

/** Longest first. */
function ownWords(email: string): string[] {
  const { brand, name, greek, legal } = companyWords.en;
  const site = new URL(config().publicUrl).hostname;
  const texts = [brand, name, greek, legal.seat, ...TRADE, site, email];
  const known = texts.map(folded);
  const words = new Set([...known, ...known.flatMap((text) => text.split(WORD))]);
  return [...words]
    .filter((word) => word.length >= SHORTEST && !/^\d+$/.test(word))
    .toSorted((a, b) => b.length - a.length);
}

/** Lower case, without accents, one form of sigma. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}
