import { eleni } from '#db/seed/seed-enquiries.ts';

const { hoursAgo: _, ...fields } = eleni;

/** Eleni's enquiry as she would type it; what no person fills in is empty. */
export const typed: Record<keyof typeof fields | 'website', string> = { ...fields, website: '' };
