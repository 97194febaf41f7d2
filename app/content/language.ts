import { type StoredLanguage, STORED_LANGUAGES } from '#db/schema.ts';

/** The first is the one without a prefix in its addresses. */
export const LANGUAGES = STORED_LANGUAGES;

export type Language = StoredLanguage;

const [FIRST] = LANGUAGES;

export const languageNames: Bilingual<string> = { en: 'English', el: 'Ελληνικά' };

export const locales: Bilingual<string> = { en: 'en-GB', el: 'el-GR' };

export type Bilingual<InOne> = Readonly<Record<Language, InOne>>;

export type InOneLanguage<Words> = Words extends Bilingual<infer InOne> ? InOne : never;

/** What one language lacks, or has too much, is an error of type. */
export type InAllLanguages<InOne> = { [FIRST]: InOne } & Record<
  Exclude<Language, typeof FIRST>,
  NoInfer<InOne>
>;

export function bilingual<InOne>(words: InAllLanguages<InOne>): Bilingual<InOne> {
  return words;
}

export function forEachLanguage<Made>(make: (language: Language) => Made): Bilingual<Made> {
  const made = LANGUAGES.map((language) => [language, make(language)]);
  return Object.fromEntries(made) as Bilingual<Made>;
}

export function otherLanguages(but: Language) {
  return LANGUAGES.filter((language) => language !== but).map((language) => {
    return { language, name: languageNames[language], prefix: getPathPrefix(language) };
  });
}

export function getLanguage(path: string): Language {
  return LANGUAGES.find((language) => language !== FIRST && isBelow(path, language)) ?? FIRST;
}

function isBelow(path: string, language: Language): boolean {
  return `${path}/`.startsWith(`${getPathPrefix(language)}/`);
}

export function getPathPrefix(language: Language): string {
  return language === FIRST ? '' : `/${language}`;
}

/** "/about" as "/el/about". */
export function getLocalizedPath(language: Language, path: string): string {
  return getPathPrefix(language) + (path === '/' && language !== FIRST ? '' : path);
}

/** A page in each language; who reads none of them is led to the first (ledger EL-1). */
export function listLanguageVersions(path: string) {
  const versions = LANGUAGES.map((language) => ({
    language,
    path: getLocalizedPath(language, path),
  }));
  return [...versions, { language: 'x-default', path }];
}

export function toPlainPath(path: string): string {
  return path.slice(getPathPrefix(getLanguage(path)).length) || '/';
}
