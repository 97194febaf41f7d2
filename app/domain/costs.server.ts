import { constants } from 'node:zlib';

/**
 * What costs a guesser or a robot time, and so everybody else too, and what costs the machine. The
 * tests, and they alone, are started with the condition `drys-test`, under which package.json's
 * `#costs` names lower ones in tests/support/costs.ts: a file that is not in the image.
 */
export const COSTS = {
  passwordHashCost: 12,
  loginDelayMinMs: 500,
  loginDelayMaxMs: 1000,
  /** About half a second: keys, one after the other, of so many rounds. */
  proofRounds: 2000,
  proofFewestKeys: 250,
  proofMostKeys: 750,
  /** Effort 2 is seven times as fast as 4 for files 6 % larger. */
  pictureEffort: 2,
  phonePictureEffort: 4,
  /** Costs 50 ms of processor time for each public page, once, and saves the last tenth of its bytes. */
  pageCompression: constants.BROTLI_MAX_QUALITY as number,
};
