import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { href, useSubmit } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import type { SignInTexts } from '#app/content/texts/auth.server.ts';

// The options' challenge is valid for five minutes.
const REFRESH_MS = 4 * 60_000;

const hasPasskeys = () => typeof PublicKeyCredential === 'function';

/** Renders its children in browsers with passkeys. Until hydration it only keeps their place. */
export function IfPasskeysSupported({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  if (isHydrated && !hasPasskeys()) return null;
  return (
    <div className={`w-full ${isHydrated ? '' : 'invisible noscript:hidden'}`}>{children}</div>
  );
}

/** Loads the library only now, because no public page needs it. Throws without a usable response. */
export async function loadPasskeyLibraryAndOptions(optionsUrl: string) {
  const [library, response] = await Promise.all([
    import('@simplewebauthn/browser'),
    fetch(optionsUrl),
  ]);
  return { library, optionsJSON: await response.json() };
}

interface PasskeyLoginProps {
  token: string;
  texts: Pick<SignInTexts, 'passkey' | 'passkeyFailed'>;
  /** A new object for each refusal. */
  error: object | undefined;
}

/** Shows a button that asks for a passkey. The browser also suggests its passkeys in the e-mail field. */
export function PasskeyLogin({ token, texts, error }: PasskeyLoginProps) {
  const submit = useSubmit();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');

  /** With a signal, suggests passkeys in place of a dialog, unless it has aborted by then. */
  const signIn = async (suggestionSignal?: AbortSignal) => {
    const optionsUrl = href('/admin/passkey/options');
    const { library, optionsJSON } = await loadPasskeyLibraryAndOptions(optionsUrl);
    const useBrowserAutofill = suggestionSignal !== undefined;
    if (useBrowserAutofill && !(await library.browserSupportsWebAuthnAutofill())) return;
    if (suggestionSignal?.aborted) return;

    const response = await library.startAuthentication({ optionsJSON, useBrowserAutofill });
    const fields = { csrf_token: token, response: JSON.stringify(response) };
    await submit(fields, { method: 'post', action: href('/admin') });
  };

  // A refresh or the button cancels the suggestions. This is not an error.
  const suggestPasskeys = useEffectEvent((signal: AbortSignal) => {
    void signIn(signal).catch(() => undefined);
  });

  // A refused sign-in has ended the suggestions: `error` begins them anew.
  useEffect(() => {
    // New suggestions would cancel the dialog that the button has opened.
    if (!hasPasskeys() || state === 'asking') return;

    const suggestions = new AbortController();
    suggestPasskeys(suggestions.signal);
    const timer = setInterval(() => suggestPasskeys(suggestions.signal), REFRESH_MS);
    return () => {
      clearInterval(timer);
      suggestions.abort();
    };
  }, [error, state]);

  const openDialog = async () => {
    setState('asking');
    try {
      await signIn();
      setState('idle');
    } catch {
      setState('failed');
    }
  };

  return (
    <IfPasskeysSupported>
      <div className="grid justify-items-start gap-2">
        <Button variant="plain" busy={state === 'asking'} onClick={() => void openDialog()}>
          {texts.passkey}
        </Button>
        {state === 'failed' && <p role="alert">{texts.passkeyFailed}</p>}
      </div>
    </IfPasskeysSupported>
  );
}
