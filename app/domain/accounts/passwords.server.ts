import { createHmac } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { COSTS } from '#costs';
import { config } from '#app/config.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { foldAccentsAndCase } from '#app/domain/plain-text.ts';
import { normaliseUnicode } from '#app/unicode.ts';
import type { PasswordJob } from './password-worker.ts';

/** Too many passwords are waiting to be hashed or checked. */
export class PasswordsBusy extends Error {}

// Not the site's secret, because rotating the secret would invalidate every password.
const PRE_HASH_KEY = 'drys-admin-password-v1';
const hashCost = String(COSTS.passwordHashCost).padStart(2, '0');
/** A hash that no password has: comparing with it makes an unknown account as slow as a real one. */
export const DUMMY_HASH = `$2b$${hashCost}$Dl.Pd3ZN7oCtgBf1mPDHFeriwpjVTXXNlM5IzxPvHpZ8J1Jb7TMwq`;

const TRADE_WORDS = ['woodworks', 'woodwork', 'joinery', 'furniture', 'avlona', 'avlonas'];
const WORD_SEPARATOR = /[^\p{L}\p{N}]+/u;
const MIN_WORD_LENGTH = 3;
// Shorter words are not removed from longer ones: 'ana' stays in 'banana'.
const MIN_REMOVED_LENGTH = 4;

let worker: Worker | undefined;
let lastJobId = 0;
const pendingJobs = new Map<
  number,
  { resolve: (result: never) => void; reject: (error: Error) => void }
>();

/** Uses bcrypt (security model 1.4). Throws PasswordsBusy when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  const text = preHash(normaliseUnicode(password, 'NFC'));
  return runJob({ kind: 'hash', text, cost: COSTS.passwordHashCost });
}

/**
 * Returns whether a password matches, in any Unicode form (NIST SP 800-63B). Without a hash (unknown, disabled, invited)
 * returns false, after the same time. Throws PasswordsBusy if the queue is full.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  // Earlier versions hashed a password in the form in which it was typed: composed, decomposed or mixed.
  const forms = [normaliseUnicode(password, 'NFC'), normaliseUnicode(password, 'NFD'), password];
  const texts = [...new Set(forms)].map(preHash);
  const matches = await runJob<boolean>({ kind: 'compare', texts, hash: hash ?? DUMMY_HASH });
  return matches && hash !== null;
}

export type PasswordError = 'too-short' | 'too-long' | 'guessable' | 'not-repeated';

/**
 * Returns why a new password is refused, or null (RP-4). The words of the account's email are easy to guess. Throws
 * PasswordsBusy when the queue is full.
 */
export async function findPasswordError(
  form: { password: string; confirmation: string },
  email: string,
): Promise<PasswordError | null> {
  const password = normaliseUnicode(form.password, 'NFC');
  const confirmation = normaliseUnicode(form.confirmation, 'NFC');

  const length = [...password].length;
  if (length < AUTH.passwordMin) return 'too-short';
  if (length > AUTH.passwordMax) return 'too-long';
  if (await isGuessable(password, email)) return 'guessable';
  return password === confirmation ? null : 'not-repeated';
}

/**
 * Estimates how many guesses a password needs, once with the words that an attacker knows (company, site and
 * owner), and once with these words removed: two of them and a year look long, but are easy to guess.
 */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const knownWords = listKnownWords(email);
  const foldedPassword = foldAccentsAndCase(password);
  let remainder = foldedPassword;
  for (const word of knownWords) {
    if (word.length >= MIN_REMOVED_LENGTH) remainder = remainder.replaceAll(word, '');
  }

  const texts = [...new Set([foldedPassword, remainder])];
  const guesses = await runJob<number[]>({ kind: 'guesses', texts, knownWords });
  return Math.min(...guesses) < AUTH.passwordGuesses;
}

/** Returns the longest first, so that removing a word does not break up a longer one. */
function listKnownWords(email: string): string[] {
  const names = LANGUAGES.flatMap((language) => {
    const { brand, name, legal } = getCompanyTexts(language);
    return [brand, name, legal.seat];
  });
  const site = new URL(config().publicUrl).hostname;
  const texts = [...names, ...TRADE_WORDS, site, email];
  const foldedTexts = texts.map(foldAccentsAndCase);
  const splitWords = foldedTexts.flatMap((text) => text.split(WORD_SEPARATOR));

  return [...new Set([...foldedTexts, ...splitWords])]
    .filter((word) => word.length >= MIN_WORD_LENGTH && !/^\d+$/.test(word))
    .toSorted((a, b) => b.length - a.length);
}

function runJob<Result>(job: PasswordJob): Promise<Result> {
  if (pendingJobs.size >= AUTH.passwordQueue) return Promise.reject(new PasswordsBusy());
  worker ??= startWorker();
  const id = ++lastJobId;
  return new Promise((resolve, reject) => {
    pendingJobs.set(id, { resolve, reject });
    worker?.ref();
    worker?.postMessage({ id, job });
  });
}

// bcrypt reads only 72 bytes and stops at a NUL. The 64 characters of base64 depend on the whole password.
function preHash(password: string): string {
  return createHmac('sha384', PRE_HASH_KEY).update(password, 'utf8').digest('base64');
}

// One thread: hashing takes 0.25 s and estimating up to 0.4 s, which the server's thread cannot spare.
function startWorker(): Worker {
  const newWorker = new Worker(new URL('./password-worker.ts', import.meta.url));
  newWorker.on('message', ({ id, result }: { id: number; result: never }) => {
    pendingJobs.get(id)?.resolve(result);
    pendingJobs.delete(id);
    // An idle worker must not keep a command from ending.
    if (pendingJobs.size === 0) newWorker.unref();
  });

  newWorker.on('error', (error: Error) => {
    if (worker === newWorker) worker = undefined;
    for (const { reject } of pendingJobs.values()) reject(error);
    pendingJobs.clear();
  });

  return newWorker;
}
