/** The languages that the store knows, as app/content/language.ts has them. */
export const STORED_LANGUAGES = ['en', 'el'] as const;
export type StoredLanguage = (typeof STORED_LANGUAGES)[number];
