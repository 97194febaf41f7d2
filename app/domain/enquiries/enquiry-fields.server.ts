import { enquiryLabels, projectTypeNames } from '#app/content/words/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { z } from 'zod';
import { plainLine, plainText } from '#app/domain/plain-text.ts';

// Linear: the parts between the dots cannot match a dot, so nothing is tried twice.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export type EnquiryField = keyof typeof enquiryLabels.en;

interface FieldRule {
  /** In characters, after cleaning. */
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  hasLines?: boolean;
  /** Of its column in a workbook, in characters. */
  width: number;
}

/**
 * What an enquiry consists of, in the order in which it is asked for, shown and exported (ledger
 * CF-2, CF-4, D-7): schema, form, mail, exports and desk read it here.
 */
export const ENQUIRY_FIELDS = {
  full_name: { min: CONTACT.nameMin, max: CONTACT.nameMax, width: 28 },
  email: { max: CONTACT.emailMax, pattern: EMAIL, width: 32 },
  phone: { max: CONTACT.phoneMax, width: 20 },
  company: { max: CONTACT.companyMax, width: 28 },
  project: { oneOf: projectTypeNames, width: 20 },
  message: { max: CONTACT.messageMax, hasLines: true, width: 80 },
} as const satisfies Record<EnquiryField, FieldRule>;

export const ENQUIRY_FIELD_NAMES = Object.keys(ENQUIRY_FIELDS) as EnquiryField[];

/** What a visitor may send, after cleaning (ledger CF-4 to CF-6). */
export const enquirySchema = z.object({
  full_name: z.string().min(ENQUIRY_FIELDS.full_name.min).max(ENQUIRY_FIELDS.full_name.max),
  email: z
    .string()
    .max(ENQUIRY_FIELDS.email.max, { abort: true })
    .regex(ENQUIRY_FIELDS.email.pattern),
  phone: z.string().max(ENQUIRY_FIELDS.phone.max),
  company: z.string().max(ENQUIRY_FIELDS.company.max),
  project: z.enum(ENQUIRY_FIELDS.project.oneOf),
  message: z.string().max(ENQUIRY_FIELDS.message.max),
});

export type EnquiryFields = z.infer<typeof enquirySchema>;
export function cleanFields(form: FormData): Record<EnquiryField, string> {
  const clean = (name: EnquiryField) => {
    const value = form.get(name);
    if (typeof value !== 'string') return '';
    return 'hasLines' in ENQUIRY_FIELDS[name] ? plainText(value) : plainLine(value);
  };
  const cleaned = ENQUIRY_FIELD_NAMES.map((name) => [name, clean(name)]);
  return Object.fromEntries(cleaned) as Record<EnquiryField, string>;
}

export const fieldAttributes = attributesOf(z.toJSONSchema(enquirySchema, { io: 'input' }));

type Attributes = Record<EnquiryField, { maxLength?: number; required: boolean }>;

function attributesOf({ properties }: z.core.JSONSchema.BaseSchema): Attributes {
  const attributes = Object.entries(properties ?? {}).map(([name, rule]) => {
    const { maxLength, minLength, pattern } = rule as Record<string, number | string | undefined>;
    const limit = typeof maxLength === 'number' ? { maxLength } : {};
    return [name, { ...limit, required: Boolean(minLength ?? pattern) }];
  });
  return Object.fromEntries(attributes);
}
