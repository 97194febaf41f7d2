import { readNews } from '#app/domain/desk/desk.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/events.ts';

/** Returns the News since two ids on an open list, which asks every few seconds (D-2, AN-5); 400 if they are no numbers. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin(context);
  const lastId = Number(url.searchParams.get('since'));
  const lastMessageId = Number(url.searchParams.get('messages'));
  if (!Number.isSafeInteger(lastId) || !Number.isSafeInteger(lastMessageId)) {
    return new Response('since and messages must be ids\n', { status: 400 });
  }

  return Response.json(await readNews({ lastId, lastMessageId }));
}
