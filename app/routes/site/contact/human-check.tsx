import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ErrorText, FieldTexts, getFieldAria, type FieldError } from '#app/components/field.tsx';
import type { ContactTexts } from '#app/content/texts/contact.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

const ID = 'verification';

/** The line that says how the check stands; it describes the button that waits for it. */
export const CHECK_STATUS_ID = 'check-status';

interface HumanCheckProps {
  texts: ContactTexts['human'];
  human: HumanCheckState;
  error: FieldError | undefined;
  /** Takes the place of the check's own status. */
  sendingText: string | null;
}

/** One quiet line, and a check box only where the check has failed; or the Turnstile widget (VP-9). */
export function HumanCheck({ texts, human, error, sendingText }: HumanCheckProps) {
  const { check, turnstile, solve } = human;
  const shownError = check.kind === 'verified' ? undefined : error;
  const hasFailed = check.kind === 'error';
  const hasCheckBox = hasFailed && !turnstile;
  // Without a check box, the summary of the errors leads to the whole field.
  const errorTargetProps = error && !hasCheckBox ? { id: ID, tabIndex: -1 } : {};

  return (
    <div className="field noscript:hidden!" {...errorTargetProps}>
      {turnstile && <TurnstileBox human={human} turnstile={turnstile} />}
      {hasCheckBox && (
        <p className="flex items-center gap-3">
          <input
            className="tick-box"
            type="checkbox"
            id={ID}
            checked={false}
            onChange={() => void solve()}
            {...getFieldAria(ID, shownError)}
          />
          <label htmlFor={ID}>{texts.label}</label>
        </p>
      )}
      <FieldTexts name={ID} error={shownError} />
      {hasFailed && <ErrorText role="alert">{texts.failed}</ErrorText>}
      {/* Its space is reserved, so that a changing text shifts no layout. */}
      <p className="min-h-lh text-note text-ink-2" id={CHECK_STATUS_ID}>
        {sendingText ?? getStatusText(human, texts)}
      </p>
    </div>
  );
}

function getStatusText(
  { check, turnstile }: HumanCheckState,
  texts: ContactTexts['human'],
): string | null {
  switch (check.kind) {
    case 'server-rendered':
      return null;
    case 'idle':
      return texts.idle;
    case 'checking':
      return texts.checking;
    case 'timed-out':
      return texts.timedOut;
    case 'verified':
      // The widget says itself that it has passed.
      return turnstile ? null : texts.verified;
    case 'error':
      return texts.sendAnyway;
  }
}

type Check =
  /** In the server-rendered HTML: without a script there is no check. */
  | { kind: 'server-rendered' }
  /** The proof of work waits for the first key or touch; Turnstile waits for nothing. */
  | { kind: 'idle' }
  | { kind: 'checking' }
  /** The check still runs, but sending no longer waits for it. */
  | { kind: 'timed-out' }
  /** `renewsAtMs` is the time at which the proof of work is done again, by the clock of the browser. */
  | { kind: 'verified'; token: string; renewsAtMs?: number }
  | { kind: 'error' };

type SetCheck = (check: Check) => void;

interface Turnstile {
  siteKey: string;
  origin: string;
}

interface HumanCheckState {
  check: Check;
  setCheck: SetCheck;
  turnstile: Turnstile | null;
  /** Each number is a new widget. */
  widgetNumber: number;
  /** Does the proof of work, each time anew. */
  solve: () => Promise<void>;
  /** Starts the proof of work, at the first key or touch; has no effect later, or with Turnstile. */
  start: () => void;
  /** Loads the code of the proof of work ahead of its start, if it is needed. */
  prepare: () => void;
  /** The form waits for a result, or for the first key. */
  blocksSending: boolean;
}

/**
 * Returns the state of the human verification. Turnstile starts by itself; without it the proof of work starts when the
 * caller calls `start`. If the check fails or takes too long, the enquiry is sent unverified (CF-2, CF-12). Each new
 * `actionResult` is that of a refused form: if it has used a token, the check begins anew.
 */
