import type { DeskState, ShownRow } from '#app/domain/desk/desk.server.ts';

const TEXTS = ['time', 'name', 'email', 'phone', 'company', 'project', 'message'] as const;

/** What a page that is served whole says of its rows stands in its HTML, and not again in its data. */
export function withoutTexts(state: DeskState): DeskState {
  for (const row of state.rows) {
    // The server's own rendering sees them; what is sent along is what can be counted up.
    for (const text of TEXTS) Object.defineProperty(row, text, { enumerable: false });
  }
  return state;
}

/** The other half: read where they stand, once, before anything else is shown. */
export function readTexts(rows: ShownRow[]): void {
  for (const row of rows) if (!('name' in row)) Object.assign(row, textsOf(row));
}

function textsOf({ id }: Pick<ShownRow, 'id'>): Partial<ShownRow> {
  const cells = [...document.getElementById(`view-${id}`)!.closest('tr')!.cells];
  const texts = cells.map(({ className, textContent }) => (className ? '' : textContent));
  const sender = cells[1]!;
  return {
    time: texts[0]!,
    name: sender.querySelector('bdi')!.textContent,
    email: (sender.lastChild as Text).data ?? '',
    phone: texts[2]!,
    company: texts[3]!,
    project: texts[4]!,
    message: texts[5]!,
  };
}
