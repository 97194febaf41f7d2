/** One JSON line on stdout (or stderr for a fault); callers pass no personal data. */
export function log(event: string, details: Record<string, unknown> = {}): void {
  process.stdout.write(`${line(event, details)}\n`);
}

/** The same on stderr: something an operator should look at. */
export function logFault(event: string, details: Record<string, unknown> = {}): void {
  process.stderr.write(`${line(event, details)}\n`);
}

function line(event: string, details: Record<string, unknown>): string {
  return JSON.stringify({ time: new Date().toISOString(), event, ...details });
}
