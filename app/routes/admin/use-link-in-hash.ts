import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { resetErrors } from '#app/content/sign-in.ts';

/**
 * Takes the tokens of an e-mailed link out of the address before anything else can read them, and
 * posts them (ledger RP-2). Returns why there is nothing to post, or null (RP-3).
 */
export function useLinkInHash(securityToken: string): string | null {
  const submit = useSubmit();
  const started = useRef(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const link = new URLSearchParams(location.hash.slice(1));
    if (location.hash) history.replaceState(history.state, '', location.pathname);
    const part = (name: string) => link.get(name) ?? '';
    const fields = { access_token: part('access_token'), refresh_token: part('refresh_token') };
    const type = part('type');
    if (!fields.access_token) setFault(resetErrors.missing);
    else if (!fields.refresh_token || !type) setFault(resetErrors.incomplete);
    else {
      const posted = { ...fields, type, csrf_token: securityToken };
      void submit(posted, { method: 'post', action: '/reset-password', replace: true });
    }
  }, [submit, securityToken]);
  return fault;
}
