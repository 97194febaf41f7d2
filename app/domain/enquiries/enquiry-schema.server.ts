import { z } from 'zod';
import { plainLine, plainText } from '#app/domain/plain-text.ts';
import {
  ENQUIRY_FIELDS as FIELDS,
  ENQUIRY_FIELD_NAMES,
  type EnquiryField,
} from './enquiry-fields.server.ts';

/** What a visitor may send, after cleaning (ledger CF-4 to CF-6). */
export const enquirySchema = z.object({
  full_name: z.string().min(FIELDS.full_name.min).max(FIELDS.full_name.max),
  email: z.string().max(FIELDS.email.max, { abort: true }).regex(FIELDS.email.pattern),
  phone: z.string().max(FIELDS.phone.max),
  company: z.string().max(FIELDS.company.max),
  project: z.enum(FIELDS.project.oneOf),
  message: z.string().max(FIELDS.message.max),
});

export type EnquiryFields = z.infer<typeof enquirySchema>;
/** The text fields of a form post, cleaned as plain-text.ts says; an absent field is empty. */
export function cleanFields(form: FormData): Record<EnquiryField, string> {
  const clean = (name: EnquiryField) => {
    const value = form.get(name);
    if (typeof value !== 'string') return '';
    return 'hasLines' in FIELDS[name] ? plainText(value) : plainLine(value);
  };
  const cleaned = ENQUIRY_FIELD_NAMES.map((name) => [name, clean(name)]);
  return Object.fromEntries(cleaned) as Record<EnquiryField, string>;
}

/** The HTML attributes that the schema implies, by field name. */
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
