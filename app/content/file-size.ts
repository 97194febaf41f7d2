// Separate from formats.ts, so that the browser scripts of public pages and of the desk contain only the
// formats that they use.
import { locales, type Language } from './language.ts';

const KB = 1024;

export function formatFileSize(bytes: number, language: Language): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return `${(bytes / KB / KB).toLocaleString(locales[language], digits)} MB`;
}
