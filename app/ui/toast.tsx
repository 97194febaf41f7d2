import { useState } from 'react';

export interface ToastMessage {
  tone: 'success' | 'error' | 'neutral';
  title: string;
  text?: string;
  /** Tells apart two that say the same, one after the other. */
  id?: number;
}

/**
 * The place where toasts appear: a polite live region. It stands in the page even when it is empty,
 * because screen readers announce only what is added to a region that they know.
 */
export function Toasts({ messages }: { messages: readonly ToastMessage[] }) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {messages.map((message) => (
        <Toast key={`${message.id ?? ''} ${message.title} ${message.text ?? ''}`} {...message} />
      ))}
    </div>
  );
}

function Toast({ tone, title, text }: ToastMessage) {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <div className={tone === 'neutral' ? 'toast' : `toast toast--${tone}`}>
      <b>{title}</b>
      <button className="x" type="button" aria-label="Dismiss" onClick={() => setDismissed(true)} />
      {text && <p>{text}</p>}
    </div>
  );
}
