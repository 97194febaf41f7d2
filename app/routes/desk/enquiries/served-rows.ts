import type { ShownRow } from '#app/domain/desk/desk.server.ts';

const TEXTS = ['time', 'name', 'email', 'phone', 'company', 'project', 'message'] as const;

/** What a page that is served whole says of its rows stands in its HTML, and not again in its data. */
export function withoutTexts<State extends { rows: ShownRow[] }>(state: State): State {
  for (const row of state.rows) {
    // The server's own rendering sees them; what is sent along is what can be counted up.
    for (const text of TEXTS) Object.defineProperty(row, text, { enumerable: false });
  }
  return state;
}

const read = new WeakMap<ShownRow[], ShownRow[]>();

/** As they came with a later answer, or else from the page as it was served. */
export function rowsOf(rows: ShownRow[]): ShownRow[] {
  if (rows.every((row) => 'name' in row)) return rows;
  const whole = read.get(rows) ?? rows.map((row) => ({ ...row, ...textsOf(row.id) }));
  read.set(rows, whole);
  return whole;
}

function textsOf(id: number): Pick<ShownRow, (typeof TEXTS)[number]> {
  const row = document.getElementById(`view-${id}`)?.closest('tr');
  const [time, sender, phone, company, project, message] = [...(row?.cells ?? [])].map((cell) =>
    cell.className === 'none' ? '' : (cell.textContent ?? ''),
  );
  const email = row?.cells[1]?.lastChild;
  return {
    time: time ?? '',
    name: row?.querySelector('bdi')?.textContent ?? sender ?? '',
    email: email instanceof Text ? email.data : '',
    phone: phone ?? '',
    company: company ?? '',
    project: project ?? '',
    message: message ?? '',
  };
}
