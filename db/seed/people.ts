import type { StoredLanguage } from '#db/schema.ts';

interface Person {
  email: string;
  language: StoredLanguage;
}

export const staff = {
  anna: { email: 'anna@drys.example', language: 'en' },
  basil: { email: 'basil@drys.example', language: 'el' },
  clio: { email: 'clio@drys.example', language: 'en' },
  dora: { email: 'dora@drys.example', language: 'en' },
  egon: { email: 'egon@drys.example', language: 'en' },
} as const satisfies Record<string, Person>;

/** Receives the notices of new enquiries; no account has this e-mail. */
export const office = 'desk@drys.example';
