import type { Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args: { elementCount?: number; frame?: string; beginData?: { frame: string } };
}

/**
 * Follows how many elements of a page a browser computes the styles of. Its own windows, which
 * Chromium draws as pages too, do not count.
 */
export async function traceStyles(page: Page) {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const frame = await mainFrame(page);
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
      const painted = events.findLast(
        ({ name, args }) => name === 'firstContentfulPaint' && args.frame === frame,
      );
      if (!painted) throw new Error('no page was painted');
      return events
        .filter(({ name, ts, args }) => {
          return name === 'UpdateLayoutTree' && ts > painted.ts && args.beginData?.frame === frame;
        })
        .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
    },
  };
}

async function mainFrame(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.detach();
  return frameTree.frame.id;
}
