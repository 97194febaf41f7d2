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
  const className = isHydrated ? 'contents' : 'invisible contents noscript:hidden';
  return (
    <fieldset className={className} disabled={!isHydrated}>
      {children}
    </fieldset>
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
  /** Changes with each refusal, after which the browser may offer its passkeys again. */
  error: object | undefined;
}

/** The button, and the passkeys among the browser's suggestions in the field of the e-mail. */
export function PasskeyLogin({ token, label, failedMessage, error }: PasskeyLoginProps) {
  const submit = useSubmit();
  const [hasFailed, setHasFailed] = useState(false);
  const start = useCallback(
    async (useBrowserAutofill: boolean) => {
      setHasFailed(false);
      try {
        const tools = await loadPasskeyTools(href('/admin/passkey/options'));
        if (useBrowserAutofill && !(await tools.browserSupportsWebAuthnAutofill())) return;
        const { optionsJSON } = tools;
        const response = await tools.startAuthentication({ optionsJSON, useBrowserAutofill });
        const fields = { csrf_token: token, response: JSON.stringify(response) };
        await submit(fields, { method: 'post', action: href('/admin/passkey') });
      } catch {
        // Cancelled, or replaced by a newer question: only who pressed the button is told.
        setHasFailed(!useBrowserAutofill);
      }
    },
    [submit, token],
  );
  useEffect(() => {
    if (!hasPasskeys()) return;
    void start(true);
    const timer = setInterval(() => void start(true), REFRESH_MS);
    return () => clearInterval(timer);
  }, [start, error]);
  return (
    <PasskeysOnly>
      <div className="grid justify-items-start gap-2">
        <Button variant="plain" onClick={() => void start(false)}>
          {label}
        </Button>
        {hasFailed && <p role="alert">{failedMessage}</p>}
      </div>
    </PasskeysOnly>
  );
}
