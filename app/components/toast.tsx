import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { MOTION } from '#app/components/site-limits.ts';
import { useUiTexts } from '#app/components/texts.ts';

export interface ToastMessage {
  tone: 'success' | 'error';
  title: string;
  text?: ReactNode;
  /** How long it stays, unless it is an error. */
  staysMs?: number;
  /** A form with a button, such as Undo. */
  action?: ReactNode;
}

interface ToastRegionProps {
  /** Each new object is a new toast, even with the same text: not dismissed yet, and shown for the full time. */
  toast: ToastMessage | undefined;
  /** Something else on the page announces the message. */
  silent?: boolean;
}

/**
 * Shows and announces a toast: an error until it is dismissed, any other for a time. Renders even without one: screen readers
 * announce changes only in a live region they know.
 */
export function ToastRegion({ toast, silent }: ToastRegionProps) {
  const side = useSideAwayFromFocus(toast);
  const [lastToast, setLastToast] = useState({ toast, number: 0 });
  // Its number is the key, so that an equal toast is mounted anew.
  if (toast !== lastToast.toast) setLastToast({ toast, number: lastToast.number + 1 });

  return (
    <div className="toasts" role="status" aria-live={silent ? 'off' : 'polite'} data-side={side}>
      {toast && <Toast key={lastToast.number} {...toast} />}
    </div>
  );
}

/** Returns the same toast on each render, until the tone or the object `texts` is another; undefined without texts. */
export function useToastMessage(
  tone: ToastMessage['tone'],
  texts: { title: string; text: ReactNode } | null | undefined,
): ToastMessage | undefined {
  return useMemo(
    () => (texts ? { tone, title: texts.title, text: texts.text } : undefined),
    [tone, texts],
  );
}

const toneClasses = {
  success: '[--tone:#8fd3a6]',
  error: '[--tone:#ff9c8d]',
} as const;

function Toast({ tone, title, text, action, staysMs = MOTION.toastStaysMs }: ToastMessage) {
  const { dismiss } = useUiTexts();
  const [isDismissed, setDismissed] = useState(false);
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (tone === 'error' || isPaused) return;
    const timer = setTimeout(() => setDismissed(true), staysMs);
    return () => clearTimeout(timer);
  }, [tone, isPaused, staysMs]);

  if (isDismissed) return null;

  return (
    <div
      className={`toast ink ${toneClasses[tone]}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={({ currentTarget }) => setPaused(currentTarget.matches(':focus-within'))}
      onFocus={() => setPaused(true)}
      onBlur={({ currentTarget }) => setPaused(currentTarget.matches(':hover'))}
    >
      <b className="font-bold">{title}</b>
      <button
        className="cross no-js:hidden"
        type="button"
        aria-label={dismiss}
        onClick={() => setDismissed(true)}
      />
      {text && <p className="leading-note text-on-ink-2">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}

/** Returns 'start' when the focused control is in the lower half of the window, where toasts would cover it. */
function useSideAwayFromFocus(toast: ToastMessage | undefined): 'start' | 'end' {
  const [side, setSide] = useState<'start' | 'end'>('end');

  useLayoutEffect(() => {
    if (!toast) return;

    const focusedControl = document.querySelector(':is(a, button, input, select, textarea):focus');
    const { top, bottom } = focusedControl?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    setSide(top + bottom > innerHeight ? 'start' : 'end');
  }, [toast]);

  return side;
}
