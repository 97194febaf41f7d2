import { useEffect, useEffectEvent, useState } from 'react';
import { href, useNavigation, useSubmit } from 'react-router';

declare global {
  interface Window {
    /** Set by the boot script: the hash that the page came with, which left the address at once. */
    mailed?: string | undefined;
  }
}

type LinkFault = 'missing' | 'incomplete';

interface LinkInHash {
  /** It is being sent: whatever form was open before is not shown any more. */
  opening: boolean;
  fault: LinkFault | null;
  /** Sends it again; null where there was nothing to send. */
  again: (() => void) | null;
}

/**
 * Posts the tokens of an e-mailed link (ledger RP-2): those the page came with, which the boot script
 * has taken out of the address, and those of a link that is put into the address of the open page.
 */
export function useLinkInHash(securityToken: string): LinkInHash {
  const submit = useSubmit();
  const sending = useNavigation().formData?.has('access_token') ?? false;
  const [found, setFound] = useState<{ fault: LinkFault; page: string } | null>(null);
  const [sent, setSent] = useState<Record<string, string> | null>(null);
  const post = (link: Record<string, string>) => {
    const posted = { ...link, csrf_token: securityToken };
    void submit(posted, { method: 'post', action: href('/reset-password'), replace: true });
  };
  const take = useEffectEvent(() => {
    const link = new URLSearchParams((location.hash || window.mailed || '').slice(1));
    delete window.mailed;
    if (location.hash) history.replaceState(history.state, '', location.pathname);
    const part = (name: string) => link.get(name) ?? '';
    const fields = { access_token: part('access_token'), refresh_token: part('refresh_token') };
    const type = part('type');
    const say = (fault: LinkFault) => setFound({ fault, page: securityToken });
    if (!fields.access_token) return say('missing');
    if (!fields.refresh_token || !type) return say('incomplete');
    setFound(null);
    setSent({ ...fields, type });
    post({ ...fields, type });
  });
  useEffect(() => {
    take();
    const takeAnother = () => take();
    addEventListener('hashchange', takeAnother);
    return () => removeEventListener('hashchange', takeAnother);
  }, []);
  return {
    opening: sending,
    // Each page has a token of its own: what was wrong on an earlier one is over.
    fault: found?.page === securityToken ? found.fault : null,
    again: sent && (() => post(sent)),
  };
}
