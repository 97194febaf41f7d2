/** What the contact form says about drawings and pictures (AT-1 to AT-3). */
export const attachmentWords = {
  label: 'Drawings and photos',
  choose: 'A plan, a sketch or a photo of the room: PDF, JPEG, PNG, WebP, HEIC, DWG or DXF.',
  limits: (files: number, mb: number, together: number) =>
    `At most ${files} files, each up to ${mb} MB, together up to ${together} MB.`,
  unverifiedLimits: (files: number, mb: number) =>
    `Without the check “I am human”: at most ${files} files, each up to ${mb} MB.`,
  again: 'The files have to be chosen again.',
  camera: 'Take a photo',
  chosen: 'Chosen files',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  sending: (percent: number) => `Sending files: ${percent} %.`,
  progress: (sent: string, total: string) => `${sent} of ${total}`,
  cancel: 'Cancel',
  cancelled: {
    title: 'Not sent',
    message: 'You cancelled it. Nothing was sent, and everything is still here.',
  },
} as const;

/** A refusal of files; the limits named are the sender's own. */
export const attachmentErrors = {
  notAccepted: (name: string) => ({
    title: 'File not accepted',
    message: `${name} is not a PDF, a picture or a drawing we can open.`,
  }),
  empty: (name: string) => ({ title: 'File not accepted', message: `${name} is empty.` }),
  tooLarge: (name: string, mb: number) => ({
    title: 'File too large',
    message: `${name} is larger than ${mb} MB.`,
  }),
  tooMany: (count: number) => ({
    title: 'Too many files',
    message: `Please send at most ${count} files.`,
  }),
  together: (mb: number) => ({
    title: 'Files too large',
    message: `Together at most ${mb} MB.`,
  }),
} as const;

/** The enquiry was stored, its files were not: there is no room for them. */
export const filesNotTaken = 'Your files could not be taken; please send them by email.';

const KB = 1024;

/** The size of a file as people say it: whole kilobytes, or megabytes with one digit. */
export function sizeOf(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
