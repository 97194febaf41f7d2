/** A mailto link to a visitor's address, whatever stands in it, with a subject if given. */
export function mailtoHref(email: string, subject?: string): string {
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
}

/** A tel link for what a visitor typed as a phone number; null when there is no number in it. */
export function telHref(phone: string): string | null {
  const digits = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(digits) ? `tel:${digits}` : null;
}
