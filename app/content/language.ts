/** The languages of the site; the first is the one without a prefix in its addresses. */
export const LANGUAGES = ['en', 'el'] as const;

export type Language = (typeof LANGUAGES)[number];

const [FIRST] = LANGUAGES;

/** Each language by its own name. */
export const languageNames: Bilingual<string> = { en: 'English', el: 'Ελληνικά' };

/** How each writes its dates and numbers. */
export const locales: Bilingual<string> = { en: 'en-GB', el: 'el-GR' };

/** The same thing said in each language. */
export type Bilingual<Said> = Readonly<Record<Language, Said>>;

/** What is said in one of the languages. */
export type Said<Words> = Words extends Bilingual<infer InOne> ? InOne : never;

/** Words in each language; what one of them lacks, or has too much, is an error of type. */
export function bilingual<InOne>(
  words: { [FIRST]: InOne } & Record<Exclude<Language, typeof FIRST>, NoInfer<InOne>>,
): Bilingual<InOne> {
  return words;
}

/** Makes the same thing for each language. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Bilingual<Made> {
  const made = LANGUAGES.map((language) => [language, make(language)]);
  return Object.fromEntries(made) as Bilingual<Made>;
}

/** The languages but this one, each by its own name. */
export function otherLanguages(but: Language) {
  return LANGUAGES.filter((language) => language !== but).map((language) => {
    return { language, name: languageNames[language], prefix: prefixOf(language) };
  });
}

/** The language of the page at this path. */
export function languageOf(path: string): Language {
  return LANGUAGES.find((language) => language !== FIRST && isBelow(path, language)) ?? FIRST;
}

function isBelow(path: string, language: Language): boolean {
  return `${path}/`.startsWith(`${prefixOf(language)}/`);
}

/** What the paths of a language begin with. */
export function prefixOf(language: Language): string {
  return language === FIRST ? '' : `/${language}`;
}

/** The path of a page in a language, by its path without a prefix: "/about" as "/el/about". */
export function pathIn(language: Language, path: string): string {
  return prefixOf(language) + (path === '/' && language !== FIRST ? '' : path);
}

/** A path without the prefix of its language: what is the same in all of them. */
export function plainPath(path: string): string {
  return path.slice(prefixOf(languageOf(path)).length) || '/';
}
