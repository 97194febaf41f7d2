/** Says why the login has come instead of the desk. */
export function SignedOut({ why }: { why: { title: string; text: string } | null }) {
  if (why === null) return null;
  return (
    <div className="border border-s-6 border-ink bg-panel px-5 py-4" role="alert">
      <b>{why.title}</b>
      <p>{why.text}</p>
    </div>
  );
}
