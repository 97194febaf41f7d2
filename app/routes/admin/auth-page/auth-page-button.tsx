import { useNavigation } from 'react-router';
import { signIn } from '#app/content/desk/sign-in.ts';
import { Button } from '#app/ui/forms/button.tsx';

/** Sends a form of the gate; says 'Loading' from the click until the next page (ledger D-1). */
export function AuthPageButton({ children }: { children: string }) {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <p>
      <Button type="submit" busy={busy}>
        {busy ? signIn.busy : children}
      </Button>
    </p>
  );
}
