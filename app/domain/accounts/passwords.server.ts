import { foldedText } from '#app/domain/plain-text.ts';
import { createHmac } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { COSTS } from '#costs';
import { AUTH } from '#app/domain/limits.ts';
import { config } from '#app/config.server.ts';
import { passwordFaults } from '#app/content/words/auth.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { companyWords } from '#app/content/words/company.server.ts';
import type { PasswordJob } from './password-worker.ts';

export class PasswordsBusy extends Error {}

// A constant, not the site's secret: rotating that must not kill every password.
const PRE_HASH_KEY = 'drys-admin-password-v1';
const cost = String(COSTS.passwordHashCost).padStart(2, '0');
/** Of the same cost as real ones, so that an unknown account takes as long as a known one. */
export const NOBODYS_HASH = `$2b$${cost}$Dl.Pd3ZN7oCtgBf1mPDHFeriwpjVTXXNlM5IzxPvHpZ8J1Jb7TMwq`;

const TRADE = ['woodworks', 'woodwork', 'joinery', 'furniture', 'avlona', 'avlonas'];
const WORD = /[^\p{L}\p{N}]+/u;
const SHORTEST = 3;
// From here on a word is taken out of others too: 'ana' is not out of 'banana'.
const INSIDE_FROM = 4;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { done: (result: never) => void; fail: (e: Error) => void }>();

/** Throws PasswordsBusy. */
export function hashPassword(password: string): Promise<string> {
  return ask({ kind: 'hash', text: preHash(password), cost: COSTS.passwordHashCost });
}

/**
 * Whether the password is the hash's. Without a hash (unknown, disabled or invited account) the
 * answer is false and takes the same time. Throws PasswordsBusy.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const text = preHash(password);
  const match = await ask<boolean>({ kind: 'compare', text, hash: hash ?? NOBODYS_HASH });
  return match && hash !== null;
}

/** Why a new password is refused, in words for its owner (ledger RP-4). Throws PasswordsBusy. */
export async function passwordError(
  password: string,
  confirmation: string,
  email: string,
  language: Language,
): Promise<{ field: string; message: string } | null> {
  const { short, long, guessable, different } = passwordFaults[language];
  const refused = (message: string) => ({ field: 'password', message });
  const characters = [...password].length;
  if (characters < AUTH.passwordMin) return refused(short(AUTH.passwordMin));
  if (characters > AUTH.passwordMax) return refused(long(AUTH.passwordMax));
  if (await isGuessable(password, email)) return refused(guessable);
  if (password === confirmation) return null;
  return { field: 'confirm_password', message: different };
}

/**
 * Judged with the words that an attacker knows (the company's, the site's, the owner's), and once
 * more by what is left without them: two such words and a year are many guesses, but no secret.
 */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const words = ownWords(email);
  const plain = foldedText(password);
  const inside = words.filter((word) => word.length >= INSIDE_FROM);
  const left = inside.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  const texts = [...new Set([plain, left])];
  const guesses = await ask<number[]>({ kind: 'guesses', texts, ownWords: words });
  return Math.min(...guesses) < AUTH.passwordGuesses;
}

function ownWords(email: string): string[] {
  const names = LANGUAGES.flatMap((language) => {
    const { brand, name, legal } = companyWords[language];
    return [brand, name, legal.seat];
  });
  const site = new URL(config().publicUrl).hostname;
  const texts = [...names, ...TRADE, site, email];
  const known = texts.map(foldedText);
  const words = new Set([...known, ...known.flatMap((text) => text.split(WORD))]);
  return [...words]
    .filter((word) => word.length >= SHORTEST && !/^\d+$/.test(word))
    .toSorted((a, b) => b.length - a.length);
}

function ask<Result>(job: PasswordJob): Promise<Result> {
  if (waiting.size >= AUTH.passwordQueue) return Promise.reject(new PasswordsBusy());
  worker ??= startWorker();
  const id = ++lastId;
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail });
    worker?.ref();
    worker?.postMessage({ id, job });
  });
}

// bcrypt reads 72 bytes and stops at a NUL: 64 characters of base64 stand for the whole password.
function preHash(password: string): string {
  return createHmac('sha384', PRE_HASH_KEY).update(password, 'utf8').digest('base64');
}

// One thread: hashing takes a quarter of a second, judging up to 0.4 s; the server's own has neither.
function startWorker(): Worker {
  const started = new Worker(new URL('./password-worker.ts', import.meta.url));
  started.on('message', ({ id, result }: { id: number; result: never }) => {
    waiting.get(id)?.done(result);
    waiting.delete(id);
    // An idle worker keeps no command from ending.
    if (waiting.size === 0) started.unref();
  });
  started.on('error', (error: Error) => {
    if (worker === started) worker = undefined;
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });
  return started;
}
