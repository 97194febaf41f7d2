import { z } from 'zod';
import { EMAIL, toPlainLine, toPlainText } from '#app/domain/plain-text.ts';
import { listEnquiryFields, type EnquiryField } from '#app/enquiry-fields.server.ts';

export type EnquiryFields = Record<EnquiryField, string>;

const declaredFields = listEnquiryFields();

const rules = Object.fromEntries(declaredFields.map((field) => [field.name, createRule(field)]));
export const enquirySchema = z.object(rules as Record<EnquiryField, z.ZodType<string>>);

function createRule(field: (typeof declaredFields)[number]): z.ZodType<string> {
  const { type, min = 0, max, choices } = field;
  if (choices) return z.enum(choices);
  const rule = z.string().min(min).max(max, { abort: true });
  return type === 'email' ? rule.regex(EMAIL) : rule;
}

/** Returns every field of a posted form as it would be stored; '' for a field that was not posted. */
export function cleanFields(form: FormData): EnquiryFields {
  const cleaned = declaredFields.map(({ name, type, max }) => {
    const value = form.get(name);
    const text = typeof value === 'string' ? value : '';
    return [name, type === 'text' ? toPlainText(text, max) : toPlainLine(text, max)];
  });
  return Object.fromEntries(cleaned) as EnquiryFields;
}

/** Returns the names of the fields that a schema refused, each once. */
export function listInvalidFields<Field extends string = EnquiryField>(error: z.ZodError): Field[] {
  return [...new Set(error.issues.map(({ path }) => path[0] as Field))];
}

export type FormField = ReturnType<typeof getFormFields>[number];

/** Returns the fields for a page to render: those of the visitor's form, or all of them. */
export function getFormFields(form?: 'form') {
  return listEnquiryFields(form).map(({ name, type, min, max, choices, autoComplete }) => ({
    name,
    type,
    required: min !== undefined,
    ...(!choices && { maxLength: max }),
    ...(autoComplete && { autoComplete }),
  }));
}
