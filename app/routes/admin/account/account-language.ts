import { href, redirect, redirectDocument } from 'react-router';
import type { Route } from './+types/account-language.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { saveLanguage } from '#app/domain/accounts/own-account.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

const ACCOUNT = href('/admin/dashboard/account');

export function loader() {
  return redirect(ACCOUNT, 303);
}

/** Keeps the language of the admin's desk and mail (ledger EL-6); what the site does not speak is left. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const asked = (await request.formData()).get('language');
  const language = LANGUAGES.find((each) => each === asked);
  if (!language) return redirect(ACCOUNT, 303);
  await saveLanguage(admin, language);
  // The language is that of the whole document.
  const headers = await withCookies([flashCookie('language-saved')]);
  return redirectDocument(ACCOUNT, { status: 303, headers });
}

/** The account page stays and says that nothing has changed, as far as is known. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'language' satisfies DeskFault);
}
