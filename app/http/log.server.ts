// Lines of one turn of the event loop go out in one write: with dozens of posts in a turn, a write
// for each of their lines would take as long as storing them.
const waiting = { stdout: '', stderr: '' };
process.on('exit', flush);

/** One JSON line on stdout (or stderr for a fault); callers pass no personal data. */
export function log(event: string, details: Record<string, unknown> = {}): void {
  write('stdout', line(event, details));
}

/** The same on stderr: something an operator should look at. */
export function logFault(event: string, details: Record<string, unknown> = {}): void {
  write('stderr', line(event, details));
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
