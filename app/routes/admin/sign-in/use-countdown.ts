import { useEffect, useState } from 'react';
import { AUTH } from '#app/domain/limits.ts';

/** Seconds left of a span that began when it was received; counts down to 0 (ledger AL-6). */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, AUTH.lockoutCountdownMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
