/** The languages of the site; the first is the one without a prefix in its addresses. */
export const LANGUAGES = ['en', 'el'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The same thing said in each language. */
export type Bilingual<Said> = Readonly<Record<Language, Said>>;

/** What is said in one of the languages. */
export type Said<Words> = Words extends Bilingual<infer InOne> ? InOne : never;

/** What the paths of a language begin with. */
const prefixes: Bilingual<string> = { en: '', el: '/el' };

/** Words in each language; what one of them lacks, or has too much, is an error of type. */
export function bilingual<InOne>(words: { en: InOne; el: NoInfer<InOne> }): Bilingual<InOne> {
  return words;
}

/** Makes the same thing for each language. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Bilingual<Made> {
  return { en: make('en'), el: make('el') };
}

/** The language of the page at this path. */
export function languageOf(path: string): Language {
  return /^\/el(\/|$)/.test(path) ? 'el' : 'en';
}

/** The path of a page in a language, by its path without a prefix: "/about" as "/el/about". */
export function pathIn(language: Language, path: string): string {
  return prefixes[language] + (path === '/' && language !== 'en' ? '' : path);
}

/** A path without the prefix of its language: what is the same in all of them. */
export function plainPath(path: string): string {
  return path.slice(prefixes[languageOf(path)].length) || '/';
}
