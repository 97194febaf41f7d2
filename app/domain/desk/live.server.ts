import { database } from '#db/database.server.ts';
import { countSince, readCounts } from '#db/desk-enquiries.ts';
import { DESK } from '#app/domain/limits.ts';
import { sessionLives } from '#app/domain/accounts/sessions.server.ts';

const PING_EVERY = 15;
export const SIGNED_OUT = 'event: signed-out\ndata: {}\n\n';
const open = new Map<() => void, Listening>();

interface Listening {
  adminId: number;
  /** Makes room for a newer one: says so, because a browser would come back at once. */
  replace: () => void;
}

interface Listener {
  adminId: number;
  token: string | null;
  since: number;
  gone: AbortSignal;
}

/**
 * `replaced` when the same admin has opened DESK.liveStreamsPerAdmin later ones. Asking does not keep
 * the session alive. Null when DESK.liveStreams are open, which is all that one process bears.
 */
export function liveEvents(listener: Listener): ReadableStream<Uint8Array> | null {
  const own = [...open.values()].filter(({ adminId }) => adminId === listener.adminId);
  if (own.length >= DESK.liveStreamsPerAdmin) own[0]!.replace();
  else if (open.size >= DESK.liveStreams) return null;
  return openStream(listener);
}

function openStream({ adminId, token, since, gone }: Listener): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let forget = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const watch = watcher(token, since, send);
      const look = () =>
        void watch().then(
          (more) => more || stop(),
          () => stop(),
        );
      const timer = setInterval(look, DESK.liveCheckMs);
      forget = () => {
        clearInterval(timer);
        open.delete(stop);
      };
      const stop = () => {
        if (open.has(stop)) controller.close();
        forget();
      };
      const replace = () => {
        send('event: replaced\ndata: {}\n\n');
        stop();
      };
      open.set(stop, { adminId, replace });
      // Reaches the browser at once: the stream is known to be open.
      send(': open\n\n');
      if (gone.aborted) stop();
      else gone.addEventListener('abort', stop, { once: true });
    },
    cancel: () => forget(),
  });
}

export function openStreams(): number {
  return open.size;
}

export function endLiveEvents(): void {
  for (const stop of open.keys()) stop();
}

function watcher(token: string | null, since: number, send: (text: string) => void) {
  let reported = 0;
  let turn = 0;
  return async (): Promise<boolean> => {
    turn += 1;
    if (!(await sessionLives(token))) {
      send(SIGNED_OUT);
      return false;
    }
    const arrived = await countSince(database(), since);
    if (arrived !== reported) {
      reported = arrived;
      const { new: fresh } = await readCounts(database());
      send(`event: arrived\ndata: ${JSON.stringify({ arrived, fresh })}\n\n`);
    } else if (turn % PING_EVERY === 0) send(': still here\n\n');
    return true;
  };
}
