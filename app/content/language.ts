import { STORED_LANGUAGES, type StoredLanguage } from '#db/schema.ts';

/** Paths in the first language have no prefix. */
export const LANGUAGES = STORED_LANGUAGES;

export type Language = StoredLanguage;

const [DEFAULT_LANGUAGE] = LANGUAGES;

export const languageNames: Bilingual<string> = { en: 'English', el: 'Ελληνικά' };

export const locales: Bilingual<string> = { en: 'en-GB', el: 'el-GR' };

export type Bilingual<InOne> = Readonly<Record<Language, InOne>>;

export type InOneLanguage<Messages> = Messages extends Bilingual<infer InOne> ? InOne : never;

/** A key that is missing or superfluous in one language is a type error. */
export type InAllLanguages<InOne> = { [DEFAULT_LANGUAGE]: InOne } & Record<
  Exclude<Language, typeof DEFAULT_LANGUAGE>,
  NoInfer<InOne>
>;

export function bilingual<InOne>(messages: InAllLanguages<InOne>): Bilingual<InOne> {
  return messages;
}

export function forEachLanguage<Value>(build: (language: Language) => Value): Bilingual<Value> {
  const entries = LANGUAGES.map((language) => [language, build(language)]);
  return Object.fromEntries(entries) as Bilingual<Value>;
}

export function listOtherLanguages(excluded: Language) {
  return LANGUAGES.filter((language) => language !== excluded).map((language) => {
    return { language, name: languageNames[language], prefix: getPathPrefix(language) };
  });
}

export function getLanguage(path: string): Language {
  return (
    LANGUAGES.find((language) => language !== DEFAULT_LANGUAGE && hasPathPrefix(path, language)) ??
    DEFAULT_LANGUAGE
  );
}

function hasPathPrefix(path: string, language: Language): boolean {
  return `${path}/`.startsWith(`${getPathPrefix(language)}/`);
}

export function getPathPrefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '' : `/${language}`;
}

/** Returns "/el/about" for "/about" in Greek. */
export function getLocalizedPath(language: Language, path: string): string {
  return getPathPrefix(language) + (path === '/' && language !== DEFAULT_LANGUAGE ? '' : path);
}

/** Takes a path without prefix. Returns it in each language, and as `x-default` (ledger EL-1). */
export function listAlternates(plainPath: string) {
  const versions = LANGUAGES.map((language) => ({
    language,
    path: getLocalizedPath(language, plainPath),
  }));
  return [...versions, { language: 'x-default', path: plainPath }];
}

export function toPlainPath(path: string): string {
  return path.slice(getPathPrefix(getLanguage(path)).length) || '/';
}
