import type { StoredLanguage } from '#db/schema.ts';

export const staff = {
  anna: { email: 'anna@drys.example', language: 'en' },
  basil: { email: 'basil@drys.example', language: 'el' },
  clio: { email: 'clio@drys.example', language: 'en' },
  dora: { email: 'dora@drys.example', language: 'en' },
  egon: { email: 'egon@drys.example', language: 'en' },
} as const satisfies Record<string, { email: string; language: StoredLanguage }>;

/** Receives the notices of new enquiries; no account has this e-mail. */
export const office = 'desk@drys.example';
