export const DESK = {
  pageRows: 50,
  noteMax: 2000,
  draftHours: 24,
  /** People paste the subject of a mail, which has at most as many characters (MAILBOX.subjectCharacters). */
  searchMax: 300,
  overdueWorkingDays: 2,
  liveMarks: 100,
  shownMessages: 50,
  shownMessageCharacters: 500_000,
  spamDays: 30,
  spamRows: 5000,
  spamPerIpAddressAndDay: 20,
  spamPageRows: 50,
} as const;

/** Who an admin is (DA-8). */
export const IDENTITY = { nameMax: 100, roleMax: 100, phoneMax: 20 };

export const REPLY = {
  subjectMax: 200,
  messageMax: 10_000,
  templateNameMax: 100,
  formKeyBytes: 16,
  /** Files of a reply (DA-7). */
  files: 5,
  /** Of all files together; one may have all of it. Mail servers take few mails that are much larger. */
  filesMb: 20,
} as const;

export const NUMBERS = {
  weeks: 26,
  longestWeeks: 260,
  offeredWeeks: [4, 26, 52],
} as const;
