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
import { isIP } from 'node:net';
import { join } from 'node:path';
import { config, ConfigError } from '#app/config.server.ts';

/** A key is derived for each purpose: a signature for one is never valid for another. */
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
  | 'way-back'
  | 'passkey';

// Crockford's base 32: without I, L, O and U, so that a code can be read aloud and typed.
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_GROUP = /.{1,4}/g;
const SECRET_FILE = 'secret.key';
const SECRET_BYTES = 32;
let secrets: string[] | undefined;
const derivedKeys = new Map<string, Buffer>();

export function getKey(purpose: Purpose): Buffer {
  return deriveKey(getSecrets()[0]!, purpose);
}

/** Returns the keys of a purpose, newest first, so that data from before a rotation stays readable. */
export function getKeys(purpose: Purpose): Buffer[] {
  return getSecrets().map((secret) => deriveKey(secret, purpose));
}

export function hashWithKey(purpose: Purpose, value: string): string {
  return createHmac('sha256', getKey(purpose)).update(value).digest('base64url');
}

/** Returns `value.signature`. The value must not contain a dot. */
export function sign(purpose: Purpose, value: string): string {
  return `${value}.${hashWithKey(purpose, value)}`;
}

export function unsign(purpose: Purpose, signed: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const value = signed.slice(0, dot);
  // Compared as text: bytes have many spellings in base64url, and a used token must not pass as another.
  const signature = Buffer.from(signed.slice(dot + 1));
  const isValid = getKeys(purpose).some((key) => {
    const expected = Buffer.from(createHmac('sha256', key).update(value).digest('base64url'));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return isValid ? value : null;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createRandomToken(
  bytes: number,
  encoding: 'hex' | 'base64url' = 'base64url',
): string {
  return randomBytes(bytes).toString(encoding);
}

export function createRandomCode(characters: number): string {
  const letters = [...randomBytes(characters)].map((byte) => CODE_LETTERS[byte % 32]).join('');
  return letters.match(CODE_GROUP)?.join('-') ?? '';
}

export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

function deriveKey(secret: string, purpose: Purpose): Buffer {
  const id = `${purpose}\0${secret}`;
  let key = derivedKeys.get(id);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'drys', purpose, 32));
    derivedKeys.set(id, key);
  }
  return key;
}

function getSecrets(): string[] {
  secrets ??= config().sessionSecrets ?? [readOrCreateSecret()];
  return secrets;
}

function readOrCreateSecret(): string {
  const path = join(config().dataDir, SECRET_FILE);
  mkdirSync(config().dataDir, { recursive: true, mode: 0o700 });
  try {
    const secret = createRandomToken(SECRET_BYTES);
    writeFileSync(path, secret, { flag: 'wx', mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError(`cannot write ${path}: ${(error as Error).message}`);
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new ConfigError(
      `${path} is too short: delete it, and the start makes a new one (all admins are signed out)`,
    );
  }
  return secret;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function seal(purpose: Purpose, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, getKey(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  for (const key of getKeys(purpose)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // Encrypted with another key: try the next one.
    }
  }
  return null;
}

/** Returns what rate limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export function getIpAddressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const leading = head.split(':').filter(Boolean);
  const trailing = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  const groups = [...leading, ...zeros, ...trailing].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/**
 * Returns a keyed hash of an address that changes every day (UTC): enough to trace an attack, not a
 * person. Hashes of different uses cannot be linked.
 */
export function hashAddressForDay(
  use: 'audit' | 'quarantine',
  address: string,
  date: Date,
): string {
  const day = date.toISOString().slice(0, 10);
  const dayKey = createHmac('sha256', getKey(use)).update(day).digest();
  const hmac = createHmac('sha256', dayKey).update(getIpAddressGroup(address));
  return hmac.digest('base64url').slice(0, 16);
}
