import { useUiWords } from '#app/ui/language/ui-words.ts';

/** The first thing in the tab order of a page; needs an element with the id "main". */
export function SkipLink() {
  const { skip } = useUiWords();
  return (
    <a className="skip" href="#main">
      {skip}
    </a>
  );
}
