import { createPasskeyOptions, findPasskeyObstacle } from '#app/domain/accounts/passkeys.server.ts';
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { getSignInClient } from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/passkey-options.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  if (findPasskeyObstacle()) throw new Response(null, { status: 404 });
  const client = await getSignInClient(request, context, '');
  return Response.json(await createPasskeyOptions({ admin, client }));
}
