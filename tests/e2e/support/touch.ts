import type { Page } from '@playwright/test';

interface Stroke {
  from: readonly [x: number, y: number];
  by: readonly [x: number, y: number];
  /** How long the finger is on the glass, by the clock of the touch screen. */
  ms?: number;
}

/** Draws one finger over the page, as the device would report it. */
export async function swipe(page: Page, { from, by, ms = 120 }: Stroke): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 6;
  const began = Date.now() - ms;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: (began + ms * share) / 1000,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from[0] + by[0] * share, y: from[1] + by[1] * share }],
    });
  await send('touchStart', 0);
  for (let i = 1; i <= steps; i++) await send('touchMove', i / steps);
  await send('touchEnd', 1);
  await session.detach();
}
