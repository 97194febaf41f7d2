import {
  createSignInOptions,
  findPasskeyConfigError,
} from '#app/domain/accounts/passkeys.server.ts';
import { createCookieHeaders } from '#app/http/cookies.server.ts';
import { ensureBrowserId } from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/passkey-options.ts';

/** Returns WebAuthn options for a sign-in, and sets the cookie of a new browser. Throws a 404 on a site without passkeys. */
export async function loader({ request }: Route.LoaderArgs) {
  if (findPasskeyConfigError()) throw new Response(null, { status: 404 });
  const { browserId, newCookies } = await ensureBrowserId(request);
  const headers = await createCookieHeaders(newCookies);
  return Response.json(createSignInOptions(browserId), { headers });
}
