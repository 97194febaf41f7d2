import { type ShouldRevalidateFunctionArgs, redirect } from 'react-router';
import { languageOf, pathIn } from '#app/content/language.ts';

/**
 * Where a renamed page is now, for good; what was asked of it goes along (ledger SE-5). `path` is
 * without the prefix of the language in which `url` asked.
 */
export function moved(path: string, { pathname, search }: URL): Response {
  return redirect(encodeURI(pathIn(languageOf(pathname), path)) + search, 301);
}

/** Which picture of `count` is open in the viewer (?photo=2, from 1); any other value opens none. */
export function openPhoto(search: string, count: number): number | undefined {
  const value = new URLSearchParams(search).get('photo') ?? '';
  const photo = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
  return photo !== undefined && photo <= count ? photo : undefined;
}

/** A page with a gallery holds all its pictures: opening one asks the server for nothing. */
export function unlessSamePage({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
