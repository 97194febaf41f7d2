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
    <div className="grid gap-1 border border-s-6 border-ink bg-panel px-6 py-5">
      <div role="alert">
        <b className="text-large/list font-bold">{words.title}</b>
        <p>{words.message}</p>
      </div>
      {scripted ? (
        <>
          <div
            className="flex text-center text-[clamp(4rem,8vw,6rem)] leading-none font-light flare"
            role="timer"
            aria-label={counted(words.left, minutes)}
          >
            {[...clockOf(seconds)].map((digit, place) => (
              <span key={place} className={digit === ':' ? 'w-[0.34em] text-oak' : 'w-[0.64em]'}>
                {digit}
              </span>
            ))}
          </div>
          <p className="text-ink-2">{words.until}</p>
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
