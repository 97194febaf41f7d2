import { database } from '#db/database.server.ts';
import { countSince, readCounts } from '#db/desk-enquiries.ts';
import { DESK } from './limits.ts';
import { sessionLives } from './sessions.server.ts';

const PING_EVERY = 15;
const open = new Set<() => void>();

/**
 * Server-sent events for one open dashboard: `arrived` within DESK.liveCheckMs of each enquiry that
 * came after `since`, `signed-out` when the session has ended. Asking does not keep it alive.
 */
export function liveEvents(
  token: string | null,
  since: number,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => undefined as void;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const watch = watcher(token, since, send);
      const timer = setInterval(
        () =>
          void watch().then(
            (more) => more || stop(),
            () => stop(),
          ),
        DESK.liveCheckMs,
      );
      stop = () => {
        clearInterval(timer);
        if (open.delete(stop) && !gone.aborted) controller.close();
      };
      open.add(stop);
      gone.addEventListener('abort', stop, { once: true });
      // Reaches the browser at once: the stream is known to be open.
      send(': open\n\n');
    },
    cancel: () => stop(),
  });
}

/** Ends every open stream, so that a stopping server need not wait for them. */
export function endLiveEvents(): void {
  for (const stop of open) stop();
}

/** One look at the store; false when the stream has to end. */
function watcher(token: string | null, since: number, send: (text: string) => void) {
  let told = 0;
  let turn = 0;
  return async (): Promise<boolean> => {
    turn += 1;
    if (!(await sessionLives(token))) {
      send('event: signed-out\ndata: {}\n\n');
      return false;
    }
    const arrived = await countSince(database(), since);
    if (arrived !== told) {
      told = arrived;
      const { new: fresh } = await readCounts(database());
      send(`event: arrived\ndata: ${JSON.stringify({ arrived, fresh })}\n\n`);
    } else if (turn % PING_EVERY === 0) send(': still here\n\n');
    return true;
  };
}
