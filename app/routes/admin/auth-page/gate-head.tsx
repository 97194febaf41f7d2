import { Lock } from '#app/routes/admin/sign-in/lock.tsx';

interface GateHeadProps {
  title: string;
  /** What the form is for; gives way to the lock. */
  note: string;
  /** Seconds until the account opens again; 0 where it is not locked. */
  locked?: number;
}

/** The head of a form of the gate; while the account is locked, with the time that is left (AL-6). */
export function GateHead({ title, note, locked = 0 }: GateHeadProps) {
  return (
    <>
      <div className="gate__head">
        <h1>{title}</h1>
        {locked === 0 && <p className="rule">{note}</p>}
      </div>
      {locked > 0 && <Lock seconds={locked} />}
    </>
  );
}
