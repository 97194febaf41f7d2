import { createHmac } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { COSTS } from '#costs';
import { config } from '#app/config.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { getCompanyMessages } from '#app/content/messages/company.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { foldText } from '#app/domain/plain-text.ts';
import type { PasswordJob } from './password-worker.ts';

export class PasswordsBusy extends Error {}

// A constant instead of the site's secret: rotating the secret must not invalidate every password.
const PRE_HASH_KEY = 'drys-admin-password-v1';
const hashCost = String(COSTS.passwordHashCost).padStart(2, '0');
/** A hash that no password has. Comparing with it takes as long for an unknown account as for a real one. */
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

/** Returns the bcrypt hash of a password (security model 1.4). Throws PasswordsBusy when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return runJob({ kind: 'hash', text: preHash(password), cost: COSTS.passwordHashCost });
}

/**
 * Returns whether a password has this hash. Without a hash (an unknown, disabled or invited account) it
 * returns false after the same time. Throws PasswordsBusy when the queue is full.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const text = preHash(password);
  const match = await runJob<boolean>({ kind: 'compare', text, hash: hash ?? DUMMY_HASH });
  return match && hash !== null;
}

export type PasswordError = 'too-short' | 'too-long' | 'guessable' | 'not-repeated';

/** Returns why a new password is refused, or null (RP-4). Throws PasswordsBusy when the queue is full. */
export async function findPasswordError(
  password: string,
  confirmation: string,
  email: string,
): Promise<PasswordError | null> {
  const length = [...password].length;
  if (length < AUTH.passwordMin) return 'too-short';
  if (length > AUTH.passwordMax) return 'too-long';
  if (await isGuessable(password, email)) return 'guessable';
  return password === confirmation ? null : 'not-repeated';
}

/**
 * Estimates the guesses for a password with the words that an attacker knows (the company's, the site's,
 * the owner's), and again without these words: two of them and a year are many guesses, but no secret.
 */
async function isGuessable(password: string, email: string): Promise<boolean> {
  const knownWords = listKnownWords(email);
  const foldedPassword = foldText(password);
  const remainder = knownWords
    .filter((word) => word.length >= MIN_REMOVED_LENGTH)
    .reduce((text, word) => text.replaceAll(word, ''), foldedPassword);
  const texts = [...new Set([foldedPassword, remainder])];
  const guesses = await runJob<number[]>({ kind: 'guesses', texts, knownWords });
  return Math.min(...guesses) < AUTH.passwordGuesses;
}

function listKnownWords(email: string): string[] {
  const names = LANGUAGES.flatMap((language) => {
    const { brand, name, legal } = getCompanyMessages(language);
    return [brand, name, legal.seat];
  });
  const site = new URL(config().publicUrl).hostname;
  const texts = [...names, ...TRADE_WORDS, site, email];
  const foldedTexts = texts.map(foldText);
  const words = new Set([
    ...foldedTexts,
    ...foldedTexts.flatMap((text) => text.split(WORD_SEPARATOR)),
  ]);
  return [...words]
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
