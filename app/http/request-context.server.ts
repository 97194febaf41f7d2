import { createContext, type RouterContextProvider } from 'react-router';
import type { Language } from '#app/content/language.ts';
import type { UploadedForm } from '#app/http/uploads.server.ts';

export interface RequestContext {
  /** The visitor's IP address behind the trusted proxies; null without the HTTP layer. */
  address: string | null;
  /** Nonce of this response's inline scripts; undefined on pages that are served from memory. */
  nonce: string | undefined;
  requestId: string;
  isHead?: boolean;
  form?: Promise<UploadedForm> | undefined;
}

export const requestContext = createContext<RequestContext>({
  address: null,
  nonce: undefined,
  requestId: '-',
});

const languageContext = createContext<Language | null>(null);

export function setStaffLanguage(
  context: Readonly<RouterContextProvider>,
  language: Language,
): void {
  context.set(languageContext, language);
}

export function findStaffLanguage(context: Readonly<RouterContextProvider>): Language | null {
  return context.get(languageContext);
}

export function getStaffLanguage(context: Readonly<RouterContextProvider>): Language {
  const language = context.get(languageContext);
  if (language === null) throw new Error('Only a page for staff has a language of its own');
  return language;
}
