import type { ReactNode } from 'react';

/** Returns the text with its ranges ("1-2") in elements that stay on one line, unless letters are large. */
export function preventBreaksInRanges(text: string): ReactNode[] {
  // A split by a group puts the ranges ("1-2") at the odd indexes.
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap large-letters:whitespace-normal">
        {part}
      </span>
    ),
  );
}
