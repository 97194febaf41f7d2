import { redirect } from 'react-router';
import { languageOf, pathIn } from '#app/content/language.ts';

/**
 * Where a renamed page is now, for good; what was asked of it goes along (ledger SE-5). `path` is
 * without the prefix of the language in which `url` asked.
 */
export function moved(path: string, { pathname, search }: URL): Response {
  return redirect(encodeURI(pathIn(languageOf(pathname), path)) + search, 301);
}
