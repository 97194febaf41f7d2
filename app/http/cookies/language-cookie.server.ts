import { LANGUAGES, type Language } from '#app/content/language.ts';
import { cookieLine, readCookie } from './cookies.server.ts';

const NAME = 'language';
const LIFE_SECONDS = 365 * 24 * 3600;

/** The language that a browser has chosen for the login and password pages (ledger EL-6). */
export function readLanguage(request: Request): Language {
  return languageNamed(readCookie(request, NAME)) ?? 'en';
}

/** The Set-Cookie line that keeps the choice. */
export function languageCookie(language: Language): string {
  return cookieLine(NAME, language, { maxAgeSeconds: LIFE_SECONDS });
}

/** The language of this name; undefined where the site has none. */
export function languageNamed(name: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === name);
}
