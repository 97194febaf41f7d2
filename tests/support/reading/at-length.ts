const isLong = process.env['FAULTS'] === 'long';

/** Few rounds of a fault, or the many of `npm run faults`. */
export const atLength = (few: number, many: number): number => (isLong ? many : few);

/** What was met is told where the rounds are many. */
export function tell(title: string, numbers: object): void {
  if (isLong) console.log(`${title}: ${JSON.stringify(numbers)}`);
}
