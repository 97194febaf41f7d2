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
  const shownError = state === 'verified' ? undefined : error;
  return (
    <div className="field noscript:hidden!">
      {turnstile ? (
        <TurnstileWidget check={check} turnstile={turnstile} />
      ) : (
        <CheckBox messages={messages} check={check} error={shownError} />
      )}
      <FieldMessages name={ID} error={shownError} />
      {state === 'error' && <ErrorText role="alert">{messages.failed}</ErrorText>}
    </div>
  );
}

function CheckBox({ messages, check, error }: HumanCheckProps) {
  const { state, solve } = check;
  const isWorking = state === 'checking' || state === 'timed-out';
  return (
    <div className="human-box form-box" data-error={error || state === 'error' ? '' : undefined}>
      <input
        className="tick-box"
        type="checkbox"
        id={ID}
        checked={state === 'verified'}
        disabled={isWorking}
        onChange={() => state !== 'verified' && void solve()}
        {...getFieldAria(ID, error)}
      />
      <label
        className="text-note font-medium whitespace-nowrap large-letters:whitespace-normal"
        htmlFor={ID}
      >
        {isWorking ? messages.checking : messages.label}
      </label>
      <p className="text-note/[1.35] text-ink-3">
        {messages.checkedBy[0]}
        <br />
        {messages.checkedBy[1]}
      </p>
    </div>
  );
}

/** unscripted: as rendered by the server. timed-out: still checking, but sending no longer waits. */
type CheckState = 'unscripted' | 'idle' | 'checking' | 'timed-out' | 'verified' | 'error';

interface Turnstile {
  siteKey: string;
  origin: string;
}

/**
 * Returns the state of the human verification. Sending waits for it, but neither for a check that failed
 * to load or to work nor for long: then the enquiry may go unverified (CF-2, CF-12). A token counts once,
 * so each refused form (`answer`) starts a new check.
 */
export function useHumanCheck(turnstile: Turnstile | null, answer: object | undefined) {
  const [state, setState] = useState<CheckState>('unscripted');
  const [token, setToken] = useState('');
  const [spentTokens, setSpentTokens] = useState(0);
  const [lastAnswer, setLastAnswer] = useState(answer);
  useEffect(() => setState('idle'), []);

  if (answer !== lastAnswer) {
    setLastAnswer(answer);
    if (answer && state === 'verified') {
      setToken('');
      setState(turnstile ? 'idle' : 'checking');
      setSpentTokens(spentTokens + 1);
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

  const solve = useProofOfWork(setState, pass, fail);
  useEffect(() => {
    if (spentTokens > 0 && !turnstile) void solve();
  }, [spentTokens, turnstile, solve]);

  const prepare = () => {
    if (!turnstile) import('./prove-work.ts').catch(() => undefined);
  };

  // Turnstile works from the start, the proof of work from the click.
  useTimedOutState(state === 'checking' || (state === 'idle' && turnstile !== null), setState);

  const blocksSending = state === 'idle' || state === 'checking';
  return { state, token, spentTokens, turnstile, solve, pass, fail, prepare, blocksSending };
}

type SetState = (state: CheckState) => void;

// A proof is renewed this long before it expires, so that a slow writer never sends an expired one.
const RENEW_BEFORE_MS = 30_000;

/** Returns a function that solves a challenge, and a new one each time before the proof expires. */
function useProofOfWork(setState: SetState, pass: (token: string) => void, fail: () => void) {
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(renewal.current), []);
  return useCallback(
    async function solve() {
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
    },
    [setState, pass, fail],
  );
}

function useTimedOutState(isWorking: boolean, setState: SetState): void {
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(() => setState('timed-out'), CONTACT.verificationLimitMs);
    return () => clearTimeout(timer);
  }, [isWorking, setState]);
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
  const { pass, fail, spentTokens } = check;
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
    if (spentTokens > 0 && widget.current !== undefined) api()?.reset(widget.current);
  }, [spentTokens]);
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
