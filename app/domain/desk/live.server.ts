import { isSessionActive } from '#app/domain/accounts/sessions.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import {
  countByStatus,
  countNewDueOrUnreadEnquiries,
  countNewerEnquiries,
} from '#db/desk-enquiries.ts';
import { listUnreadAnsweredEnquiryIds } from '#db/messages.ts';

const CHECKS_PER_PING = 15;
export const SIGNED_OUT = 'event: signed-out\ndata: {}\n\n';

interface Subscriber {
  adminId: number;
  token: string | null;
  /** The last enquiry and message on the page, or 0. */
  since: { enquiryId: number; messageId: number };
  /** Aborts when the browser disconnects. */
  signal: AbortSignal;
}

interface OpenStream extends Subscriber {
  controller: ReadableStreamDefaultController<Uint8Array>;
  timer: NodeJS.Timeout;
  checkCount: number;
  /** The values in the last events. */
  reportedCount: number;
  reportedIds: string;
}

/** The open streams of this process, the oldest first. */
const openStreams = new Set<OpenStream>();

/**
 * Returns a stream of server-sent events: `arrived` with the number of enquiries since the page was loaded,
 * `answered` with the ids of enquiries that have new answers (AN-5), `replaced` when the same admin has
 * opened DESK.liveStreamsPerAdmin later ones, and `signed-out`. Reading it does not keep the session alive.
 * Returns null when DESK.liveStreams are open.
 */
export function openLiveEventStream(subscriber: Subscriber): ReadableStream<Uint8Array> | null {
  const streamsOfAdmin = [...openStreams].filter(({ adminId }) => adminId === subscriber.adminId);
  if (streamsOfAdmin.length >= DESK.liveStreamsPerAdmin) closeForNewerStream(streamsOfAdmin[0]!);
  else if (openStreams.size >= DESK.liveStreams) return null;
  let stream: OpenStream;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream = startStream(controller, subscriber);
    },
    cancel: () => forgetStream(stream),
  });
}

/** Tells the browser why the stream ends, because it would reconnect otherwise. */
function closeForNewerStream(stream: OpenStream): void {
  send(stream, 'event: replaced\ndata: {}\n\n');
  closeStream(stream);
}

function startStream(
  controller: ReadableStreamDefaultController<Uint8Array>,
  subscriber: Subscriber,
): OpenStream {
  const { signal } = subscriber;
  const timer = setInterval(() => void sendNewsOrClose(stream), DESK.liveCheckMs);
  const stream: OpenStream = {
    ...subscriber,
    controller,
    timer,
    checkCount: 0,
    reportedCount: 0,
    reportedIds: '',
  };
  openStreams.add(stream);
  // A first byte at once tells the browser that the stream is open.
  send(stream, ': open\n\n');
  if (signal.aborted) closeStream(stream);
  else signal.addEventListener('abort', () => closeStream(stream), { once: true });
  return stream;
}

const encoder = new TextEncoder();

function send({ controller }: OpenStream, text: string): void {
  controller.enqueue(encoder.encode(text));
}

function closeStream(stream: OpenStream): void {
  if (!openStreams.has(stream)) return;
  stream.controller.close();
  forgetStream(stream);
}

function forgetStream(stream: OpenStream): void {
  clearInterval(stream.timer);
  openStreams.delete(stream);
}

export function countLiveEventStreams(): number {
  return openStreams.size;
}

export function closeLiveEventStreams(): void {
  for (const stream of openStreams) closeStream(stream);
}

async function sendNewsOrClose(stream: OpenStream): Promise<void> {
  const isSignedIn = await sendNews(stream).catch(() => false);
  if (!isSignedIn) closeStream(stream);
}

/** Sends the changes since the last check. Returns false if the session has ended, which it sends too. */
async function sendNews(stream: OpenStream): Promise<boolean> {
  stream.checkCount += 1;
  if (!(await isSessionActive(stream.token))) {
    send(stream, SIGNED_OUT);
    return false;
  }
  const db = getDatabase();
  const { since } = stream;
  const arrived = await countNewerEnquiries(db, since.enquiryId);
  if (arrived !== stream.reportedCount) {
    stream.reportedCount = arrived;
    const { new: fresh } = await countByStatus(db);
    await sendEvent(stream, 'arrived', { arrived, fresh });
  }
  const answeredIds = await listUnreadAnsweredEnquiryIds(db, since.messageId, DESK.liveMarks);
  if (answeredIds.join() !== stream.reportedIds) {
    stream.reportedIds = answeredIds.join();
    await sendEvent(stream, 'answered', { answeredIds });
  }
  if (stream.checkCount % CHECKS_PER_PING === 0) send(stream, ': still here\n\n');
  return true;
}

/** Adds the number of waiting enquiries, which the navigation shows. */
async function sendEvent(stream: OpenStream, name: string, facts: object): Promise<void> {
  const waiting = await countNewDueOrUnreadEnquiries(getDatabase(), toAthensDay(new Date()));
  send(stream, `event: ${name}\ndata: ${JSON.stringify({ ...facts, waiting })}\n\n`);
}
