import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { type CountedPhrase, counted } from '#app/ui/language/phrase.ts';

/** What is said while the account is locked. */
export interface LockWords {
  title: string;
  message: string;
  again: CountedPhrase;
  left: CountedPhrase;
  until: string;
}

interface LockoutNoticeProps {
  seconds: number;
  words: LockWords;
}

/** Says that the account is locked and for how long: a running clock, or minutes without scripts. */
export function LockoutNotice({ seconds, words }: LockoutNoticeProps) {
  const scripted = useScripted();
  const minutes = Math.ceil(seconds / 60);
  return (
    <div className="lock">
      <div role="alert">
        <b>{words.title}</b>
        <p>{words.message}</p>
      </div>
      {scripted ? (
        <>
          <div className="clock" role="timer" aria-label={counted(words.left, minutes)}>
            {[...clockOf(seconds)].map((digit, place) => (
              <span key={place}>{digit}</span>
            ))}
          </div>
          <p className="lock__until">{words.until}</p>
        </>
      ) : (
        <p>{counted(words.again, minutes)}</p>
      )}
    </div>
  );
}

/** `14:32`: always five places, so that the digits stand still. */
function clockOf(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
