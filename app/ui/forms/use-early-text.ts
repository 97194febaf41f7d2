import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * A ref for the text area of an id. What was typed into it before the script took over stays: React
 * would set it back to what the page came with.
 */
export function useEarlyText(id: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  const isTakingOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [early] = useState(() => (isTakingOver ? textIn(id) : undefined));
  useLayoutEffect(() => {
    if (field.current && early !== undefined) field.current.value = early;
  }, [early]);
  return field;
}

function textIn(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element.value : undefined;
}
