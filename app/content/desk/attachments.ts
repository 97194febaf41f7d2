/** What the desk says about the files of an enquiry (AT-7). */
export const fileWords = {
  heading: 'Files',
  clip: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`,
  download: 'Download',
  downloadAll: 'Download all (.zip)',
  preview: (name: string) => `Preview of ${name}`,
  removed: 'Removed: infected',
  notScanned: 'Not scanned',
  gone: 'There is no such file. It may have been deleted with its enquiry.',
} as const;
