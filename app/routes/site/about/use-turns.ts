import { useEffect, useRef, useState } from 'react';
import { MOTION } from '#app/ui/site-limits.ts';
import { useReducedMotion } from '#app/routes/site/motion/reduced-motion.ts';

/**
 * Takes `count` items in turn, 1200 ms each, while their list is in view (ledger A-5). It waits
 * while the reader points at one, which then is the one; it stops under reduced motion.
 */
export function useTurns(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const calm = useReducedMotion();
  const inView = useInView(list);
  const [playing, setPlaying] = useState(true);
  const [pointed, setPointed] = useState(false);
  const [turn, setTurn] = useState(0);
  const running = playing && inView && !pointed && !calm;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setTurn((turn + 1) % count), MOTION.procedureStepMs);
    return () => clearTimeout(timer);
  }, [running, turn, count]);
  const point = (index: number) => {
    setPointed(true);
    setTurn(index);
  };
  return {
    list,
    /** The item whose turn it is. */
    turn: inView && !calm ? turn : undefined,
    playing,
    toggle: () => setPlaying(!playing),
    point,
    leave: () => setPointed(false),
  };
}

function useInView(list: React.RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!list.current) return;
    const observer = new IntersectionObserver((seen) => {
      setInView(seen.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return inView;
}
