/** What an enquiry can be at, as stored; the desk's words for them are in app/content/desk. */
export const STATUSES = ['new', 'in_progress', 'completed'] as const;
export type Status = (typeof STATUSES)[number];
