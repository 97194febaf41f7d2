import { LANGUAGES, type Language } from '#app/content/language.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { readCookie, siteCookie } from './cookies.server.ts';

const cookie = () => siteCookie('language', { maxAgeSeconds: (365 * DAY) / SECOND });

/** The language that a browser has chosen for the login and password pages (ledger EL-6). */
export async function readLanguage(request: Request): Promise<Language> {
  return languageNamed(await readCookie(request, cookie())) ?? 'en';
}

/** The Set-Cookie line that keeps the choice. */
export const languageCookie = (language: Language) => cookie().serialize(language);

/** The language of this name; undefined where the site has none. */
export function languageNamed(name: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === name);
}
