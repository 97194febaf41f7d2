import { z } from 'zod';
import { enquiryLabels, projectTypeNames } from '#app/content/messages/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { EMAIL, toPlainLine, toPlainText } from '#app/domain/plain-text.ts';

export type EnquiryField = keyof typeof enquiryLabels.en;

interface FieldRule {
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  hasLines?: boolean;
  /** Of its column in a workbook, in characters. */
  width: number;
}

/** In the order in which they are asked for, shown and exported (ledger CF-2, CF-4, D-7). */
export const ENQUIRY_FIELDS = {
  full_name: { min: CONTACT.nameMin, max: CONTACT.nameMax, width: 28 },
  email: { max: CONTACT.emailMax, pattern: EMAIL, width: 32 },
  phone: { max: CONTACT.phoneMax, width: 20 },
  company: { max: CONTACT.companyMax, width: 28 },
  project: { oneOf: projectTypeNames, width: 20 },
  message: { max: CONTACT.messageMax, hasLines: true, width: 80 },
} as const satisfies Record<EnquiryField, FieldRule>;

export const ENQUIRY_FIELD_NAMES = Object.keys(ENQUIRY_FIELDS) as EnquiryField[];

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

const MAX_PROJECT_LENGTH = Math.max(...projectTypeNames.map((name) => name.length));

export function cleanFields(form: FormData): Record<EnquiryField, string> {
  const clean = (name: EnquiryField) => {
    const value = form.get(name);
    if (typeof value !== 'string') return '';
    const { hasLines, max = MAX_PROJECT_LENGTH }: FieldRule = ENQUIRY_FIELDS[name];
    return hasLines ? toPlainText(value, max) : toPlainLine(value, max);
  };
  const cleaned = ENQUIRY_FIELD_NAMES.map((name) => [name, clean(name)]);
  return Object.fromEntries(cleaned) as Record<EnquiryField, string>;
}

type Attributes = Record<EnquiryField, { maxLength?: number; required: boolean }>;

export const fieldAttributes = Object.fromEntries(
  Object.entries<FieldRule>(ENQUIRY_FIELDS).map(([name, { min, max, pattern }]) => {
    return [name, { ...(max && { maxLength: max }), required: Boolean(min ?? pattern) }];
  }),
) as Attributes;
