import {
  createRegistrationOptions,
  findPasskeyConfigError,
} from '#app/domain/accounts/passkeys.server.ts';
import { requireActor } from '#app/routes/desk/account/confirmation.server.ts';
import type { Route } from './+types/passkey-options.ts';

/**
 * Returns the WebAuthn options for a new passkey. Stores a user handle for an admin without one. Throws a 404 where the
 * site is not configured for passkeys.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireActor(request, context);
  if (findPasskeyConfigError()) throw new Response(null, { status: 404 });
  return Response.json(await createRegistrationOptions(actor));
}
