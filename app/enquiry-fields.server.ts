// The fields of an enquiry, declared once, in the order in which they are asked for, shown and exported
// (CF-2, CF-4, D-7). Columns (db/schema.ts), validation, both forms, the mail to staff, the desk's record and
// the exports follow from this list; the compiler and tests/unit/domain/enquiries/enquiry-fields.test.ts name
// the other places that a new field needs.

/** The stored values, the same in every language (P-10). */
export const PROJECT_TYPES = [
  'Private House',
  'Office Spaces',
  'Public Buildings',
  'Exhibition Booths',
] as const;

export type ProjectType = (typeof PROJECT_TYPES)[number];

interface FieldDeclaration {
  type: 'line' | 'text' | 'email' | 'tel' | 'choice';
  /** Heads its column in the exports, which are in English (D-7). */
  heading: string;
  /** In characters; a field with `min` is required. */
  min?: number;
  max: number;
  choices?: readonly string[];
  autoComplete?: string;
  /** The width of its column in the workbook, in characters. */
  width: number;
}

export const ENQUIRY_FIELDS = {
  full_name: { type: 'line', heading: 'Name', min: 2, max: 100, autoComplete: 'name', width: 28 },
  email: { type: 'email', heading: 'Email', min: 3, max: 100, autoComplete: 'email', width: 32 },
  phone: { type: 'tel', heading: 'Phone', max: 20, autoComplete: 'tel', width: 20 },
  company: { type: 'line', heading: 'Company', max: 100, autoComplete: 'organization', width: 28 },
  project: { type: 'choice', heading: 'Project Type', max: 100, choices: PROJECT_TYPES, width: 20 },
  message: { type: 'text', heading: 'Message', max: 2000, width: 80 },
} as const satisfies Record<string, FieldDeclaration>;

export type EnquiryField = keyof typeof ENQUIRY_FIELDS;

export const ENQUIRY_FIELD_NAMES = Object.keys(ENQUIRY_FIELDS) as EnquiryField[];

type DeclaredField = FieldDeclaration & { name: EnquiryField };

/** Returns the fields in the order of their declaration. */
export const listEnquiryFields = (): DeclaredField[] =>
  ENQUIRY_FIELD_NAMES.map((name) => ({ ...ENQUIRY_FIELDS[name], name }));
