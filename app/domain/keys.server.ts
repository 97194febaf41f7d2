import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { config, ConfigError } from '#app/config.server.ts';
import { normaliseUnicode } from '#app/unicode.ts';

/** Each purpose has a key of its own, so a signature for one is never valid for another. */
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
  | 'spam'
  | 'password-form'
  | 'second-step'
  | 'second-factor'
  | 'pending-form'
  | 'way-back'
  | 'passkey';

// Crockford's base 32: without I, L, O and U, so that a code can be read aloud and typed.
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_GROUP = /.{1,4}/g;
const SECRET_BYTES = 32;
let secrets: string[] | undefined;
const derivedKeys = new Map<string, Buffer>();

/**
 * Returns the newest key of a purpose. Without SESSION_SECRET the first call reads or creates DATA_DIR/secret.key, and
 * throws ConfigError if that is too short, and Node's own error if it cannot be read or written.
 */
export function getNewestKey(purpose: Purpose): Buffer {
  return deriveKey(getSecrets()[0]!, purpose);
}

/** Returns the keys of a purpose, so that data from before a rotation stays readable. Throws as getNewestKey does. */
export function listKeysNewestFirst(purpose: Purpose): Buffer[] {
  return getSecrets().map((secret) => deriveKey(secret, purpose));
}

/** Returns an HMAC-SHA-256 of a value, as base64url. */
export function hashWithKey(purpose: Purpose, value: string): string {
  return createHmac('sha256', getNewestKey(purpose)).update(value).digest('base64url');
}

/** Returns `value.signature`. The value must not contain a dot. */
export function sign(purpose: Purpose, value: string): string {
  return `${value}.${hashWithKey(purpose, value)}`;
}

/** Returns the value of `value.signature`, or null if no key of this purpose made the signature. */
export function unsign(purpose: Purpose, signed: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;

  const value = signed.slice(0, dot);
  // Compare the texts: several base64url texts decode to the same bytes, so a used token could pass as new.
  const signature = Buffer.from(signed.slice(dot + 1));
  const isValid = listKeysNewestFirst(purpose).some((key) => {
    const expected = Buffer.from(createHmac('sha256', key).update(value).digest('base64url'));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return isValid ? value : null;
}

/** Returns the SHA-256 of a random token, as hex: the database stores no token that can be used. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

export function createRandomToken(
  sizeBytes: number,
  encoding: 'hex' | 'base64url' = 'base64url',
): string {
  return randomBytes(sizeBytes).toString(encoding);
}

/** Returns a random code for typing, in groups of four ("7K3M-Q0ZT"). */
export function createHyphenatedCode(characterCount: number): string {
  // 32 letters divide the 256 values of a byte evenly, so all are equally likely.
  const letters = [...randomBytes(characterCount)]
    .map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
    .join('');
  const groups = letters.match(CODE_GROUP) ?? [];
  return groups.join('-');
}

// The Greek capitals that look like Latin ones, and these, in one order.
const GREEK_LOOKALIKES = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN_LOOKALIKES = 'ABEZHIKMNOPTYX';

/**
 * Returns the ASCII letters, as capitals, and digits of a typed code, with 0 for O and 1 for I and L. Full-width ones and
 * Greek letters that look the same count too: a Greek keyboard shows no difference.
 */
export function normaliseCode(typed: string): string {
  const capitals = normaliseUnicode(typed, 'NFKC').toUpperCase();
  const latin = capitals.replace(/\p{Script=Greek}/gu, (letter) => {
    const index = GREEK_LOOKALIKES.indexOf(letter);
    return index < 0 ? '' : LATIN_LOOKALIKES.charAt(index);
  });

  // People and programs put spaces, dashes of all kinds and invisible characters between the digits.
  const code = latin.replace(/[^A-Z0-9]/g, '');
  return code.replaceAll('O', '0').replace(/[IL]/g, '1');
}

function deriveKey(secret: string, purpose: Purpose): Buffer {
  return derivedKeys.getOrInsertComputed(`${purpose}\0${secret}`, () =>
    Buffer.from(hkdfSync('sha256', secret, 'drys', purpose, 32)),
  );
}

function getSecrets(): string[] {
  secrets ??= config().sessionSecrets ?? [readOrCreateSecret()];
  return secrets;
}

const getSecretPath = (): string => join(config().dataDir, 'secret.key');

/** Returns whether there is a secret: without one, the next use of a key creates DATA_DIR/secret.key. */
export const isSecretAvailable = (): boolean =>
  config().sessionSecrets !== undefined || existsSync(getSecretPath());

/** Reads DATA_DIR/secret.key, or creates it. Throws ConfigError if it is too short, and Node's own errors. */
function readOrCreateSecret(): string {
  const path = getSecretPath();
  if (!existsSync(path)) createSecretFile(path);

  const secret = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new ConfigError(
      `${path} is too short: put back the copy of it. If there is none, delete it: the next start creates ` +
        'a new one, but queued mail cannot be read any more and the codes of two-step login apps are refused.',
    );
  }

  return secret;
}

/** Does nothing if another process has created the file meanwhile. */
function createSecretFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Write under another name, so that the key is complete even if the disk is full or the process is killed.
  const partialFile = `${path}.${createRandomToken(4, 'hex')}~`;
  try {
    const secret = createRandomToken(SECRET_BYTES);
    writeFileSync(partialFile, secret, { flag: 'wx', mode: 0o600, flush: true });
    // Unlike a rename, a link replaces no file.
    linkSync(partialFile, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // The operator knows the key, not the partial file.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  } finally {
    rmSync(partialFile, { force: true });
  }
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with the newest key of a purpose, for `unseal`. */
export function seal(purpose: Purpose, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, getNewestKey(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns the text that `seal` encrypted, or null if no key of this purpose fits or the sealed text was changed. */
export function unseal(purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;

  for (const key of listKeysNewestFirst(purpose)) {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // Encrypted with another key, or changed: try the next key.
    }
  }

  return null;
}

/**
 * Returns what rate limits count by: the /64 network of an IPv6 address; other text unchanged. All IPv4 addresses in IPv6
 * form (::ffff:192.0.2.1) share one network, so the caller unmaps them first.
 */
export function getIpAddressGroup(ipAddress: string): string {
  if (isIP(ipAddress) !== 6) return ipAddress;
  // Expand '::' to its zeros, then take the first four groups: 64 bits. Without '::' there is no tail. An IPv4 at the
  // end counts as one group instead of two, but is never among these.
  const [head = '', tail] = ipAddress.toLowerCase().split('%')[0]!.split('::');
  const leading = head.split(':').filter(Boolean);
  const trailing = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');

  const groups = [...leading, ...zeros, ...trailing].slice(0, 4);
  const removeLeadingZeros = (group: string) => group.replace(/^0+(?=.)/, '');
  return `${groups.map(removeLeadingZeros).join(':')}::/64`;
}

/**
 * Returns a hash of an IPv4 address, or of the /64 network of an IPv6 address. It changes every day (UTC) and differs by
 * use: enough to trace an attack, not a person.
 */
export function hashIpAddressForDay(use: 'audit' | 'spam', ipAddress: string, date: Date): string {
  const day = date.toISOString().slice(0, 10);
  const dayKey = createHmac('sha256', getNewestKey(use)).update(day).digest();
  const hmac = createHmac('sha256', dayKey).update(getIpAddressGroup(ipAddress));
  return hmac.digest('base64url').slice(0, 16);
}
