import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  type?: string;
  crossOrigin?: boolean;
  /** The bits of the authenticator data: 1 user present, 4 user verified, 64 attested. */
  flags?: number;
}

/** A passkey in software: signs as WebAuthn demands, with a counter that a test can set. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  userHandle = '';

  /** Returns the response to creation options, which the browser's script posts. */
  register(ceremony: Ceremony, userHandle: string): string {
    this.userHandle = userHandle;
    const authData = Buffer.concat([
      this.#encodeAuthData({ flags: 5, ...ceremony }, 64),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      encodePublicKey(this.#keys.publicKey),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#toJson({
      clientDataJSON: encodeClientData({ type: 'webauthn.create', ...ceremony }),
      attestationObject: Buffer.from(attestation).toString('base64url'),
    });
  }

  /** Returns the response to request options. */
  sign({ userHandle = this.userHandle, ...ceremony }: Ceremony & { userHandle?: string }): string {
    this.counter += 1;
    const clientDataJSON = encodeClientData({ type: 'webauthn.get', ...ceremony });
    const authenticatorData = this.#encodeAuthData({ flags: 5, ...ceremony });
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, hash]))
      .sign(this.#keys.privateKey);
    return this.#toJson({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle,
    });
  }

  #encodeAuthData({ rpId, flags }: { rpId: string; flags: number }, attested = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags | attested]), counter]);
  }

  #toJson(response: Record<string, string>): string {
    const id = this.id.toString('base64url');
    const type = 'public-key';
    return JSON.stringify({ id, rawId: id, type, response, clientExtensionResults: {} });
  }
}

function encodeClientData(ceremony: Omit<Ceremony, 'rpId'>): string {
  const { type, challenge, origin, crossOrigin = false } = ceremony;
  const text = JSON.stringify({ type, challenge, origin, crossOrigin });
  return Buffer.from(text).toString('base64url');
}

/** Returns an ES256 key on P-256 in COSE (RFC 9053). */
function encodePublicKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const parameters = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return isoCBOR.encode(parameters as never);
}
