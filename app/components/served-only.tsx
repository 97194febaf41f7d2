import { type ReactNode, useEffect, useState } from 'react';
import { useScripted } from './use-scripted.ts';

/**
 * What only the server may write: inline scripts. A browser that draws the document anew (the last
 * error page does) leaves them out, because Trusted Types forbid a script that a script makes; the
 * mark that the boot script leaves for the styles is set again.
 */
export function ServedOnly({ children }: { children: ReactNode }) {
  const [served] = useState(!useScripted());
  useEffect(() => {
    if (!served) document.documentElement.classList.add('js');
  }, [served]);
  return served && children;
}
