const EXTENSION = /\s*(?:;\s*ext=|,?\s*(?:ext(?:ension)?|x|εσωτ[^\d\s]*)\.?)\s*(\d{1,6})$/i;

/** "τηλ.", "Κινητό:", "Mobile". Not "fax", nor an extension alone. */
const LABEL = /^(?:τηλ|κιν|tel|phone|mob|cell)\p{L}{0,8}[\s.:]*(?=[\d+(])/iu;

/** "+30 (0)22950": the zero is dialled only without the country code. */
const ZERO_AFTER_COUNTRY_CODE = /^((?:\+|00)[1-9]\d{0,2})\s*\(0\)/;

/** "22950 00000-9" means ten numbers. */
const RANGE_OF_NUMBERS = /[\p{Pd}\u2212]\s*\d{1,2}$/u;

/** Returns a tel: URL (RFC 3966) of a phone number as people write it; undefined if in doubt what to dial. */
export function getPhoneHref(phone: string): string | undefined {
  const trimmedPhone = phone.trim();
  const [, extension] = EXTENSION.exec(trimmedPhone) ?? [];
  const number = trimmedPhone
    .replace(LABEL, '')
    .replace(EXTENSION, '')
    .replace(ZERO_AFTER_COUNTRY_CODE, '$1');
  if (number.includes('(0)') || RANGE_OF_NUMBERS.test(number)) return undefined;

  // Programs replace a hyphen by one without a line break, or by a minus.
  const dialled = number.replace(/[\s.()\p{Pd}\u2212]/gu, '');
  if (!/^\+?\d{3,15}$/.test(dialled)) return undefined;
  return extension ? `tel:${dialled};ext=${extension}` : `tel:${dialled}`;
}
