import { redirect } from 'react-router';

/** Where a renamed page is now, for good; what was asked of it goes along (ledger SE-5). */
export function moved(path: string, { search }: URL): Response {
  return redirect(encodeURI(path) + search, 301);
}
