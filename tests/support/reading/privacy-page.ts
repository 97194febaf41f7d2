import { readFileSync } from 'node:fs';

/** A row of the tables in docs/privacy.md, which list every place with personal data. */
interface Place {
  /** A table, a file of the data folder, or a description of another place. */
  place: string;
  subject: 'visitor' | 'admin';
  retention: string;
  erase: string | undefined;
}

export function listPlaces(): Place[] {
  const page = readFileSync('docs/privacy.md', 'utf8');
  const [visitors = '', staff = ''] = page.split('\n## Staff\n');
  return [...readRows(visitors, 'visitor'), ...readRows(staff, 'admin')];
}

function readRows(text: string, subject: Place['subject']): Place[] {
  return text
    .split('\n')
    .filter((line) => /^\| (?!place|---)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, place = '', , , retention = '', erase]) => ({
      place,
      subject,
      retention,
      erase: erase || undefined,
    }));
}
