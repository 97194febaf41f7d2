import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isBehindHelp } from '#app/routes/admin/desk/keys/pressed-key.ts';

interface Places {
  close: string;
  newer: string | null | 0;
  older: string | null | 0;
}

/** Escape closes an open enquiry, the arrows go to the one before and the one after. */
export function useDialogKeys({ close, newer, older }: Places): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isBehindHelp()) return;
      if (key === 'Escape') return void navigate(close, { preventScrollReset: true });
      if (target instanceof Element && target.matches('input, select, textarea')) return;
      const to = { ArrowLeft: newer, ArrowRight: older }[key];
      if (to) void navigate(to, { preventScrollReset: true, replace: true });
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate, close, newer, older]);
}
