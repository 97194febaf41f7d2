import type { Browser } from '@playwright/test';

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args: { elementCount?: number };
}

/** Follows how many elements a browser computes the styles of. */
export async function traceStyles(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink', 'devtools.timeline', 'loading'] },
  });
  return {
    /** Ends the trace. An element counts each time it was styled since the last page was painted. */
    async elementsStyledSincePaint(): Promise<number> {
      const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await ended;
      await session.detach();
      events.sort((one, other) => one.ts - other.ts);
      const painted = events.findLast(({ name }) => name === 'firstContentfulPaint');
      if (!painted) throw new Error('no page was painted');
      return events
        .filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts > painted.ts)
        .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
    },
  };
}
