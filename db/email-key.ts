/**
 * An address as people are found by it, however it was typed: compatibility forms folded (full
 * width, composed or not), lower case in every script, one form of sigma.
 */
export function emailKey(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
