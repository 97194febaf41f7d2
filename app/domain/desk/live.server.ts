import { isSessionActive } from '#app/domain/accounts/sessions.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import { countNewerEnquiries, countWaiting, readCounts } from '#db/desk-enquiries.ts';
import { listAnsweredSince } from '#db/messages.ts';

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
  /** The last enquiry and the last message that the page shows, 0 for none. */
  since: { enquiryId: number; messageId: number };
  /** Aborts when the browser leaves. */
  signal: AbortSignal;
}

/**
 * Returns a stream of server-sent events: `arrived` with the number of enquiries since the page was loaded,
 * `answered` with the ids of those that their customers have answered since (AN-5), `replaced` when the
 * same admin has opened DESK.liveStreamsPerAdmin later ones, and `signed-out`.
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

function createEventStream({ adminId, token, since, signal }: Subscriber) {
  const encoder = new TextEncoder();
  let release = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const check = createCheck(token, since, send);
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
function createCheck(
  token: string | null,
  since: Subscriber['since'],
  send: (text: string) => void,
) {
  let reportedCount = 0;
  let reportedIds = '';
  let checkCount = 0;
  const sendEvent = async (name: string, facts: object) => {
    const waiting = await countWaiting(database(), toAthensDay(new Date()));
    send(`event: ${name}\ndata: ${JSON.stringify({ ...facts, waiting })}\n\n`);
  };
  return async (): Promise<boolean> => {
    checkCount += 1;
    if (!(await isSessionActive(token))) {
      send(SIGNED_OUT);
      return false;
    }
    const db = database();
    const arrived = await countNewerEnquiries(db, since.enquiryId);
    if (arrived !== reportedCount) {
      reportedCount = arrived;
      const { new: fresh } = await readCounts(db);
      await sendEvent('arrived', { arrived, fresh });
    }
    const answeredIds = await listAnsweredSince(db, since.messageId, DESK.liveMarks);
    if (answeredIds.join() !== reportedIds) {
      reportedIds = answeredIds.join();
      await sendEvent('answered', { answeredIds });
    }
    if (checkCount % CHECKS_PER_PING === 0) send(': still here\n\n');
    return true;
  };
}
