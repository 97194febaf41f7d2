import { projectTypeNames } from '#app/content/texts/contact.server.ts';
import { enquiryLabels } from '#app/content/texts/enquiry-labels.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

// Linear: the parts between the dots cannot match a dot, so nothing is tried twice.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export type EnquiryField = keyof typeof enquiryLabels.en;

interface FieldRule {
  /** In characters, after cleaning. */
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  /** Line breaks are kept. */
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
