import { STORED_LANGUAGES, type StoredLanguage } from '#db/schema.ts';

/** Paths in the first language have no prefix. */
export const LANGUAGES = STORED_LANGUAGES;

export type Language = StoredLanguage;

const [DEFAULT_LANGUAGE] = LANGUAGES;

export const languageNames: Bilingual<string> = { en: 'English', el: 'Ελληνικά' };

export const locales: Bilingual<string> = { en: 'en-GB', el: 'el-GR' };

export type Bilingual<InOne> = Readonly<Record<Language, InOne>>;

export type InOneLanguage<Texts> = Texts extends Bilingual<infer InOne> ? InOne : never;

/** Values in all languages. A key that is missing or superfluous in one language is a type error. */
export type InAllLanguages<InOne> = { [DEFAULT_LANGUAGE]: InOne } & Record<
  Exclude<Language, typeof DEFAULT_LANGUAGE>,
  NoInfer<InOne>
>;

/** Returns the texts unchanged. The compiler checks that all languages have the same keys. */
export function bilingual<InOne>(texts: InAllLanguages<InOne>): Bilingual<InOne> {
  return texts;
}

export function buildPerLanguage<Value>(build: (language: Language) => Value): Bilingual<Value> {
  const entries = LANGUAGES.map((language) => [language, build(language)]);
  return Object.fromEntries(entries) as Bilingual<Value>;
}

export function listOtherLanguages(excluded: Language): { language: Language; name: string }[] {
  return LANGUAGES.filter((language) => language !== excluded).map((language) => {
    return { language, name: languageNames[language] };
  });
}

/** Returns the language of a path by its prefix; without a prefix, the first language. */
export function getPathLanguage(path: string): Language {
  const prefixedLanguage = LANGUAGES.find((language) => `${path}/`.startsWith(`/${language}/`));
  return prefixedLanguage ?? DEFAULT_LANGUAGE;
}

/** Returns an empty prefix for the first language, "/el" for Greek. */
export function getPathPrefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '' : `/${language}`;
}

/** Adds the prefix of a language to a path without prefix: "/el/about" for "/about" in Greek, "/el" for "/". */
export function getLocalizedPath(language: Language, plainPath: string): string {
  const isPrefixOnly = plainPath === '/' && language !== DEFAULT_LANGUAGE;
  return getPathPrefix(language) + (isPrefixOnly ? '' : plainPath);
}

/** Takes a path without prefix. Returns it in each language, and as `x-default` (EL-1). */
export function listAlternates(plainPath: string) {
  const versions = LANGUAGES.map((language) => ({
    language,
    path: getLocalizedPath(language, plainPath),
  }));
  return [...versions, { language: 'x-default' as const, path: plainPath }];
}

/** Removes the prefix of the language: "/about" for "/el/about", "/" for "/el". */
export function toPlainPath(path: string): string {
  return path.slice(getPathPrefix(getPathLanguage(path)).length) || '/';
}
