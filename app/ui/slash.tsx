/** The slash of a heading that is only decoration; where it belongs to the text, see SlashText. */
export function Slash() {
  return (
    <span className="slash" aria-hidden="true">
      {'/ '}
    </span>
  );
}

/** The slash as part of a text that is read: "/ Featured Work", "Offices / 2024". */
export function SlashText() {
  return <span className="slash">/</span>;
}
