import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import type { Route } from './+types/events.ts';
import { liveEvents } from '#app/domain/desk/live.server.ts';
import { readSessionCookie } from '#app/http/sign-in-cookies.server.ts';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id: adminId } = requireAdmin(context);
  const since = Number(url.searchParams.get('since'));
  if (!Number.isSafeInteger(since)) return new Response('since must be an id\n', { status: 400 });
  const token = await readSessionCookie(request);
  const events = liveEvents({ adminId, token, since, gone: request.signal });
  if (!events) return new Response('Too many desks are open just now.\n', { status: 503 });
  return new Response(events, {
    headers: {
      'Content-Type': 'text/event-stream',
      // A proxy that collects the stream would hold every message back.
      'X-Accel-Buffering': 'no',
    },
  });
}
