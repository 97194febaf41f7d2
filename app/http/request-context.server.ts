import { type RouterContextProvider, createContext } from 'react-router';
import type { UploadedForm } from '#app/http/uploads.server.ts';
import type { Language } from '#app/content/language.ts';

export interface RequestContext {
  /** The visitor's network address, after trusted proxies; null where no front door stands. */
  address: string | null;
  /** Nonce of this response's inline scripts; undefined on pages that are served from memory. */
  nonce: string | undefined;
  requestId: string;
  isHead?: boolean;
  /** Has the answer sent no earlier than this (performance.now()); absent without a front door. */
  hold?: (until: number) => void;
  form?: Promise<UploadedForm> | undefined;
}

export const requestContext = createContext<RequestContext>({
  address: null,
  nonce: undefined,
  requestId: '-',
});

const languageContext = createContext<Language | null>(null);

export function setStaffLanguage(of: Readonly<RouterContextProvider>, language: Language): void {
  of.set(languageContext, language);
}

export function findStaffLanguage(of: Readonly<RouterContextProvider>): Language | null {
  return of.get(languageContext);
}

export function staffLanguage(of: Readonly<RouterContextProvider>): Language {
  const language = of.get(languageContext);
  if (language === null) throw new Error('Only a page for staff has a language of its own');
  return language;
}
