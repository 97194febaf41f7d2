import { isSessionActive } from '#app/domain/accounts/sessions.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import { countNewerEnquiries, readCounts } from '#db/desk-enquiries.ts';
import { countUnreadEnquiries, findLastMessageId } from '#db/messages.ts';

const CHECKS_PER_PING = 15;
export const SIGNED_OUT = 'event: signed-out\ndata: {}\n\n';

interface OpenStream {
  adminId: number;
  /** Closes it for a newer one. Tells the browser so, which would reconnect at once otherwise. */
  replace: () => void;
}

/** The open streams of this process, by the function that closes each. */
const openStreams = new Map<() => void, OpenStream>();

interface Subscriber {
  adminId: number;
  token: string | null;
  sinceId: number;
  /** Aborts when the browser leaves. */
  signal: AbortSignal;
}

/**
 * Returns a stream of server-sent events: `arrived` with the number of enquiries after `sinceId`,
 * `unread` with the number of enquiries that customers have answered, when that may have changed (AN-5),
 * `replaced` when the same admin has opened DESK.liveStreamsPerAdmin later ones, and `signed-out`.
 * Reading it does not keep the session alive. Returns null when DESK.liveStreams are open.
 */
export function openLiveEvents(subscriber: Subscriber): ReadableStream<Uint8Array> | null {
  const streamsOfAdmin = [...openStreams.values()].filter(
    ({ adminId }) => adminId === subscriber.adminId,
  );
  if (streamsOfAdmin.length >= DESK.liveStreamsPerAdmin) streamsOfAdmin[0]!.replace();
  else if (openStreams.size >= DESK.liveStreams) return null;
  return createEventStream(subscriber);
}

function createEventStream({ adminId, token, sinceId, signal }: Subscriber) {
  const encoder = new TextEncoder();
  let release = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const check = createCheck(token, sinceId, send);
      const runCheck = () =>
        void check().then(
          (isSignedIn) => isSignedIn || close(),
          () => close(),
        );
      const timer = setInterval(runCheck, DESK.liveCheckMs);
      release = () => {
        clearInterval(timer);
        openStreams.delete(close);
      };
      const close = () => {
        if (openStreams.has(close)) controller.close();
        release();
      };
      const replace = () => {
        send('event: replaced\ndata: {}\n\n');
        close();
      };
      openStreams.set(close, { adminId, replace });
      // A first byte at once tells the browser that the stream is open.
      send(': open\n\n');
      if (signal.aborted) close();
      else signal.addEventListener('abort', close, { once: true });
    },
    cancel: () => release(),
  });
}

export function countOpenStreams(): number {
  return openStreams.size;
}

export function endLiveEvents(): void {
  for (const close of openStreams.keys()) close();
}

/** Returns a check that sends new counts, and resolves to false once the session has ended. */
function createCheck(token: string | null, sinceId: number, send: (text: string) => void) {
  let reportedCount = 0;
  let reportedAnswers = '0 0';
  let checkCount = 0;
  return async (): Promise<boolean> => {
    checkCount += 1;
    if (!(await isSessionActive(token))) {
      send(SIGNED_OUT);
      return false;
    }
    const arrived = await countNewerEnquiries(database(), sinceId);
    if (arrived !== reportedCount) {
      reportedCount = arrived;
      const { new: fresh } = await readCounts(database());
      send(`event: arrived\ndata: ${JSON.stringify({ arrived, fresh })}\n\n`);
    }
    const unread = await countUnreadEnquiries(database());
    const answers = `${unread} ${await findLastMessageId(database())}`;
    if (answers !== reportedAnswers) {
      reportedAnswers = answers;
      send(`event: unread\ndata: ${JSON.stringify({ unread })}\n\n`);
    } else if (checkCount % CHECKS_PER_PING === 0) send(': still here\n\n');
    return true;
  };
}
