/**
 * The twelve colours a picture's place can show before the picture is there: clusters of the
 * colours of the sample pictures, dark to light. app/styles/tokens.css has them too.
 */
export const TONES = [
  '#392e23',
  '#50453e',
  '#745c46',
  '#7e6853',
  '#8a745a',
  '#9a7c5d',
  '#8c7e69',
  '#a58363',
  '#968a78',
  '#ae9c84',
  '#b2a8a2',
  '#c5bdb2',
] as const;

export interface Colour {
  r: number;
  g: number;
  b: number;
}

/** The step of TONES (0 to 11) that looks nearest to a colour. */
export function nearestTone(colour: Colour): number {
  const distances = TONES.map((tone) => distance(colour, parse(tone)));
  return distances.indexOf(Math.min(...distances));
}

function parse(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}

function distance(one: Colour, other: Colour): number {
  return (one.r - other.r) ** 2 + (one.g - other.g) ** 2 + (one.b - other.b) ** 2;
}
