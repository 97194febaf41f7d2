import { LockoutNotice, type LockWords } from '#app/routes/admin/auth-page/lockout-notice.tsx';
import { AuthPageNote } from './auth-page-note.tsx';

interface AuthPageHeadProps {
  title: string;
  /** What the form is for; gives way to the lock. */
  note?: string;
  /** Seconds until the account opens again, 0 where it is not locked, and what is said then. */
  lock?: { left: number; words: LockWords };
}

/** The head of a form of the gate; while the account is locked, with the time that is left (AL-6). */
export function AuthPageHead({ title, note, lock }: AuthPageHeadProps) {
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-title/[1.05] tracking-tight">{title}</h1>
        {note && !lock?.left && <AuthPageNote>{note}</AuthPageNote>}
      </div>
      {lock && lock.left > 0 && <LockoutNotice seconds={lock.left} words={lock.words} />}
    </>
  );
}
