import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a form whose first refused field gets the focus when an answer arrives. */
export function useFocusOnError(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return form;
}
