import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { MOTION } from '#app/components/site-limits.ts';
import { useUiWords } from '#app/components/words.ts';

/** The same object is the same toast; another with the same words is shown again. */
export interface ToastMessage {
  tone: 'success' | 'error' | 'neutral';
  title: string;
  text?: string;
}

export interface ActionToast extends ToastMessage {
  action?: ReactNode;
}

interface ToastsProps {
  messages: readonly ActionToast[];
  silent?: boolean;
}

/** There even when empty: screen readers announce only what is added to a region they know. */
export function Toasts({ messages, silent }: ToastsProps) {
  const message = messages.at(-1);
  const side = useFreeSide(message);
  const [last, setLast] = useState({ message, count: 0 });
  if (message !== last.message) setLast({ message, count: last.count + 1 });
  return (
    <div className="toasts" role="status" aria-live={silent ? 'off' : 'polite'} data-side={side}>
      {message && <Toast key={last.count} {...message} />}
    </div>
  );
}

export function useToast(
  tone: ToastMessage['tone'],
  answer: { title: string; message: string } | null | undefined,
): ToastMessage[] {
  return useMemo(
    () => (answer ? [{ tone, title: answer.title, text: answer.message }] : []),
    [tone, answer],
  );
}

const tones = {
  success: '[--tone:#8fd3a6]',
  error: '[--tone:#ff9c8d]',
  neutral: '',
} as const;

function Toast({ tone, title, text, action }: ActionToast) {
  const { dismiss } = useUiWords();
  const [dismissed, setDismissed] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (tone === 'error' || held) return;
    const timer = setTimeout(() => setDismissed(true), MOTION.toastStaysMs);
    return () => clearTimeout(timer);
  }, [tone, held]);
  if (dismissed) return null;
  return (
    <div
      className={`toast ink ${tones[tone]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.matches(':focus-within'))}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
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

function useFreeSide(message: ToastMessage | undefined): 'start' | 'end' {
  const [side, setSide] = useState<'start' | 'end'>('end');
  useLayoutEffect(() => {
    if (!message) return;
    const used = document.querySelector(':is(a, button, input, select, textarea):focus');
    const { top, bottom } = used?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    setSide(top + bottom > innerHeight ? 'start' : 'end');
  }, [message]);
  return side;
}
