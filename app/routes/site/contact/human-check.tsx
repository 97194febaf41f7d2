import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorText, FieldMessages, getFieldAria, type FieldError } from '#app/components/field.tsx';
import type { ContactMessages } from '#app/content/messages/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import type { Proof } from './prove-work.ts';

const ID = 'verification';

interface HumanCheckProps {
  messages: ContactMessages['human'];
  check: HumanCheckState;
  error: FieldError | undefined;
}

export function HumanCheck({ messages, check, error }: HumanCheckProps) {
  const { state, turnstile } = check;
  const failed = state === 'error';
  const refused = error && state !== 'verified' ? error : undefined;
  return (
    <div className="field noscript:hidden!">
      {turnstile ? (
        <TurnstileWidget check={check} turnstile={turnstile} />
      ) : (
        <CheckBox messages={messages} check={check} error={refused} />
      )}
      <FieldMessages name={ID} error={refused} />
      {failed && <ErrorText role="alert">{messages.failed}</ErrorText>}
    </div>
  );
}

function CheckBox({ messages, check, error }: HumanCheckProps) {
  const { state, solve } = check;
  const working = state === 'checking' || state === 'timed-out';
  return (
    <div className="human-box form-box" data-error={error || state === 'error' ? '' : undefined}>
      <input
        className="tick-box"
        type="checkbox"
        id={ID}
        checked={state === 'verified'}
        disabled={working}
        onChange={() => state !== 'verified' && void solve()}
        {...getFieldAria(ID, error)}
      />
      <label
        className="text-note font-medium whitespace-nowrap large-letters:whitespace-normal"
        htmlFor={ID}
      >
        {working ? messages.checking : messages.label}
      </label>
      <p className="text-note/[1.35] text-ink-3">
        {messages.checkedBy[0]}
        <br />
        {messages.checkedBy[1]}
      </p>
    </div>
  );
}

/** unscripted: as served, before or without JavaScript. late: still at it, but waited for no longer. */
type CheckState = 'unscripted' | 'idle' | 'checking' | 'timed-out' | 'verified' | 'error';

interface Turnstile {
  siteKey: string;
  origin: string;
}

// A proof is renewed this long before it ends, so that a slow writer never sends a stale one.
const RENEW_BEFORE_MS = 30_000;

/**
 * Sending waits for it, but not for a check that failed to load or to work, nor for long: then the
 * enquiry may go the unverified way (ledger CF-2, CF-12). A token counts once.
 */
export function useHumanCheck(turnstile: Turnstile | null, answer: object | undefined) {
  const [state, setState] = useState<CheckState>('unscripted');
  const [token, setToken] = useState('');
  const [spent, setSpent] = useState(0);
  const [judged, setJudged] = useState(answer);
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setState('idle'), []);
  useEffect(() => () => clearTimeout(renewal.current), []);

  if (answer !== judged) {
    setJudged(answer);
    if (answer && state === 'verified') {
      setToken('');
      setState(turnstile ? 'idle' : 'checking');
      setSpent(spent + 1);
    }
  }

  const pass = useCallback((newToken: string) => {
    setToken(newToken);
    setState('verified');
  }, []);
  const fail = useCallback(() => {
    setToken('');
    setState('error');
  }, []);

  const solve = useCallback(async () => {
    setState('checking');
    try {
      const { createProof } = await import('./prove-work.ts');
      const proof: Proof = await createProof();
      clearTimeout(renewal.current);
      renewal.current = setTimeout(solve, proof.expiresAt - Date.now() - RENEW_BEFORE_MS);
      pass(proof.token);
    } catch {
      fail();
    }
  }, [pass, fail]);

  useEffect(() => {
    if (spent > 0 && !turnstile) void solve();
  }, [spent, turnstile, solve]);

  const prepare = useCallback(() => {
    if (!turnstile) import('./prove-work.ts').catch(() => undefined);
  }, [turnstile]);

  // Turnstile is at work from the start, the other check from the click.
  const working = state === 'checking' || (state === 'idle' && turnstile !== null);
  useEffect(() => {
    if (!working) return;
    const timer = setTimeout(() => setState('timed-out'), CONTACT.verificationLimitMs);
    return () => clearTimeout(timer);
  }, [working]);

  const blocksSending = state === 'idle' || state === 'checking';
  return { state, token, spent, turnstile, solve, pass, fail, prepare, blocksSending };
}

export type HumanCheckState = ReturnType<typeof useHumanCheck>;

interface TurnstileApi {
  render(widgetBox: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const WIDGET_WIDTH_PX = 300;

interface TurnstileWidgetProps {
  check: HumanCheckState;
  turnstile: Turnstile;
}

type Size = 'compact' | 'flexible';

function TurnstileWidget(props: TurnstileWidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const observer = new ResizeObserver(([box]) => {
      setSize(box!.contentRect.width < WIDGET_WIDTH_PX ? 'compact' : 'flexible');
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="human-box min-w-0 form-box" data-turnstile ref={box}>
      {size && <Widget key={size} size={size} {...props} />}
    </div>
  );
}

function Widget({ check, turnstile, size }: TurnstileWidgetProps & { size: Size }) {
  const widgetBox = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const { pass, fail, spent } = check;
  const { origin, siteKey } = turnstile;
  useEffect(() => {
    let isUnmounted = false;
    loadTurnstile(origin).then(
      (api) => {
        if (isUnmounted || !widgetBox.current) return;
        widget.current = api.render(widgetBox.current, {
          sitekey: siteKey,
          action: 'contact',
          theme: 'light',
          language: document.documentElement.lang,
          size,
          'refresh-expired': 'auto',
          'response-field': false,
          callback: pass,
          'error-callback': fail,
        });
      },
      () => isUnmounted || fail(),
    );
    return () => {
      isUnmounted = true;
      if (widget.current !== undefined) api()?.remove(widget.current);
      widget.current = undefined;
    };
  }, [origin, siteKey, size, pass, fail]);
  useEffect(() => {
    if (spent > 0 && widget.current !== undefined) api()?.reset(widget.current);
  }, [spent]);
  return <div ref={widgetBox} className="min-w-0 flex-1" />;
}

function api(): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

let loading: Promise<TurnstileApi> | undefined;

function loadTurnstile(origin: string): Promise<TurnstileApi> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${origin}/turnstile/v0/api.js?render=explicit`;
    script.onload = () => {
      const ready = api();
      if (ready) resolve(ready);
      else reject(new Error('Turnstile did not start'));
    };
    script.onerror = () => reject(new Error('Turnstile did not load'));
    document.head.append(script);
  });
  // A failed load is forgotten, so that the next visit to the form loads the script again.
  loading.catch(() => (loading = undefined));
  return loading;
}
