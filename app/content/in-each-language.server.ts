import { z } from 'zod';
import { type Bilingual, LANGUAGES, type Language } from './language.ts';

/**
 * The schema of something that is said in each language: { "en": …, "el": … }. What is said in one
 * language and not in the other is refused at its place: "missing in el". Lists are as long in both.
 */
export function said<Schema extends z.ZodType>(schema: Schema) {
  const languages = { en: z.unknown().optional(), el: z.unknown().optional() };
  return z
    .strictObject(languages, { error: badlySaid })
    .superRefine((value, context) => {
      const missing = LANGUAGES.filter((language) => isBlank(value[language]));
      if (missing.length !== 1) return;
      context.addIssue({ code: 'custom', message: `missing in ${missing[0]}` });
    })
    .pipe(z.strictObject({ en: schema, el: schema }))
    .refine((value) => {
      const { en, el } = value as Bilingual<unknown>;
      return lengthOf(en) === lengthOf(el);
    }, 'is longer in one language');
}

/** The same for a name: one that is written alike in both languages stands once. */
export function name() {
  const twice = (value: unknown) => (typeof value === 'string' ? { en: value, el: value } : value);
  return z.preprocess(twice, said(z.string()));
}

/** A value as one language says it. */
export type InOne<Value> =
  Value extends Bilingual<infer Said>
    ? Said
    : Value extends object
      ? { [Key in keyof Value]: InOne<Value[Key]> }
      : Value;

/** A value with, in place of all that is said in each language, what is said in this one. */
export function inOne<Value>(value: Value, language: Language): InOne<Value> {
  return pick(value, language) as InOne<Value>;
}

function pick(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, language));
  if (typeof value !== 'object' || value === null) return value;
  if (LANGUAGES.every((each) => Object.hasOwn(value, each))) {
    return (value as Bilingual<unknown>)[language];
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, pick(entry, language)]),
  );
}

function badlySaid({ code, input }: { code?: string | undefined; input?: unknown }) {
  if (code === 'unrecognized_keys') return 'has a language that the site has not';
  return input === undefined ? 'missing' : 'is no { "en": …, "el": … }';
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}
