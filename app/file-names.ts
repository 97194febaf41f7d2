export const MAX_FILE_NAME_LENGTH = 120;
// Linux and macOS take 255 bytes. The others are for the number of a repeated name in a ZIP.
const MAX_FILE_NAME_BYTES = 240;

/** The endings of each accepted type; a name without one of them gets the first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif', '.hif'],
  'image/vnd.dwg': ['.dwg'],
  'image/vnd.dxf': ['.dxf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};
// No program opens it, so a row with any other type is safe to hand out too.
const OTHER_ENDINGS = ['.bin'];

// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
// oxlint-disable-next-line no-control-regex -- Windows refuses control characters too
const REFUSED_BY_WINDOWS = /[\u0000-\u001f<>:"/\\|?*]/g;
const DOTS_AND_SPACES_AT_END = /[. ]+$/;
/** Windows opens the device for such a name with any ending too. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const LONE_SURROGATE_AT_END = /[\ud800-\udbff]$/;

/**
 * Returns the name under which a stored file is handed out (AT-3). It is valid on every system and ends as the
 * files of its type do: the contents decide which program opens the file, not the name that the sender gave.
 */
export function getSafeFileName(sentName: string, type: string): string {
  const endings = ENDINGS[type] ?? OTHER_ENDINGS;
  const validName = sentName.replace(REFUSED_BY_WINDOWS, '_').replace(DOTS_AND_SPACES_AT_END, '');
  const name = DEVICE_NAME.test(validName) ? `_${validName}` : validName || 'file';

  const hasEnding = endings.some((knownExtension) => name.toLowerCase().endsWith(knownExtension));
  const extension = hasEnding ? name.slice(name.lastIndexOf('.')) : endings[0]!;
  const stem = hasEnding ? name.slice(0, -extension.length) : name;
  return shortenStem(stem, extension) + extension;
}

/**
 * Returns the stem, shortened so that the name with `extension` (ASCII, such as ".pdf") has at most
 * MAX_FILE_NAME_LENGTH characters and can be unpacked from a ZIP on every system.
 */
export function shortenStem(stem: string, extension: string): string {
  const shortened = stem
    .slice(0, MAX_FILE_NAME_LENGTH - extension.length)
    .replace(LONE_SURROGATE_AT_END, '');
  const bytes = new Uint8Array(MAX_FILE_NAME_BYTES - extension.length);
  // Stops before the first character that does not fit.
  const { read } = new TextEncoder().encodeInto(shortened, bytes);
  return shortened.slice(0, read);
}
