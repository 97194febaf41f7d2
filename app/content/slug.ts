/**
 * The address of a title (ledger P-6): lower case, every run of characters that are neither letters
 * nor digits becomes one dash, none at the ends. Letters of every alphabet count, so that a Greek
 * title has an address too. Empty when the title holds no letter and no digit.
 */
export function slugOf(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
