import { type RouterContextProvider, createContext } from 'react-router';
import type { Language } from '#app/content/language.ts';

const context = createContext<Language | null>(null);

/** Says in which language a page for staff answers: for the middleware around it (ledger EL-6). */
export function setStaffLanguage(of: Readonly<RouterContextProvider>, language: Language): void {
  of.set(context, language);
}

/** In which language a page for staff answers; null where the page is none. */
export function findStaffLanguage(of: Readonly<RouterContextProvider>): Language | null {
  return of.get(context);
}

/** The same for the pages themselves. Throws where no middleware has said it. */
export function staffLanguage(of: Readonly<RouterContextProvider>): Language {
  const language = of.get(context);
  if (language === null) throw new Error('Only a page for staff has a language of its own');
  return language;
}
