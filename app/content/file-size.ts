const KB = 1024;

/** The size of a file as people say it: whole kilobytes, or megabytes with one digit. */
export function sizeOf(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
