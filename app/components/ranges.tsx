/** Keeps the ranges of a text ("1-2") on one line. */
export function preventBreaksInRanges(text: string) {
  // A split by a group puts the ranges ("1-2") at the odd indexes.
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap large-letters:whitespace-normal">
        {part}
      </span>
    ),
  );
}
