import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorText, FieldMessages, getFieldAria, type FieldError } from '#app/components/field.tsx';
import type { ContactMessages } from '#app/content/messages/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

const ID = 'verification';

/** The line that says how the check stands; it describes the button that waits for it. */
export const CHECK_STATUS_ID = 'check-status';

interface HumanCheckProps {
  messages: ContactMessages['human'];
  check: HumanCheckState;
  error: FieldError | undefined;
  /** Takes the place of the check's own status. */
  sendingText: string | null;
}

/** One quiet line, and a check box only where the check has failed; or the Turnstile widget (VP-9). */
export function HumanCheck({ messages, check, error, sendingText }: HumanCheckProps) {
  const { state, turnstile, solve } = check;
  const shownError = state === 'verified' ? undefined : error;
  const hasFailed = state === 'error';

  return (
    <div className="field noscript:hidden!">
      {turnstile && <TurnstileBox check={check} turnstile={turnstile} />}
      {hasFailed && !turnstile && (
        <p className="flex items-center gap-3">
          <input
            className="tick-box"
            type="checkbox"
            id={ID}
            checked={false}
            onChange={() => void solve()}
            {...getFieldAria(ID, shownError)}
          />
          <label htmlFor={ID}>{messages.label}</label>
        </p>
      )}
      <FieldMessages name={ID} error={shownError} />
      {hasFailed && <ErrorText role="alert">{messages.failed}</ErrorText>}
      {/* Its space is reserved, so that a changing text shifts no layout. */}
      <p className="min-h-lh text-note text-ink-2" id={CHECK_STATUS_ID}>
        {sendingText ?? getStatusText(check, messages)}
      </p>
    </div>
  );
}

function getStatusText(
  { state, turnstile }: HumanCheckState,
  messages: ContactMessages['human'],
): string | null {
  if (state === 'unscripted') return null;
  if (state === 'timed-out') return messages.timedOut;
  if (state === 'error') return messages.sendAnyway;

  // The widget says itself that it has passed.
  if (turnstile && state === 'verified') return null;
  return turnstile ? messages.checking : messages[state];
}

type CheckState =
  /** The state in the server-rendered HTML: without a script there is no check. */
  | 'unscripted'
  /** Turnstile works already; the proof of work waits for the first key or touch. */
  | 'idle'
  | 'checking'
  /** The check still runs, but sending no longer waits for it. */
  | 'timed-out'
  | 'verified'
  | 'error';

interface Turnstile {
  siteKey: string;
  origin: string;
}

export interface HumanCheckState {
  state: CheckState;
  /** The proof for the form; empty unless verified. */
  token: string;
  /** How many tokens refused forms have spent. */
  spentTokens: number;
  /** Null for the proof of work. */
  turnstile: Turnstile | null;
  solve: () => Promise<void>;
  /** Starts the proof of work with the first key or touch. */
  start: () => void;
  /** Ends the check with a token, or without one. */
  pass: (newToken: string) => void;
  fail: () => void;
  /** Loads the code of the proof of work ahead of its start. */
  prepare: () => void;
  blocksSending: boolean;
}

/**
 * Returns the state of the human verification: by Turnstile, or without it by a proof of work. Sending waits for
 * it, but not for a check that fails or takes too long: then the enquiry is sent unverified (CF-2, CF-12). A token
 * counts once, so another `actionResult`, which means a refused form, starts a new check.
 */
export function useHumanCheck(
  turnstile: Turnstile | null,
  actionResult: object | undefined,
): HumanCheckState {
  const hasTurnstile = turnstile !== null;
  const { setState, ...check } = useCheckToken(actionResult, hasTurnstile ? 'idle' : 'checking');
  const { state, spentTokens, pass, fail } = check;
  const solve = useProofOfWork(setState, pass, fail);

  // A spent token is replaced at once; TurnstileWidget does this for itself.
  useEffect(() => {
    if (spentTokens > 0 && !hasTurnstile) void solve();
  }, [spentTokens, hasTurnstile, solve]);

  const start = () => {
    // Unscripted during hydration, which repeats what was typed before it.
    const hasNotBegun = state === 'idle' || state === 'unscripted';
    if (hasNotBegun && !hasTurnstile) void solve();
  };
  const prepare = () => {
    if (!hasTurnstile) import('./prove-work.ts').catch(() => undefined);
  };

  // Turnstile works from the start, the proof of work from the first key or touch.
  const isWorking = state === 'checking' || (state === 'idle' && hasTurnstile);
  useTimedOutState(isWorking, setState);

  const blocksSending = state === 'idle' || state === 'checking';
  return { ...check, turnstile, solve, start, prepare, blocksSending };
}

