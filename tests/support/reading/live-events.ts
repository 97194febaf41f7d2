import { expect } from 'vitest';
import type { PlainBrowser } from './browser.ts';

/** Opens the event stream of the desk, after the last enquiry and message that its page showed. */
export async function listenToEvents(
  site: string,
  { cookie }: PlainBrowser,
  { since, messages = 0 }: { since: number; messages?: number },
) {
  const stopped = new AbortController();
  const path = `/admin/dashboard/events?since=${since}&messages=${messages}`;
  const response = await fetch(site + path, { headers: { cookie }, signal: stopped.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** The next event, comments left out; null at the end. */
    async next(): Promise<string | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        const block = text.slice(0, Math.max(0, end));
        if (end >= 0) text = text.slice(end + 2);
        if (block && !block.startsWith(':')) return block;
        if (end >= 0) continue;
        const { done, value } = await reader.read();
        if (done) return null;
        text += value;
      }
    },
    async stop() {
      stopped.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
