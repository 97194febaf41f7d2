import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config, ConfigError } from '#app/config.server.ts';
import { isIP } from 'node:net';

/** No signature of one purpose is valid for another. */
export type Purpose =
  | 'visitor'
  | 'address'
  | 'challenge'
  | 'receipt'
  | 'receipt-without-files'
  | 'login-token'
  | 'browser'
  | 'device'
  | 'account'
  | 'mail'
  | 'audit'
  | 'quarantine'
  | 'password-form'
  | 'second-step'
  | 'second-factor'
  | 'draft'
  | 'way-back';

// Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed.
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = /.{1,4}/g;
const SECRET_FILE = 'secret.key';
const SECRET_BYTES = 32;
let secrets: string[] | undefined;
const derived = new Map<string, Buffer>();

export function keyFor(purpose: Purpose): Buffer {
  return deriveKey(allSecrets()[0]!, purpose);
}

/** The keys of a purpose, newest first: what was sealed before a rotation is still readable. */
export function keysFor(purpose: Purpose): Buffer[] {
  return allSecrets().map((secret) => deriveKey(secret, purpose));
}

export function keyedHash(purpose: Purpose, value: string): string {
  return createHmac('sha256', keyFor(purpose)).update(value).digest('base64url');
}

/** `value.signature`; the value must not contain a dot. */
export function sign(purpose: Purpose, value: string): string {
  return `${value}.${keyedHash(purpose, value)}`;
}

export function unsign(purpose: Purpose, signed: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const value = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64url');
  const match = keysFor(purpose).some((key) => {
    const expected = createHmac('sha256', key).update(value).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return match ? value : null;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function randomToken(bytes: number, encoding: 'hex' | 'base64url' = 'base64url'): string {
  return randomBytes(bytes).toString(encoding);
}

export function randomCode(characters: number): string {
  const letters = [...randomBytes(characters)].map((byte) => CODE_LETTERS[byte % 32]).join('');
  return letters.match(GROUP)?.join('-') ?? '';
}

export function codeFrom(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

function deriveKey(secret: string, purpose: Purpose): Buffer {
  const id = `${purpose}\0${secret}`;
  let key = derived.get(id);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'drys', purpose, 32));
    derived.set(id, key);
  }
  return key;
}

function allSecrets(): string[] {
  secrets ??= config().sessionSecrets ?? [readOrMakeSecret()];
  return secrets;
}

function readOrMakeSecret(): string {
  const path = join(config().dataDir, SECRET_FILE);
  mkdirSync(config().dataDir, { recursive: true, mode: 0o700 });
  try {
    const secret = randomToken(SECRET_BYTES);
    writeFileSync(path, secret, { flag: 'wx', mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError(`cannot write ${path}: ${(error as Error).message}`);
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new ConfigError(`${path} is too short: delete it to have a new one made (signs all out)`);
  }
  return secret;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function seal(purpose: Purpose, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  for (const key of keysFor(purpose)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // Not of this key: the next one may fit.
    }
  }
  return null;
}

/** What limits count an address by: an IPv4 address, or the /64 of an IPv6 one. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** For one day, UTC: enough to follow an attack, not a person. Those of two uses cannot be joined. */
export function dailyAddress(use: 'audit' | 'quarantine', address: string, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  const dayKey = createHmac('sha256', keyFor(use)).update(day).digest();
  const name = createHmac('sha256', dayKey).update(addressGroup(address));
  return name.digest('base64url').slice(0, 16);
}
