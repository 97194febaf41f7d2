/**
 * Every number the product promises, with its unit in its name (specification section 9); what pages
 * bring to the browser stands in desk/desk-limits.ts and app/components/site-limits.ts.
 */

export * from './desk/desk-limits.ts';

export const KB = 1024;
export const MB = KB * KB;

export const CONTACT = {
  nameMin: 2,
  nameMax: 100,
  emailMax: 100,
  phoneMax: 20,
  companyMax: 100,
  messageMax: 2000,
  sendDelayMs: 500,
  formTokenBytes: 32,
  intervalSeconds: 60,
  dayHours: 24,
  perVisitor: { perInterval: 1, perDay: 5 },
  perAddressVerified: { perInterval: 5, perDay: 30 },
  perAddressStrict: { perInterval: 1, perDay: 5 },
  challengeMinutes: 10,
  verificationLimitMs: 10_000,
} as const;

/** Files that come with an enquiry (AT-1, AT-3, AT-4). 1 MB is 1,048,576 bytes. */
export const ATTACHMENTS = {
  files: 5,
  fileMb: 15,
  togetherMb: 40,
  unverifiedFiles: 2,
  unverifiedFileMb: 5,
  nameMax: 120,
  uploads: 8,
  uploadsPerAddress: 2,
  uploadWaitSeconds: 5,
  /** The pace of an upload after a while of grace, and again in each such while. */
  slowestKbPerSecond: 16,
  graceSeconds: 10,
  uploadMinutes: 15,
  /** How long, and how much, is read over of a form that is answered: who sends hears the answer. */
  lingerSeconds: 30,
  lingerMb: 100,
  previewPixels: 50_000_000,
  previewMemoryMb: 144,
  previewEdgePx: 960,
  previewSeconds: 10,
  previewQueue: 20,
  scanSeconds: 20,
  scanOutSeconds: 60,
  scanPingSeconds: 5,
  scanEverySeconds: 30,
  scanTries: 3,
  honeypotShare: 0.1,
} as const;

export const AUTH = {
  passwordMin: 8,
  passwordMax: 256,
  /** As many as eight random characters take, by the estimate of zxcvbn. */
  passwordGuesses: 1e8,
  securityTokenBytes: 32,
  lockoutFailures: 5,
  lockoutMinutes: 15,
  lockoutCountdownMs: 1000,
  addressFailures: 20,
  sessionIdleHours: 8,
  sessionMaxDays: 7,
  sessionsPerAdmin: 5,
  recoveryLinkMinutes: 60,
  invitationLinkDays: 7,
  passwordFormMinutes: 15,
  emailMax: 254,
  passwordQueue: 20,
  passwordBusySeconds: 2,
  attemptPendingSeconds: 30,
  deviceDays: 180,
  devicesPerBrowser: 4,
  browserCookieDays: 30,
  sessionTouchSeconds: 60,
  linkTokenBytes: 32,
  linkCodeCharacters: 26,
  wrongCodesPerAddress: 10,
  forgotIntervalSeconds: 60,
  forgotPerDay: 5,
  forgotPerAddress: 5,
  secondStepMinutes: 5,
  secondFactorSeconds: 30,
  recoveryCodes: 10,
} as const;

/** Forms that wait for a sign-in: of one admin's ended sessions, of one address, and anonymous in all. */
export const POSTED_FORMS = { perAdmin: 20, perAddress: 20, anonymous: 200 } as const;

export const MAIL = {
  checkSeconds: 1,
  firstRetrySeconds: 2,
  longestRetrySeconds: 60,
  giveUpDays: 3,
  unsentMinutes: 60,
  claimSeconds: 120,
  sendTimeoutSeconds: 20,
  failedShown: 100,
} as const;

/** The daily digest (DA-4); times are those of a clock in Athens. */
export const DIGEST = {
  from: '08:30:00',
  until: '12:00:00',
  newDays: 7,
  listed: 20,
  keptDays: 30,
  checkSeconds: 10,
} as const;

export const EXPORT = {
  separator: ';',
  batchRows: 1000,
  stallSeconds: 30,
  retryAfterSeconds: 5,
  workbookMemoryMb: 1024,
  workbookRows: 100_000,
} as const;

export const AUDIT = {
  logMonths: 12,
  countDays: 90,
  addressesAMinute: 10,
  flushMs: 1000,
  retryMs: 10_000,
  heldCounts: 200,
} as const;

export const PRIVACY = {
  /** Among a million, taking the words of one enquiry out of the index takes some 10 ms. */
  deletedAtOnce: 10,
  /** Between the steps visitors are answered, and other processes get at the file. */
  pauseMs: 10,
  mailCopyDays: 30,
  replacedDays: 30,
  /** After so long without a sign of life the clock is doubted before anything is deleted. */
  believedDays: 400,
} as const;

export const SITE = {
  binDays: 30,
  unusedPictureDays: 30,
  pictureMb: 25,
  markKb: 64,
  endsWithinDays: 30,
  picturePixels: 80_000_000,
  pictureMinWidth: 1200,
  /** How many times as tall as wide a picture may be. */
  pictureMaxTallness: 6,
  /** Of the largest stored size: 960 × 5760. Encoding it takes 50 bytes a pixel. */
  storedPicturePixels: 5_529_600,
  /** What decoding may take; making the sizes takes up to 330 MB afterwards. */
  pictureMemoryMb: 168,
  pictureSeconds: 60,
  pictures: 24,
  projectsAPage: 24,
  entriesAPage: 50,
  publicationsPerPage: 20,
  checkMs: 1000,
} as const;
