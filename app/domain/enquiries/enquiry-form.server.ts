import { z } from 'zod';
import { extractEmail, hasEmailSyntax, toPlainLine, toPlainText } from '#app/domain/plain-text.ts';
import { listEnquiryFields, type EnquiryField } from '#app/enquiry-fields.server.ts';
import { removeInvisibleCharacters } from '#app/unicode.ts';

export type EnquiryFields = Record<EnquiryField, string>;

const declaredFields = listEnquiryFields();

// The full-width forms of the printable ASCII characters (Unicode's block FF00).
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xff01 - 0x21;

const rules = Object.fromEntries(declaredFields.map((field) => [field.name, createRule(field)]));
export const enquirySchema = z.object(rules as Record<EnquiryField, z.ZodType<string>>);

function createRule(field: (typeof declaredFields)[number]): z.ZodType<string> {
  const { type, min = 0, max, choices } = field;
  if (choices) return z.enum(choices);
  const rule = z.string().min(min).max(max, { abort: true });
  return type === 'email' ? rule.refine(hasEmailSyntax) : rule;
}

/** Returns the text of every field as it would be stored, or '' if it was not posted. Does not validate. */
export function cleanEnquiryFields(formData: FormData): EnquiryFields {
  const cleaned = declaredFields.map((field) => {
    const value = formData.get(field.name);
    return [field.name, typeof value === 'string' ? cleanFieldText(value, field) : ''];
  });
  return Object.fromEntries(cleaned) as EnquiryFields;
}

function cleanFieldText(text: string, { type, max }: (typeof declaredFields)[number]): string {
  const visibleText = removeInvisibleCharacters(text);
  if (visibleText.trim() === '') return '';
  if (type === 'email') return cleanEmailText(visibleText, max);
  if (type === 'tel') return toPlainLine(visibleText, max);
  // Elsewhere they can have a meaning: a joiner of an emoji, for example.
  return type === 'text' ? toPlainText(text, max) : toPlainLine(text, max);
}

/** Removes the remains of copying an email (extractEmail), and makes full-width letters ordinary ones. */
function cleanEmailText(text: string, maxLength: number): string {
  const narrowText = text.replace(FULL_WIDTH, (character) =>
    String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  return toPlainLine(extractEmail(narrowText), maxLength);
}

export function listInvalidFields<Field extends string = EnquiryField>(error: z.ZodError): Field[] {
  return [...new Set(error.issues.map(({ path }) => path[0] as Field))];
}

export interface FormField {
  name: EnquiryField;
  type: (typeof declaredFields)[number]['type'];
  required: boolean;
  /** In characters. */
  limit?: number;
  autoComplete?: string;
}

export function getFormFields(audience: 'visitor' | 'staff'): FormField[] {
  return declaredFields.map(({ name, type, min, max, choices, autoComplete }) => {
    // Staff may leave out the email if there is a phone number.
    const isOptional = min === undefined || (audience === 'staff' && name === 'email');

    const field: FormField = { name, type, required: !isOptional };
    if (!choices) field.limit = max;
    if (autoComplete) field.autoComplete = autoComplete;
    return field;
  });
}
