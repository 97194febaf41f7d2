// Lines of one event-loop tick are written together: during a burst of posts, one write per line would
// take as long as storing the enquiries.
const pendingText = { stdout: '', stderr: '' };
type Stream = keyof typeof pendingText;
// A client that can cause one line can cause thousands, and invent a path of 16 KB.
const MAX_LINES_PER_EVENT_AND_MINUTE = 300;
const MAX_TEXT_LENGTH = 1000;
const MINUTE_MS = 60_000;
const lineCounts = new Map<string, number>();
let minuteEndsAtMs = 0;
process.on('exit', () => {
  logOmittedLines();
  flush();
});

/** Writes JSON to stdout, at most MAX_LINES_PER_EVENT_AND_MINUTE of an event. Pass no personal data. */
export function log(event: string, details: Record<string, unknown> = {}): void {
  writeLine('stdout', event, details);
}

/** Writes to stderr, with the limit of `log`. */
export function logError(event: string, details: Record<string, unknown> = {}): void {
  writeLine('stderr', event, details);
}

function writeLine(stream: Stream, event: string, details: Record<string, unknown>): void {
  const lineCount = countLine(event);
  if (lineCount <= MAX_LINES_PER_EVENT_AND_MINUTE) bufferLine(stream, formatLine(event, details));
}

/** Returns how many lines of the event this minute has. Logs the omitted lines at its end. */
function countLine(event: string): number {
  // The system clock may be set back.
  const nowMs = performance.now();
  if (nowMs >= minuteEndsAtMs) {
    logOmittedLines();
    minuteEndsAtMs = nowMs + MINUTE_MS;
  }

  const count = (lineCounts.get(event) ?? 0) + 1;
  lineCounts.set(event, count);
  const isFirstOmittedLine = count === MAX_LINES_PER_EVENT_AND_MINUTE + 1;
  if (isFirstOmittedLine) setTimeout(logOmittedLines, minuteEndsAtMs - nowMs).unref();
  return count;
}

function logOmittedLines(): void {
  for (const [event, lineCount] of lineCounts) {
    const count = lineCount - MAX_LINES_PER_EVENT_AND_MINUTE;
    // oxlint-disable-next-line id-denylist -- readers of the log know this name
    if (count > 0) bufferLine('stdout', formatLine('lines-left-out', { of: event, count }));
  }
  lineCounts.clear();
}

function formatLine(event: string, details: Record<string, unknown>): string {
  const line = { time: new Date().toISOString(), event, ...details };
  const cutText = (_: string, value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value;
  return `${JSON.stringify(line, cutText)}\n`;
}

function bufferLine(stream: Stream, text: string): void {
  if (pendingText.stdout === '' && pendingText.stderr === '') setImmediate(flush);
  pendingText[stream] += text;
}

function flush(): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    const text = pendingText[stream];
    pendingText[stream] = '';
    if (text) process[stream].write(text);
  }
}
