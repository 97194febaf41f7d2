import type { SessionEndWords } from '#app/routes/admin/sign-in/session-end.server.ts';

/** Says why the login has come instead of the desk. */
export function SignedOut({ why, hasDraft }: { why: SessionEndWords | null; hasDraft: boolean }) {
  if (why === null) return null;
  return (
    <div className="border border-s-6 border-ink bg-panel px-5 py-4" role="alert">
      <b>{why.title}</b>
      <p>
        {why.reason} {hasDraft ? why.draft : why.back}
      </p>
    </div>
  );
}
