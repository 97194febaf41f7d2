import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useUiMessages } from '#app/components/messages.ts';
import { MOTION } from '#app/components/site-limits.ts';

/** Compared by identity: another object with the same text is shown as a new toast. */
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

/** Rendered even when empty: screen readers announce only changes to a live region they know. */
export function Toasts({ messages, silent }: ToastsProps) {
  const message = messages.at(-1);
  const side = useSideAwayFromFocus(message);
  const [lastMessage, setLast] = useState({ message, count: 0 });
  if (message !== lastMessage.message) setLast({ message, count: lastMessage.count + 1 });
  return (
    <div className="toasts" role="status" aria-live={silent ? 'off' : 'polite'} data-side={side}>
      {message && <Toast key={lastMessage.count} {...message} />}
    </div>
  );
}

export function useToastMessages(
  tone: ToastMessage['tone'],
  answer: { title: string; message: string } | null | undefined,
): ToastMessage[] {
  return useMemo(
    () => (answer ? [{ tone, title: answer.title, text: answer.message }] : []),
    [tone, answer],
  );
}

const toneClasses = {
  success: '[--tone:#8fd3a6]',
  error: '[--tone:#ff9c8d]',
  neutral: '',
} as const;

function Toast({ tone, title, text, action }: ActionToast) {
  const { dismiss } = useUiMessages();
  const [dismissed, setDismissed] = useState(false);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (tone === 'error' || isPaused) return;
    const timer = setTimeout(() => setDismissed(true), MOTION.toastStaysMs);
    return () => clearTimeout(timer);
  }, [tone, isPaused]);
  if (dismissed) return null;
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

function useSideAwayFromFocus(message: ToastMessage | undefined): 'start' | 'end' {
  const [side, setSide] = useState<'start' | 'end'>('end');
  useLayoutEffect(() => {
    if (!message) return;
    const focusedControl = document.querySelector(':is(a, button, input, select, textarea):focus');
    const { top, bottom } = focusedControl?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    setSide(top + bottom > innerHeight ? 'start' : 'end');
  }, [message]);
  return side;
}