/** Holds the state of a check and its token. A refused form spends the token; then the state is `stateAfterRefusal`. */
function useCheckToken(actionResult: object | undefined, stateAfterRefusal: CheckState) {
  const [state, setState] = useState<CheckState>('unscripted');
  const [token, setToken] = useState('');
  const [spentTokens, setSpentTokens] = useState(0);
  const [lastResult, setLastResult] = useState(actionResult);

  useEffect(() => setState('idle'), []);

  // Set during the render, so that none shows the refusal beside the spent token.
  if (actionResult !== lastResult) {
    setLastResult(actionResult);
    if (actionResult && state === 'verified') {
      setToken('');
      setState(stateAfterRefusal);
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

  return { state, setState, token, spentTokens, pass, fail };
}

type SetState = (state: CheckState) => void;

// A proof is renewed this long before it expires, so that a slow writer never sends an expired one.
const RENEW_BEFORE_MS = 30_000;
const RENEWAL_INTERVAL_MS = CONTACT.challengeMinutes * 60_000 - RENEW_BEFORE_MS;

/** Returns a function that solves a challenge. A new one is solved each time before the proof expires. */
function useProofOfWork(setState: SetState, pass: (token: string) => void, fail: () => void) {
  const [renewsAtMs, setRenewsAtMs] = useState<number>();

  const solve = useCallback(async () => {
    setState('checking');
    // By the clock of the browser alone, which may differ from that of the server.
    const startedAtMs = Date.now();
    try {
      const { fetchAndSolveChallenge } = await import('./prove-work.ts');
      pass(await fetchAndSolveChallenge());
      setRenewsAtMs(startedAtMs + RENEWAL_INTERVAL_MS);
    } catch {
      fail();
    }
  }, [setState, pass, fail]);

  useEffect(() => {
    if (renewsAtMs === undefined) return;
    const timer = setTimeout(solve, renewsAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [renewsAtMs, solve]);

  return solve;
}

function useTimedOutState(isWorking: boolean, setState: SetState): void {
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(() => setState('timed-out'), CONTACT.verificationLimitMs);
    return () => clearTimeout(timer);
  }, [isWorking, setState]);
}

interface TurnstileApi {
  render(widgetBox: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

/** The smallest width of the flexible widget. */
const WIDGET_WIDTH_PX = 300;

interface TurnstileWidgetProps {
  check: HumanCheckState;
  turnstile: Turnstile;
}

type Size = 'compact' | 'flexible';

/** Measures its own width, which decides the size of the widget. */
function TurnstileBox(props: TurnstileWidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();

  useEffect(() => {
    const updateSize = ([entry]: ResizeObserverEntry[]) =>
      setSize(entry!.contentRect.width < WIDGET_WIDTH_PX ? 'compact' : 'flexible');

    const observer = new ResizeObserver(updateSize);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="human-box min-w-0 form-box" data-turnstile ref={box}>
      {size && <TurnstileWidget key={size} size={size} {...props} />}
    </div>
  );
}

function TurnstileWidget({ check, turnstile, size }: TurnstileWidgetProps & { size: Size }) {
  const widgetBox = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const { pass, fail, spentTokens } = check;
  const { origin, siteKey } = turnstile;

  useEffect(() => {
    let isUnmounted = false;
    loadTurnstile(origin).then(
      (turnstileApi) => {
        if (isUnmounted || !widgetBox.current) return;
        widget.current = turnstileApi.render(widgetBox.current, {
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
      if (widget.current !== undefined) getTurnstileApi()?.remove(widget.current);
      widget.current = undefined;
    };
  }, [origin, siteKey, size, pass, fail]);

  useEffect(() => {
    if (spentTokens > 0 && widget.current !== undefined) getTurnstileApi()?.reset(widget.current);
  }, [spentTokens]);

  return <div ref={widgetBox} className="min-w-0 flex-1" />;
}

function getTurnstileApi(): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

let turnstileLoad: Promise<TurnstileApi> | undefined;

/** Loads the script of Turnstile once for the document. */
function loadTurnstile(origin: string): Promise<TurnstileApi> {
  turnstileLoad ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${origin}/turnstile/v0/api.js?render=explicit`;

    script.onload = () => {
      const turnstileApi = getTurnstileApi();
      if (turnstileApi) resolve(turnstileApi);
      else reject(new Error('Turnstile did not start'));
    };
    script.onerror = () => reject(new Error('Turnstile did not load'));

    document.head.append(script);
  });

  // A failed load is forgotten, so that the next visit to the form loads the script again.
  turnstileLoad.catch(() => (turnstileLoad = undefined));
  return turnstileLoad;
}
