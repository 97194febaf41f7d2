/** The languages that the store knows, as app/content/language.ts has them. */
export type StoredLanguage = 'en' | 'el';
