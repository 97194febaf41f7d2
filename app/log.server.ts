// Lines of one event-loop tick are written together: during a burst of posts, one write per line would
// take as long as storing the enquiries.
const pendingText = { stdout: '', stderr: '' };
// A client that can cause one line can cause thousands.
const MAX_LINES_PER_EVENT_AND_MINUTE = 300;
const MINUTE_MS = 60_000;
const lineCounts = new Map<string, number>();
let minuteEndsAtMs = 0;
process.on('exit', () => {
  logOmittedLines();
  flush();
});

/** Writes one JSON line to stdout. Callers pass no personal data. */
export function log(event: string, details: Record<string, unknown> = {}): void {
  if (isBelowLineLimit(event)) write('stdout', formatLine(event, details));
}

export function logError(event: string, details: Record<string, unknown> = {}): void {
  if (isBelowLineLimit(event)) write('stderr', formatLine(event, details));
}

function isBelowLineLimit(event: string): boolean {
  const nowMs = Date.now();
  if (nowMs >= minuteEndsAtMs) {
    logOmittedLines();
    minuteEndsAtMs = nowMs + MINUTE_MS;
  }
  const count = (lineCounts.get(event) ?? 0) + 1;
  lineCounts.set(event, count);
  if (count === MAX_LINES_PER_EVENT_AND_MINUTE + 1)
    setTimeout(logOmittedLines, minuteEndsAtMs - nowMs).unref();
  return count <= MAX_LINES_PER_EVENT_AND_MINUTE;
}

function logOmittedLines(): void {
  for (const [event, count] of lineCounts) {
    if (count > MAX_LINES_PER_EVENT_AND_MINUTE) {
      write(
        'stdout',
        // oxlint-disable-next-line id-denylist -- readers of the log know this name
        formatLine('lines-left-out', { of: event, count: count - MAX_LINES_PER_EVENT_AND_MINUTE }),
      );
    }
  }
  lineCounts.clear();
}

function formatLine(event: string, details: Record<string, unknown>): string {
  return `${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`;
}

function write(stream: keyof typeof pendingText, text: string): void {
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
