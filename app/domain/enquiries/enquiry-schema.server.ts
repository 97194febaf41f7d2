import { z } from 'zod';
import { projectTypeNames } from '#app/content/texts/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { plainLine, plainText } from '#app/domain/plain-text.ts';

// Linear: the parts between the dots cannot match a dot, so nothing is tried twice.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What a visitor may send, after cleaning (ledger CF-4 to CF-6). */
export const enquirySchema = z.object({
  full_name: z.string().min(CONTACT.nameMin).max(CONTACT.nameMax),
  email: z.string().max(CONTACT.emailMax, { abort: true }).regex(EMAIL),
  phone: z.string().max(CONTACT.phoneMax),
  company: z.string().max(CONTACT.companyMax),
  project: z.enum(projectTypeNames),
  message: z.string().max(CONTACT.messageMax),
});

export type EnquiryFields = z.infer<typeof enquirySchema>;
export type EnquiryField = keyof EnquiryFields;

const MULTILINE: readonly string[] = ['message'];

/** The text fields of a form post, cleaned as plain-text.ts says; an absent field is empty. */
export function cleanFields(form: FormData): Record<EnquiryField, string> {
  const clean = (name: EnquiryField) => {
    const value = form.get(name);
    if (typeof value !== 'string') return '';
    return MULTILINE.includes(name) ? plainText(value) : plainLine(value);
  };
  return {
    full_name: clean('full_name'),
    email: clean('email'),
    phone: clean('phone'),
    company: clean('company'),
    project: clean('project'),
    message: clean('message'),
  };
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
