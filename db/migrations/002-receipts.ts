import { sql, type Kysely } from 'kysely';

// Frozen in time.

const STEPS = [
  'ALTER TABLE quarantine ADD COLUMN form_hash TEXT',
  'ALTER TABLE quarantine ADD COLUMN number INTEGER',
  'CREATE INDEX quarantine_form ON quarantine (form_hash)',
  // The sequence needs a row, because numbers are taken from it before the first enquiry is stored.
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'contact_submissions', 0 WHERE NOT EXISTS
    (SELECT 1 FROM sqlite_sequence WHERE name = 'contact_submissions')`,
  // The old greeting means 'good morning', and a name after it would need the vocative. Texts that the desk has
  // edited stay.
  ...[
    ['message_el', 'Καλημέρα σας, {name},', 'Προς: {name}'],
    ['message_en', 'the day by which it has to stand', 'the date you need it'],
    [
      'message_en',
      'Please send what you have in answer to this mail.',
      'Just reply with what you have.',
    ],
  ].map(
    ([column, before, after]) => `UPDATE reply_templates
      SET ${column} = replace(${column}, '${before}', '${after}')
      WHERE version = 1 AND name IN ('First answer / Πρώτη απάντηση', 'Drawings / Σχέδια')`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(db);
}
