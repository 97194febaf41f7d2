/**
 * Every number the product promises, once, with its unit in its name (specification section 9).
 * Plain constants, safe for the browser; tests import them too.
 */

export const SITE = {
  headerCompactAfterPx: 20,
  mobileBreakpointPx: 768,
  featuredProjects: 3,
  clientLogos: 17,
  facilityPictures: 6,
  imageLazyMarginPx: 50,
  imageLazyThreshold: 0.1,
  preloadDefault: 2,
  preloadFeatured: 1,
  preloadAboutAndHome: 2,
  preloadMedia: 3,
  preloadIdleFallbackMs: 100,
  firstFinancialYear: 2016,
  lastFinancialYear: 2024,
} as const;

/** What scripts time. What style sheets do stands in styles/tokens.css, and scripts read it there. */
export const MOTION = {
  procedureStepMs: 1200,
  swipeUpPx: 50,
  swipeUpMs: 500,
  viewerSwipePx: 50,
  carouselAdvanceMs: 3000,
  activeSlideMs: 500,
  revealAtShare: 0.25,
  passwordSetRedirectMs: 2000,
  toastStaysMs: 6000,
} as const;

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
  silenceSeconds: 30,
  uploadMinutes: 15,
  lingerSeconds: 30,
  previewPixels: 50_000_000,
  previewEdgePx: 960,
  previewSeconds: 10,
  previewQueue: 20,
  scanSeconds: 20,
  scanEverySeconds: 30,
} as const;

export const AUTH = {
  passwordMin: 8,
  passwordMax: 256,
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

export const MAIL = {
  checkSeconds: 1,
  firstRetrySeconds: 2,
  longestRetrySeconds: 60,
  giveUpDays: 3,
  lateMinutes: 60,
  claimSeconds: 120,
  sendTimeoutSeconds: 20,
  batch: 10,
  failedShown: 100,
} as const;

/** The daily digest (DA-4); times are those of a clock in Athens. */
export const DIGEST = {
  from: '08:30:00',
  until: '12:00:00',
  newDays: 7,
  /** Of each kind; of the others only the number is told. */
  listed: 20,
  keptDays: 30,
  checkSeconds: 10,
} as const;

export const EXPORT = {
  separator: ';',
  batchRows: 1000,
  piecesAhead: 2,
  pieceBytes: 256 * 1024,
  standAsideMs: 50,
  stallSeconds: 30,
  retryAfterSeconds: 5,
  memoryLimitMb: 1024,
  workbookRows: 100_000,
} as const;

export const DESK = {
  pageRows: 50,
  noteMax: 2000,
  unsavedMinutes: 15,
  searchMax: 100,
  overdueWorkingDays: 2,
  liveCheckMs: 1000,
  liveStreamsPerAdmin: 6,
  liveStreams: 120,
  quarantineDays: 30,
  quarantineRows: 5000,
  quarantinePerAddressAndDay: 20,
  quarantinePageRows: 50,
} as const;

/** Answers to enquiries and the templates they start from (DA-1, DA-2). */
export const REPLY = {
  subjectMax: 200,
  messageMax: 10_000,
  templateNameMax: 100,
  formKeyBytes: 16,
  previewCharacters: 140,
} as const;

/** The page of numbers (DA-5). */
export const NUMBERS = {
  weeks: 26,
  longestWeeks: 260,
  /** Ranges that are one click away. */
  offeredWeeks: [4, 26, 52],
} as const;

export const AUDIT = {
  logMonths: 12,
  countDays: 90,
  addressesAMinute: 10,
  flushMs: 1000,
  retryMs: 10_000,
  heldCounts: 2000,
} as const;

export const PRIVACY = {
  /** Among a million, taking the words of one enquiry out of the index takes some 10 ms. */
  deletedAtOnce: 10,
  /** Between the steps visitors are answered, and other processes get at the file. */
  pauseMs: 10,
  mailCopyDays: 30,
  replacedDays: 30,
} as const;
