import { passwordFaults } from '#app/content/desk/auth-page/reset-password.server.ts';
import type { Language } from '#app/content/language.ts';
import { COMMON_PASSWORDS } from './common-passwords.server.ts';
import { GUESSABLE_WORDS } from './guessable-words.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { coreOf, folded, withoutOwnWords } from './own-words.server.ts';

/** Letters that digits and signs are written for; a 1 is an i or an l. */
const WRITTEN_FOR = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

/** Why a new password is refused, in words for its owner; null when it is taken (ledger RP-4). */
export function passwordError(
  password: string,
  confirmation: string,
  email: string,
  language: Language,
) {
  const faults = passwordFaults[language];
  const characters = [...password].length;
  if (characters < AUTH.passwordMin) {
    return { field: 'password', message: faults.short(AUTH.passwordMin) };
  }
  if (characters > AUTH.passwordMax) {
    return { field: 'password', message: faults.long(AUTH.passwordMax) };
  }
  if (readings(password).some((reading) => isGuessable(reading, email))) {
    return { field: 'password', message: faults.guessable };
  }
  if (password !== confirmation) {
    return { field: 'confirm_password', message: faults.different };
  }
  return null;
}

/** A password as it stands, and as the words that its digits and signs are written for. */
function readings(password: string): string[] {
  const plain = folded(password);
  const spelt = [plain, coreOf(plain)].flatMap((text) => [spell(text, 'i'), spell(text, 'l')]);
  return [...new Set([plain, ...spelt])];
}

function spell(text: string, one: string): string {
  const letters: Record<string, string> = { ...WRITTEN_FOR, 1: one };
  return [...text].map((character) => letters[character] ?? character).join('');
}

/**
 * Common, with digits and signs around it or not, or too little of a password without the words
 * that an attacker knows: those of the company, the site and the owner.
 */
function isGuessable(reading: string, email: string): boolean {
  const core = coreOf(reading);
  if (core === '' && new Set(reading).size < AUTH.passwordMin / 2) return true;
  const own = withoutOwnWords(reading, email);
  if (own !== null && [...own].length < AUTH.passwordMin) return true;
  return [reading, core, own ?? ''].some(
    (text) => COMMON_PASSWORDS.has(text) || GUESSABLE_WORDS.has(text),
  );
}
