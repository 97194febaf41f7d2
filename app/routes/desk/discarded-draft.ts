import { href, redirect } from 'react-router';
import type { Route } from './+types/discarded-draft.ts';

/**
 * Returns to the page of the form. The guard of the desk has deleted the form restored after the login, as with
 * each POST; the browser has deleted its own draft (DK-6).
 */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const desk = href('/admin/dashboard');
  const page = String((await request.formData()).get('page'));
  const isPageOfDesk = page.startsWith(`${desk}/`) || page.startsWith(`${desk}?`);
  // Browsers escape all other characters, which no header may have.
  const isUrl = /^[\x21-\x7e]+$/.test(page);
  return redirect(isPageOfDesk && isUrl ? page : desk, 303);
}
