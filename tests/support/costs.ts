import type { COSTS as Real } from '../../app/domain/costs.server.ts';

/** The costs of the tests: everything is done as it is for people, only less of it. */
export const COSTS: typeof Real = {
  passwordHashCost: 4,
  loginDelayMinMs: 40,
  loginDelayMaxMs: 80,
  proofRounds: 100,
  proofFewestKeys: 25,
  proofMostKeys: 75,
  pictureEffort: 1,
  phonePictureEffort: 1,
  pageCompression: 5,
};
