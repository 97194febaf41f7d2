import { signedOut } from '#app/content/desk/sign-in.ts';

/** Says why the login has come instead of the desk. */
export function SignedOut({ why }: { why: string | null }) {
  if (why === null) return null;
  return (
    <div className="signedout" role="alert">
      <b>{signedOut.title}</b>
      <p>{why}</p>
    </div>
  );
}
