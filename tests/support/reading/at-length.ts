const isLong = process.env['FAULTS'] === 'long';

/** Returns the number of rounds: `longCount` in `npm run faults`. */
export const pickRounds = (shortCount: number, longCount: number): number =>
  isLong ? longCount : shortCount;

/** Prints the figures of a test in `npm run faults`. */
export function reportNumbers(title: string, numbers: object): void {
  if (isLong) console.log(`${title}: ${JSON.stringify(numbers)}`);
}
