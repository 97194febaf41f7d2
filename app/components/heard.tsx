import { useEffect } from 'react';
import { createPath, useNavigation } from 'react-router';

const PATIENCE_MS = 15_000;

export function Heard() {
  const { state, location: to, formMethod } = useNavigation();
  const waiting = state !== 'idle';
  const path = to && !formMethod ? createPath(to) : null;
  useEffect(() => {
    // There is one in each area's frame: this asks for whichever is there.
    const main = document.querySelector('main');
    if (waiting) main?.setAttribute('aria-busy', 'true');
    return () => main?.removeAttribute('aria-busy');
  }, [waiting]);
  useEffect(() => {
    if (path === null) return;
    const timer = setTimeout(() => location.assign(path), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return waiting && <div className="heard" data-heard="" />;
}
