import { createContext, type RouterContextProvider } from 'react-router';
import type { Language } from '#app/content/language.ts';

interface RequestContext {
  /** The visitor's IP address behind the trusted proxies; null without the HTTP layer. */
  ipAddress: string | null;
  /** Nonce of this response's inline scripts; undefined in the development server. */
  nonce: string | undefined;
  requestId: string;
  /** The version of the build that responds; undefined in the development server. */
  build?: string;
  isHead?: boolean;
}

export const requestContext = createContext<RequestContext>({
  ipAddress: null,
  nonce: undefined,
  requestId: '-',
});

/** The language of a page for staff: of the admin or a cookie, not of the URL. Null on a public page. */
export const staffLanguageContext = createContext<Language | null>(null);

/** Returns the language of a page for staff. Throws on a public page. */
export function requireStaffLanguage(context: Readonly<RouterContextProvider>): Language {
  const language = context.get(staffLanguageContext);
  if (language === null) throw new Error('no staff language was set for this request');
  return language;
}

/** Returns whether the router requests the data of a page, instead of the browser its document. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}

/** Returns whether a script sends a form with files itself, to show their progress, and reads the action data as JSON. */
export function isUploadRequest(request: Request): boolean {
  return request.headers.get('accept') === 'application/json';
}
