/** How many enquiries came in on a day in Athens; kept by triggers (docs/decisions/012). */
export interface EnquiryDayTable {
  /** ISO day. */
  day: string;
  project: string;
  language: string;
  total: number;
}

/** The first reply to an enquiry, as soon as there is one. */
export interface FirstReplyTable {
  enquiry_id: number;
  replied_at: string;
  /** The day in Athens on which the enquiry came in. */
  day: string;
  /** How long it waited, to the nearest hour. */
  hours: number;
  /** 1 when it was answered within two working days. */
  in_time: number;
}

/** How many enquiries of a day were answered after so many hours, in time or not. */
export interface FirstReplyDayTable {
  day: string;
  hours: number;
  in_time: number;
  total: number;
}

/** The days on which nobody works in Greece, from 2020 to 2099, as ISO days. */
export interface PublicHolidayTable {
  day: string;
}
