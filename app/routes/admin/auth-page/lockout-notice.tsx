import { blockedMessage, signIn as words, signInMessages } from '#app/content/desk/sign-in.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';

/** Says that the account is locked and for how long: a running clock, or minutes without scripts. */
export function LockoutNotice({ seconds }: { seconds: number }) {
  const scripted = useScripted();
  const minutes = Math.ceil(seconds / 60);
  return (
    <div className="lock">
      <div role="alert">
        <b>{signInMessages.locked.title}</b>
        <p>{signInMessages.locked.message}</p>
      </div>
      {scripted ? (
        <>
          <div className="clock" role="timer" aria-label={`${minutes} minutes left`}>
            {[...clockOf(seconds)].map((digit, place) => (
              <span key={place}>{digit}</span>
            ))}
          </div>
          <p className="lock__until">{words.untilUnlocked}</p>
        </>
      ) : (
        <p>{blockedMessage(minutes).message}</p>
      )}
    </div>
  );
}

/** `14:32`: always five places, so that the digits stand still. */
function clockOf(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
