import type { COSTS as Real } from '../../app/domain/costs.server.ts';

/** The costs in tests: the same work as in production with smaller parameters. */
export const COSTS: typeof Real = {
  passwordHashCost: 4,
  loginDelayMinMs: 40,
  loginDelayMaxMs: 80,
  proofRounds: 100,
  proofMinKeys: 25,
  proofMaxKeys: 75,
  pictureEffort: 1,
  phonePictureEffort: 1,
  pageCompression: 5,
};
