/** Numbers of the rules (docs/rules.md, Constants); desk-limits.ts and site-limits.ts have those of browsers. */

import { MAX_FILE_NAME_LENGTH } from '#app/file-names.ts';

export * from './desk/desk-limits.ts';

export const KB = 1024;
export const MB = KB * KB;

export const CONTACT = {
  sendDelayMs: 500,
  formTokenBytes: 32,
  intervalSeconds: 60,
  dayHours: 24,
  perVisitor: { perInterval: 1, perDay: 5 },
  perIpAddressVerified: { perInterval: 5, perDay: 30 },
  perIpAddressUnverified: { perInterval: 1, perDay: 5 },
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
  nameMax: MAX_FILE_NAME_LENGTH,
  uploads: 8,
  uploadsPerIpAddress: 2,
  uploadWaitSeconds: 5,
  /** The slowest upload accepted, measured over each period of graceSeconds. */
  slowestKbPerSecond: 16,
  graceSeconds: 10,
  uploadMinutes: 15,
  /** The rest of a refused upload is discarded within these limits, so that the client gets the response. */
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
  /** The share of the space for files that the files of mails may fill, so that forms keep the rest (AT-8). */
  mailShare: 0.5,
  mailMbPerEnquiryAndDay: 200,
} as const;

export const AUTH = {
  passwordMin: 8,
  passwordMax: 256,
  /** zxcvbn's estimate for eight random characters. */
  passwordGuesses: 1e8,
  securityTokenBytes: 32,
  lockoutFailures: 5,
  lockoutMinutes: 15,
  lockoutCountdownMs: 1000,
  ipAddressFailures: 20,
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
  wrongCodesPerIpAddress: 10,
  forgotIntervalSeconds: 60,
  forgotPerDay: 5,
  forgotPerIpAddress: 5,
  secondStepMinutes: 5,
  confirmationMinutes: 10,
  invitationsPerDay: 10,
  passkeyFailures: 20,
  passkeyChallengeMinutes: 5,
  passkeyNameMax: 60,
  secondFactorSeconds: 30,
  recoveryCodes: 10,
} as const;

export const MAIL = {
  checkSeconds: 1,
  firstRetrySeconds: 2,
  longestRetrySeconds: 60,
  giveUpDays: 3,
  /** A mail is given up after giveUpDays and this many attempts: a clock that is ahead must not suffice. */
  giveUpAttempts: 10,
  unsentMinutes: 60,
  claimSeconds: 120,
  /** How far a clock may be set back before the next attempt of a mail counts as written under a clock ahead. */
  clockToleranceSeconds: 60,
  connectTimeoutSeconds: 20,
  /** A server may check a whole mail before it accepts it, and a mail given up too early is sent twice (RFC 5321, 4.5.3.2). */
  acceptTimeoutMinutes: 10,
  failedShown: 100,
  messageIdBytes: 16,
} as const;

/** The mailbox with the answers of customers (AN-1, AN-3, AN-4, AN-7). */
export const MAILBOX = {
  checkMinutes: 5,
  firstRetrySeconds: 5,
  longestRetryMinutes: 5,
  responseSeconds: 60,
  stopSeconds: 5,
  /** Only the headers of a message that takes longer to parse are stored. Its next one is read within 10 s (AN-7). */
  parseSeconds: 8,
  batchMessages: 50,
  headerKb: 64,
  messageMb: 40,
  messageMinutes: 10,
  /** Within the first bytes of a report is the Message-ID of the mail that it returns. */
  reportMb: 1,
  /** Later messages of a day are stored with their headers only: two programs may answer each other for ever. */
  fullMessagesPerDay: 100,
  parts: 200,
  /** The depth to which the files of messages attached to messages are read. */
  forwardedLevels: 3,
  textCharacters: 100_000,
  htmlKb: 256,
  /** A longer text/plain is never taken for a note that the words are in the HTML. */
  stubCharacters: 500,
  /** Quotations within more others get the marks of this many levels, so that a text stays as short as its HTML. */
  quoteLevels: 10,
  /** Tables within more others are converted without their columns. */
  nestedTables: 10,
  /** The length of the line above a quotation, which a mail program may wrap. */
  introductionCharacters: 500,
  introductionLines: 3,
  /** Fewer letters and digits are no part of a line of ours: short words occur in every text. */
  sentWordsCharacters: 12,
  /** The lines that a customer may write within a line of ours. */
  linesWithinSentLine: 20,
  /** The number of our latest replies that are compared with an answer, to find their lines in it. */
  comparedReplies: 10,
  subjectCharacters: 300,
  reasonCharacters: 500,
  inReplyToIds: 5,
  /** A message that has ended the reading thread this often is ignored; after one end, only its headers are stored. */
  maxCrashes: 2,
  smallPictureKb: 5,
  unkeptNamed: 20,
  oldHeapMb: 64,
  youngHeapMb: 4,
} as const;

/** The daily digest (DA-4); times are those of a clock in Athens. */
export const DIGEST = {
  from: '08:30:00',
  to: '12:00:00',
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
  ipAddressesPerMinute: 10,
  flushMs: 1000,
  retryMs: 10_000,
  heldCounts: 200,
} as const;

export const PRIVACY = {
  /** Removing an enquiry from the search index takes 2 ms to 5 ms with 100,000 enquiries. */
  deletedAtOnce: 10,
  /** The pause between batches lets requests and other processes use the database. */
  pauseMs: 10,
  mailCopyDays: 30,
  upgradeCopyDays: 30,
  /** After more days without activity, the operator must confirm the clock before anything is deleted. */
  believedDays: 400,
} as const;

export const SITE = {
  binDays: 30,
  unusedPictureDays: 30,
  previewPictureDays: 30,
  pictureMb: 25,
  markKb: 64,
  endsWithinDays: 30,
  picturePixels: 80_000_000,
  pictureMinWidth: 1200,
  /** How many times as long as the shorter side the longer one may be: a picture is at least 200 px high. */
  pictureMaxSideRatio: 6,
  /** Pixels of the largest stored size, 960 × 5760. Encoding takes 50 bytes per pixel. */
  storedPicturePixels: 5_529_600,
  /** Memory for decoding every picture of picturePixels, except AVIF. */
  pictureMemoryMb: 620,
  /** What every AVIF may have within this memory, also one of more than 8 bits. */
  avifPixels: 24_000_000,
  pictureSeconds: 60,
  pictures: 24,
  projectsAPage: 24,
  entriesAPage: 50,
  publicationsPerPage: 20,
} as const;