export function useHumanCheck(
  turnstile: Turnstile | null,
  actionResult: object | undefined,
): HumanCheckState {
  const hasTurnstile = turnstile !== null;
  const [check, setCheck] = useState<Check>({ kind: 'server-rendered' });
  const [widgetNumber, setWidgetNumber] = useState(0);
  useEffect(() => setCheck({ kind: hasTurnstile ? 'checking' : 'idle' }), [hasTurnstile]);

  const solve = useProofOfWork(check, setCheck);
  const isResultPending = check.kind === 'checking';
  // Before the first key too: the proof of work has not begun.
  const blocksSending = isResultPending || check.kind === 'idle';
  useUnblockAfterTimeLimit(isResultPending, setCheck);

  const replaceUsedToken = useEffectEvent(() => {
    if (!actionResult || check.kind !== 'verified') return;
    if (!hasTurnstile) return void solve();
    setCheck({ kind: 'checking' });
    setWidgetNumber(widgetNumber + 1);
  });
  // Before the paint, so that the refusal is never seen beside the used token.
  useLayoutEffect(() => replaceUsedToken(), [actionResult]);

  // A ref, not `check`: React replays several inputs after hydration, all before `check` has its new value.
  const hasStarted = useRef(false);
  const start = () => {
    if (hasStarted.current || hasTurnstile) return;
    hasStarted.current = true;
    void solve();
  };

  const prepare = () => {
    if (!hasTurnstile) import('./prove-work.ts').catch(() => undefined);
  };

  return { check, setCheck, turnstile, widgetNumber, solve, start, prepare, blocksSending };
}

function useUnblockAfterTimeLimit(isResultPending: boolean, setCheck: SetCheck): void {
  useEffect(() => {
    if (!isResultPending) return;
    const timer = setTimeout(() => setCheck({ kind: 'timed-out' }), CONTACT.verificationLimitMs);
    return () => clearTimeout(timer);
  }, [isResultPending, setCheck]);
}

// A proof is renewed this long before it expires, so that a slow writer never sends an expired one.
const RENEW_BEFORE_MS = 30_000;
const RENEWAL_INTERVAL_MS = CONTACT.challengeMinutes * 60_000 - RENEW_BEFORE_MS;
const EXPIRY_CHECK_INTERVAL_MS = 1000;

/** Returns a function that solves a challenge, and solves a new one each time before the proof expires. */
function useProofOfWork(check: Check, setCheck: SetCheck) {
  const solve = useCallback(async () => {
    setCheck({ kind: 'checking' });
    const renewsAtMs = Date.now() + RENEWAL_INTERVAL_MS;
    try {
      const { fetchAndSolveChallenge } = await import('./prove-work.ts');
      setCheck({ kind: 'verified', token: await fetchAndSolveChallenge(), renewsAtMs });
    } catch {
      setCheck({ kind: 'error' });
    }
  }, [setCheck]);

  const renewsAtMs = check.kind === 'verified' ? check.renewsAtMs : undefined;
  useEffect(() => {
    if (renewsAtMs === undefined) return;
    // Asks the clock: a timer until then would stand still while the phone sleeps.
    const renewIfDue = () => Date.now() >= renewsAtMs && void solve();
    const timer = setInterval(renewIfDue, EXPIRY_CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [renewsAtMs, solve]);

  return solve;
}

interface TurnstileApi {
  render(widgetBox: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

const MIN_FLEXIBLE_WIDTH_PX = 300;

interface TurnstileWidgetProps {
  human: HumanCheckState;
  turnstile: Turnstile;
}

type Size = 'compact' | 'flexible';

function TurnstileBox(props: TurnstileWidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  const { widgetNumber } = props.human;

  useEffect(() => {
    const updateSize = ([entry]: ResizeObserverEntry[]) =>
      setSize(entry!.contentRect.width < MIN_FLEXIBLE_WIDTH_PX ? 'compact' : 'flexible');

    const observer = new ResizeObserver(updateSize);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="human-box min-w-0 form-box" data-turnstile ref={box}>
      {size && <TurnstileWidget key={`${size} ${widgetNumber}`} size={size} {...props} />}
    </div>
  );
}

function TurnstileWidget({ human, turnstile, size }: TurnstileWidgetProps & { size: Size }) {
  const widgetBox = useRef<HTMLDivElement>(null);
  const { setCheck } = human;
  const { origin, siteKey } = turnstile;

  useEffect(() => {
    let isUnmounted = false;
    let widget: string | undefined;
    const fail = () => setCheck({ kind: 'error' });

    loadTurnstile(origin).then(
      (turnstileApi) => {
        if (isUnmounted || !widgetBox.current) return;
        widget = turnstileApi.render(widgetBox.current, {
          sitekey: siteKey,
          action: 'contact',
          theme: 'light',
          language: document.documentElement.lang,
          size,
          'refresh-expired': 'auto',
          'response-field': false,
          callback: (token: string) => setCheck({ kind: 'verified', token }),
          'error-callback': fail,
        });
      },
      () => isUnmounted || fail(),
    );
    return () => {
      isUnmounted = true;
      if (widget !== undefined) getTurnstileApi()?.remove(widget);
    };
  }, [origin, siteKey, size, setCheck]);

  return <div ref={widgetBox} className="min-w-0 flex-1" />;
}

function getTurnstileApi(): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

let turnstileLoad: Promise<TurnstileApi> | undefined;

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
