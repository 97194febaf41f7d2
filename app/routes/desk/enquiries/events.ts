import { openLiveEvents } from '#app/domain/desk/live.server.ts';
import { readSessionCookie } from '#app/http/cookies.server.ts';
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import type { Route } from './+types/events.ts';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id: adminId } = requireAdmin(context);
  const sinceId = Number(url.searchParams.get('since'));
  if (!Number.isSafeInteger(sinceId)) return new Response('since must be an id\n', { status: 400 });
  const token = await readSessionCookie(request);
  const events = openLiveEvents({ adminId, token, sinceId, signal: request.signal });
  if (!events) return new Response('Too many desks are open at the moment.\n', { status: 503 });
  return new Response(events, {
    headers: {
      'Content-Type': 'text/event-stream',
      // nginx would buffer the stream and hold every event back.
      'X-Accel-Buffering': 'no',
    },
  });
}
