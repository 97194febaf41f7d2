import type { DrawingSheet } from './drawing-sheet.ts';

/** A cabinet standing in the corner of a room. */
export const installation: DrawingSheet = {
  viewBox: '-170.5 -218 335.9 322',
  lines: [
    ['l', 'M-48.5 -32L159.3 88'],
    ['l', 'M-48.5 -32L-164.5 35'],
    ['l', 'M-48.5 -32L-48.5 -212'],
    ['d', 'M159.3 88L159.3 -92'],
    ['d', 'M-48.5 -212L159.3 -92'],
    ['f', 'M55.4 98L-57.2 33L-57.2 -107L55.4 -42Z'],
    ['f', 'M116 63L55.4 98L55.4 -42L116 -77Z'],
    ['f', 'M3.5 -142L116 -77L55.4 -42L-57.2 -107Z'],
    ['g', 'M-49.4 28.5L47.6 84.5L47.6 -37.5L-49.4 -93.5Z'],
    ['f', 'M-49.4 -28L47.6 28L47.6 19L-49.4 -37Z'],
  ],
};
