import { useEffect } from 'react';

/**
 * Lets the pointer through a page change. While it lasts, pictures of the two pages cover the page
 * and swallow clicks; so a press ends the animation, and its click goes to what stands there.
 */
export function useClickThrough(): void {
  useEffect(() => {
    let covered = false;
    const press = () => (covered = endPageChange());
    const pass = (click: MouseEvent) => {
      if (!covered || click.target !== document.documentElement) return;
      covered = false;
      repeatUncovered(click);
    };
    addEventListener('pointerdown', press);
    addEventListener('click', pass);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('click', pass);
    };
  }, []);
}

function endPageChange(): boolean {
  const running = document.getAnimations().filter(({ effect }) => {
    return (effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition');
  });
  for (const animation of running) animation.finish();
  return running.length > 0;
}

/** The cover of an animation that was ended goes within a few frames. */
function repeatUncovered(click: MouseEvent, frames = 10): void {
  requestAnimationFrame(() => {
    const target = document.elementFromPoint(click.clientX, click.clientY);
    if (target === document.documentElement && frames > 0) repeatUncovered(click, frames - 1);
    else target?.dispatchEvent(new MouseEvent('click', click));
  });
}
