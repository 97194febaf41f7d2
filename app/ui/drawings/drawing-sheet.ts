/**
 * What a line is in a drawing (drawing.tsx): f face, g grain (an oak face), n net of parts,
 * d dashed, k measure, e extension, t tick, l outline.
 */
export type LineKind = 'f' | 'g' | 'n' | 'd' | 'k' | 'e' | 't' | 'l';

/** An isometric line drawing: its view box, and its paths from back to front. */
export interface DrawingSheet {
  viewBox: string;
  lines: readonly (readonly [kind: LineKind, path: string])[];
}
