import { useNavigation } from 'react-router';
import { Button } from '#app/ui/forms/button.tsx';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

/** Sends a form of the gate; says 'Loading' from the click until the next page (ledger D-1). */
export function AuthPageButton({ children }: { children: string }) {
  const words = useAuthPageFrame();
  const busy = useNavigation().formMethod === 'POST';
  return (
    <p>
      <Button type="submit" busy={busy}>
        {busy ? words.busy : children}
      </Button>
    </p>
  );
}
