import { href, redirect, redirectDocument } from 'react-router';
import type { Route } from './+types/account-changes.ts';
import { redirectWithFlash } from '#app/routes/admin/flash-redirect.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import {
  saveDigest,
  saveLanguage,
  signOutElsewhere,
} from '#app/domain/accounts/own-account.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { clientOf } from '#app/http/cookies/sign-in-cookies.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

const ACCOUNT = href('/admin/dashboard/account');

export function loader() {
  return redirect(ACCOUNT, 303);
}

/** The forms of the account page that ask for no password, each at an address of its own. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const field = async (name: string) => (await request.formData()).get(name);
  switch (changeAt(url)) {
    case 'language': {
      const chosen = await field('language');
      const language = LANGUAGES.find((each) => each === chosen);
      if (!language) return redirect(ACCOUNT, 303);
      await saveLanguage(admin, language);
      // The language is that of the whole document.
      return redirectDocument(ACCOUNT, {
        status: 303,
        headers: await withCookies([flashCookie('language-saved')]),
      });
    }
    case 'digest': {
      // A checkbox that is off is not sent, or empty.
      const wanted = Boolean(await field('digest'));
      await saveDigest(admin, wanted);
      return redirectWithFlash(ACCOUNT, wanted ? 'digest-on' : 'digest-off');
    }
    case 'signOut':
      await signOutElsewhere(admin, await clientOf(request, context, ''));
      return redirectWithFlash(ACCOUNT, 'signed-out-everywhere');
  }
}

export function clientAction({ url, serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, changeAt(url) satisfies DeskFault);
}

function changeAt({ pathname }: URL) {
  if (pathname.endsWith('/language')) return 'language';
  return pathname.endsWith('/digest') ? 'digest' : 'signOut';
}
