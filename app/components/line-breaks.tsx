import type { ReactNode } from 'react';

// Articles, prepositions and conjunctions with the word after them, or a range. The Greek ones are known by their
// length, because scripts contain no Greek words; the pronouns («μας») belong to the word before them.
const UNBROKEN_PHRASE =
  /(^|\s)((?:[«“(]?(?:an?|and|at|by|for|from|in|of|on|or|the|to|with|(?![μσ][αο])[ά-ώ]{1,3}|στ[ά-ώ]{1,3}) )+\S+(?: [μσ]ας(?![ά-ώ])\S*)?|\S*\d[-–]\d\S*)/iu;

// In narrow windows, where a line of a heading has about 18 letters, longer phrases would leave ragged lines.
const MAX_NARROW_LENGTH = 12;

/**
 * Keeps ranges ("1-2") on one line, and short words with the next word, where the line is long enough for both.
 * Returns anything but a string unchanged.
 */
export function preventBreaks(content: ReactNode): ReactNode {
  if (typeof content !== 'string') return content;
  // A split by two groups puts the phrases at every third index.
  return content.split(UNBROKEN_PHRASE).map((part, index) =>
    index % 3 === 2 ? (
      <span
        key={index}
        className={part.length > MAX_NARROW_LENGTH ? 'sm:inline-block' : 'inline-block'}
      >
        {part}
      </span>
    ) : (
      part
    ),
  );
}
