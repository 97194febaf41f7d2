import { openLiveEventStream } from '#app/domain/desk/live.server.ts';
import { readSessionCookie } from '#app/http/cookies.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/events.ts';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id: adminId } = requireAdmin(context);
  const enquiryId = Number(url.searchParams.get('since'));
  const messageId = Number(url.searchParams.get('messages'));
  if (!Number.isSafeInteger(enquiryId) || !Number.isSafeInteger(messageId)) {
    return new Response('since and messages must be ids\n', { status: 400 });
  }
  const token = await readSessionCookie(request);
  const since = { enquiryId, messageId };
  const events = openLiveEventStream({ adminId, token, since, signal: request.signal });
  if (!events) return new Response('Too many desks are open at the moment.\n', { status: 503 });
  return new Response(events, {
    headers: {
      'Content-Type': 'text/event-stream',
      // nginx would buffer the stream and hold every event back.
      'X-Accel-Buffering': 'no',
    },
  });
}
