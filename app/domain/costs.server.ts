import { constants } from 'node:zlib';

/**
 * Settings that are slow on purpose: delays, work that makes guessing expensive, and the effort of encoders.
 * Import them as `#costs`: tests (condition `drys-test`) get tests/support/costs.ts, which the image lacks.
 */
export const COSTS = {
  passwordHashCost: 12,
  loginDelayMinMs: 500,
  loginDelayMaxMs: 1000,
  /** Deriving proofMinKeys to proofMaxKeys keys with these PBKDF2 rounds takes about 0.5 s. */
  proofRounds: 2000,
  proofMinKeys: 250,
  proofMaxKeys: 750,
  /** The effort of the AVIF encoder: 2 is seven times as fast as 4, and the files are 6 % larger. */
  pictureEffort: 2,
  phonePictureEffort: 4,
  /** Brotli's best quality takes 50 ms for each public page, once, and saves the last tenth of its bytes. */
  pageCompression: constants.BROTLI_MAX_QUALITY as number,
};
