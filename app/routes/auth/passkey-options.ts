import { createSignInOptions, findPasskeyObstacle } from '#app/domain/accounts/passkeys.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { ensureBrowserId } from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/passkey-options.ts';

export async function loader({ request }: Route.LoaderArgs) {
  if (findPasskeyObstacle()) throw new Response(null, { status: 404 });
  const { id, cookies } = await ensureBrowserId(request);
  return Response.json(createSignInOptions(id), { headers: await withCookies(cookies) });
}
