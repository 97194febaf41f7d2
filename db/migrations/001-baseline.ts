import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const schema = readFileSync(new URL('./001-baseline.sql', import.meta.url), 'utf8');

export const BASELINE = schema.split(/;\n+(?!END)(?=\S)/);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of BASELINE) await sql.raw(statement).execute(db);
  for (const [name, ...texts] of FIRST_TEMPLATES) {
    const values = sql.join([name, ...texts]);
    await sql`
      INSERT INTO reply_templates (name, subject_en, message_en, subject_el, message_el)
      VALUES (${values})`.execute(db);
  }
}

const FIRST_TEMPLATES = [
  [
    'First answer / Πρώτη απάντηση',
    'Your enquiry to DRYS: {project}',
    `Dear {name},

Thank you for your enquiry. We have read it and would like to talk it through with you: what is to be made, where it will stand and when you need it.

Which day and time would suit you for a call? You are also welcome at the factory in Avlona.

Kind regards`,
    'Το αίτημά σας στην DRYS: {project}',
    `Καλημέρα σας, {name},

Σας ευχαριστούμε για το αίτημά σας. Το διαβάσαμε και θα θέλαμε να το συζητήσουμε μαζί σας: τι θα κατασκευαστεί, πού θα τοποθετηθεί και πότε το χρειάζεστε.

Ποια ημέρα και ώρα σας εξυπηρετεί για ένα τηλεφώνημα; Αν προτιμάτε, ελάτε να μας δείτε στο εργοστάσιο, στον Αυλώνα.

Με εκτίμηση`,
  ],
  [
    'Drawings / Σχέδια',
    'Drawings for your enquiry to DRYS: {project}',
    `Dear {name},

Thank you for your enquiry. To give you a price we need to know more:

- drawings or a sketch with the main dimensions
- photographs of the space as it is now
- the wood or finish you have in mind
- the day by which it has to stand

A sketch by hand is enough to start from. Please send what you have in answer to this mail.

Kind regards`,
    'Σχέδια για το αίτημά σας στην DRYS: {project}',
    `Καλημέρα σας, {name},

Σας ευχαριστούμε για το αίτημά σας. Για να σας δώσουμε τιμή, χρειαζόμαστε ακόμη:

- σχέδια ή ένα σκίτσο με τις βασικές διαστάσεις
- φωτογραφίες του χώρου όπως είναι σήμερα
- το ξύλο ή το φινίρισμα που έχετε κατά νου
- την ημερομηνία παράδοσης που επιθυμείτε

Για αρχή αρκεί ένα σκίτσο με το χέρι. Στείλτε μας ό,τι έχετε απαντώντας σε αυτό το email.

Με εκτίμηση`,
  ],
] as const;
