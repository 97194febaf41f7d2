// Separate from formats.ts, so that browser scripts contain only the formats that they use.
import { locales, type Language } from './language.ts';

const KB = 1024;

/** Returns whole KB (of 1,024 bytes), rounded up, or MB with one decimal: "12 KB", "3.4 MB". */
export function formatFileSize(bytes: number, language: Language): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return `${(bytes / KB / KB).toLocaleString(locales[language], digits)} MB`;
}
