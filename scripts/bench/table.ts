/** One line of the table: what was measured, the figure, the bar it should reach. */
export interface Row {
  what: string;
  /** null when it could not be measured here; `unit` then says why. */
  figure: number | null;
  unit: string;
  bar: string;
  holds?: boolean;
}

/** Prints rows as a Markdown table; returns how many bars were missed. */
export function printTable(rows: readonly Row[]): number {
  console.log('| what | figure | bar | holds |');
  console.log('| --- | ---: | ---: | :-: |');
  for (const { what, figure, unit, bar, holds } of rows) {
    const shown = figure === null ? unit : `${rounded(figure)} ${unit}`.trim();
    const verdict = holds === undefined ? '–' : holds ? 'yes' : '**no**';
    console.log(`| ${what} | ${shown} | ${bar} | ${verdict} |`);
  }
  return rows.filter(({ holds }) => holds === false).length;
}

function rounded(figure: number): string {
  return figure >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toFixed(2);
}

/** A time for information: what is held is a ratio, because machines differ. */
export function inMs(ms: number): string {
  return `${rounded(ms)} ms`;
}
