/** What the desk says, word for word as the ledger has it (D-1 to D-7). */
export const statusLabels = {
  new: 'New',
  in_progress: 'In Progress',
  completed: 'Completed',
} as const;

export type StatusName = keyof typeof statusLabels;

export const desk = {
  title: 'Contact submissions',
  empty: 'No submissions yet.',
  emptyHint: 'Enquiries from the contact form arrive here, newest first.',
  nothingFound: 'No submissions match these filters.',
  loading: 'Loading submissions...',
  fetchError: 'Error fetching submissions',
  updated: 'Status updated',
  updateError: 'Error updating status',
  noteError: 'Error adding note',
  notDropped: 'Not dropped',
  busy: 'The database is busy. Please try again in a moment.',
  broken: 'Something went wrong here. Please try again in a moment.',
  gone: 'The enquiry has been deleted by another user.',
  unknownStatus: 'The status must be New, In Progress or Completed.',
  unknownEnquiry: 'There is no such enquiry. It may have been deleted.',
  unsaved: 'Not saved yet.',
  unsavedStatus: (enquiry: number, name: string, status: StatusName) =>
    `You were signed out before enquiry ${enquiry} of ${name} became ${statusLabels[status]}.`,
  unsavedNote: (enquiry: number, name: string) =>
    `Your note on enquiry ${enquiry} of ${name} waits in its field.`,
  unsavedNoteToo: 'Your note waits in its field.',
  unsavedNoteHere: 'Your note waits in its field below.',
  setStatus: (label: string) => `Set to ${label}`,
  openEnquiry: 'Open the enquiry',
  dropUnsaved: 'Discard',
  emptyNote: 'Please write something first.',
  longNote: (max: number) => `A note holds at most ${max} characters.`,
  /** The languages of enquiries, as the desk calls them. */
  languages: { en: 'English', el: 'Greek' },
  arrived: (count: number) =>
    `${count} new ${count === 1 ? 'enquiry has' : 'enquiries have'} arrived.`,
} as const;

/** Who changed an enquiry to what while a stale page was open: nothing was overwritten. */
export function staleMessage(status: StatusName, by: string | null, at: string | null): string {
  const change = by ? `${by} changed it to ${statusLabels[status]} on ${at}.` : null;
  return `${change ?? `It is ${statusLabels[status]} by now.`} Nothing was overwritten.`;
}

export const exportWords = {
  button: 'Export to Excel',
  workbook: 'Workbook (.xlsx)',
  none: {
    title: 'No data to export',
    message: 'There are no contact submissions to export.',
  },
  done: 'Export successful',
  doneMessage: (count: number) => `${count} submissions exported to Excel format.`,
  failed: {
    title: 'Export failed',
    message: 'The file could not be made. Please try again in a moment.',
  },
  running: {
    title: 'An export is running',
    message: 'One file is made at a time. Please try again in a moment.',
  },
  tooLarge: {
    title: 'Export failed',
    message:
      'There are too many submissions for a workbook. Filter the list, or use Export to Excel.',
  },
} as const;

const days = 'It must be a day such as 2026-03-31.';
const asked: Record<string, string> = {
  status: 'It must be new, in_progress or completed.',
  from: days,
  to: days,
  q: 'It is too long to search for.',
  search: 'It is too long to search for.',
};

/** What is said about parts of an address that the desk does not understand. */
export const leftOutWords = {
  heading: 'Part of this address was not understood. The page is shown without it:',
  clear: 'Clear it',
  why({ name, why }: { name: string; why: 'unknown' | 'malformed' | 'twice' | 'beside' }): string {
    if (why === 'unknown') return 'This page knows no such filter.';
    if (why === 'twice') return 'It was given more than once.';
    if (why === 'beside') return 'A page can begin at one place only.';
    return asked[name] ?? 'It is no place in this list.';
  },
  notExported: 'Nothing was exported: the address holds a filter that is not understood.',
} as const;

/** What the page of messages set aside says (CF-7). */
export const quarantineWords = {
  title: 'Set aside as spam',
  intro: (days: number) =>
    `Kept for ${days} days, outside the submissions. A password manager may have filled the hidden field for a real person.`,
  reasons: { honeypot: 'A field that people do not see was filled in.' } as Record<string, string>,
  about: 'Asked from',
  release: 'Not spam',
  refused: 'Not released',
  refusals: {
    gone: 'It is no longer here: it has been released or deleted.',
    incomplete: 'It cannot become an enquiry: the form would not have taken it.',
  },
  empty: 'Nothing has been set aside.',
  nothingFound: 'Nothing that was set aside matches this search.',
  search: 'Search',
  searchHint: 'Name, email, company, message',
  showAll: 'Show all',
  shown: (count: number, total: number | null) =>
    `${count}${total === null ? '' : ` of ${total}`} shown, newest first.`,
  notKept: (count: number) =>
    `${count} more ${count === 1 ? 'was' : 'were'} counted but not kept: they came from addresses that had sent too many, or when there was no room.`,
} as const;
