import { Link } from 'react-router';
import type { LeftOut } from '#app/domain/address-parameters.ts';
import { NUMBERS } from '#app/domain/desk/desk-limits.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { useDeskFrame } from './use-desk-frame.ts';

interface LeftOutNoteProps {
  leftOut: readonly LeftOut[];
  /** The same page without them. */
  clear: string;
}

/** Says which parts of the address were not understood, and that the page is without them. */
export function LeftOutNote({ leftOut, clear }: LeftOutNoteProps) {
  const { leftOut: words } = useDeskFrame();
  if (leftOut.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-1 border border-line-strong py-2 ps-4 pe-2 text-ink-2">
      <p>{words.heading}</p>
      <ul className="min-w-0 flex-1 basis-80 list-disc ps-10 wrap-anywhere">
        {leftOut.map((part) => (
          <li key={part.name}>
            <bdi className="font-strong text-ink">
              {part.name} = {part.value}
            </bdi>
            : {whyOf(part, words)}
          </li>
        ))}
      </ul>
      <Link className="plain-button" to={clear} preventScrollReset>
        {words.clear}
      </Link>
    </div>
  );
}

function whyOf({ name, why }: LeftOut, words: ReturnType<typeof useDeskFrame>['leftOut']): string {
  if (why !== 'malformed') return phrase(words[why], { weeks: NUMBERS.longestWeeks });
  const { malformed } = words;
  return Object.hasOwn(malformed, name)
    ? malformed[name as keyof typeof malformed]
    : malformed.else;
}
