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
  fetchFault: 'Error fetching submissions',
  updated: 'Status updated',
  updateFault: 'Error updating status',
  noteFault: 'Error adding note',
  busy: 'The database is busy. Please try again in a moment.',
  broken: 'Something went wrong here. Please try again in a moment.',
  gone: 'The enquiry has been deleted by another user.',
  unknownStatus: 'The status must be New, In Progress or Completed.',
  unknownEnquiry: 'There is no such enquiry. It may have been deleted.',
  emptyNote: 'Please write something first.',
  longNote: (max: number) => `A note holds at most ${max} characters.`,
  replySubject: (project: string) => `Your enquiry to DRYS: ${project}`,
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
  tooLarge: {
    title: 'Export failed',
    message:
      'There are too many submissions for a workbook. Filter the list, or use Export to Excel.',
  },
} as const;
