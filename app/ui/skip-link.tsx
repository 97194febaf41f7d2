/** The first thing in the tab order of a page; needs an element with the id "main". */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}
