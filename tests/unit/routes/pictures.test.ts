import { expect, test } from 'vitest';
import { getCutPercent } from '#app/routes/site/saw.tsx';

const sizes = [
  { width: 1440, height: 792 },
  { width: 390, height: 219 },
  { width: 320, height: 180 },
];
/** Returns how far the slanted kerf reaches to each side of its middle, in per cent of the width. */
const getReach = ({ width, height }: { width: number; height: number }) =>
  ((height / 2) * 0.437 * 100) / width;

test.each(sizes)(
  'PD-1 moves the kerf with the saw at $width px, from outside the picture until the drawing covers it',
  (size) => {
    const positions = Array.from({ length: 101 }, (_, value) => getCutPercent(value, size));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions[0]).toBeLessThan(-getReach(size));
    expect(positions[100]).toBeGreaterThanOrEqual(100 - getReach(size));
  },
);
