// Lines of one turn of the event loop go out in one write: with dozens of posts in a turn, a write
// for each of their lines would take as long as storing them.
const waiting = { stdout: '', stderr: '' };
// Who can cause a line can cause thousands.
const LINES_A_MINUTE = 300;
const MINUTE_MS = 60_000;
const lines = new Map<string, number>();
let minuteEnds = 0;
process.on('exit', () => {
  sayWhatWasLeftOut();
  flush();
});

/** Callers pass no personal data. */
export function log(event: string, details: Record<string, unknown> = {}): void {
  if (hasRoom(event)) write('stdout', line(event, details));
}

export function logError(event: string, details: Record<string, unknown> = {}): void {
  if (hasRoom(event)) write('stderr', line(event, details));
}

function hasRoom(event: string): boolean {
  const now = Date.now();
  if (now >= minuteEnds) {
    sayWhatWasLeftOut();
    minuteEnds = now + MINUTE_MS;
  }
  const count = (lines.get(event) ?? 0) + 1;
  lines.set(event, count);
  if (count === LINES_A_MINUTE + 1) setTimeout(sayWhatWasLeftOut, minuteEnds - now).unref();
  return count <= LINES_A_MINUTE;
}

function sayWhatWasLeftOut(): void {
  for (const [event, count] of lines) {
    if (count > LINES_A_MINUTE) {
      write('stdout', line('lines-left-out', { of: event, count: count - LINES_A_MINUTE }));
    }
  }
  lines.clear();
}

function line(event: string, details: Record<string, unknown>): string {
  return `${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`;
}

function write(stream: keyof typeof waiting, text: string): void {
  if (waiting.stdout === '' && waiting.stderr === '') setImmediate(flush);
  waiting[stream] += text;
}

function flush(): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    const text = waiting[stream];
    waiting[stream] = '';
    if (text) process[stream].write(text);
  }
}
