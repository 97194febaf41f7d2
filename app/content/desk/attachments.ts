/** What the desk says about the files of an enquiry (AT-7). */
export const fileWords = {
  heading: 'Files',
  clip: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`,
  download: 'Download',
  downloadAll: 'Download all (.zip)',
  preview: (name: string) => `Preview of ${name}`,
  removed: 'Removed: infected',
  gone: 'There is no such file. It may have been deleted with its enquiry.',
} as const;

const KB = 1024;

/** The size of a file as people say it: whole kilobytes, or megabytes with one digit. */
export function sizeText(bytes: number): string {
  if (bytes < KB * KB) return `${Math.max(1, Math.round(bytes / KB))} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
