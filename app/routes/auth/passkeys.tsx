import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { href, useSubmit } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';

// The options' challenge is valid for five minutes.
const REFRESH_MS = 4 * 60_000;

const hasPasskeys = () => typeof PublicKeyCredential === 'function';

/** Shows its children where the browser has passkeys, and keeps their place until that is known. */
export function PasskeysOnly({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  if (isHydrated && !hasPasskeys()) return null;
  return (
    <div className={`w-full ${isHydrated ? '' : 'invisible noscript:hidden'}`}>{children}</div>
  );
}

/** Fetches WebAuthn options and loads the library, which no public page needs. */
export async function loadPasskeyTools(optionsUrl: string) {
  const [tools, response] = await Promise.all([
    import('@simplewebauthn/browser'),
    fetch(optionsUrl),
  ]);
  return { ...tools, optionsJSON: await response.json() };
}

interface PasskeyLoginProps {
  token: string;
  label: string;
  failedMessage: string;
  /** Changes with each refusal, after which the browser offers its passkeys again. */
  error: object | undefined;
}

/** The button, and the passkeys among the browser's suggestions in the e-mail field. */
export function PasskeyLogin({ token, label, failedMessage, error }: PasskeyLoginProps) {
  const submit = useSubmit();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const askBrowser = useCallback(
    async (useBrowserAutofill: boolean) => {
      const { optionsJSON, ...tools } = await loadPasskeyTools(href('/admin/passkey/options'));
      if (useBrowserAutofill && !(await tools.browserSupportsWebAuthnAutofill())) return;
      const response = await tools.startAuthentication({ optionsJSON, useBrowserAutofill });
      const fields = { csrf_token: token, response: JSON.stringify(response) };
      await submit(fields, { method: 'post', action: href('/admin/passkey') });
    },
    [submit, token],
  );
  useEffect(() => {
    // A new offer would cancel the question that the button has opened.
    if (!hasPasskeys() || state === 'asking') return;
    // A refresh or the button cancels an offer, which then has nothing to report.
    const offer = () => void askBrowser(true).catch(() => undefined);
    offer();
    const timer = setInterval(offer, REFRESH_MS);
    return () => clearInterval(timer);
  }, [askBrowser, error, state]);
  const signIn = () => {
    setState('asking');
    askBrowser(false).then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <PasskeysOnly>
      <div className="grid justify-items-start gap-2">
        <Button variant="plain" busy={state === 'asking'} onClick={signIn}>
          {label}
        </Button>
        {state === 'failed' && <p role="alert">{failedMessage}</p>}
      </div>
    </PasskeysOnly>
  );
}
