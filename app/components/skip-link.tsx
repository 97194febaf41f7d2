import { useUiWords } from '#app/components/ui-words.ts';

/** The first thing in the tab order of a page; needs an element with the id "main". */
export function SkipLink() {
  const { skip } = useUiWords();
  return (
    <a
      className="fixed start-3 top-3 z-skip bg-ink px-5 py-3 text-on-ink [--focus:var(--color-oak)] glide-tap not-focus:[translate:0_-5rem] print:hidden"
      href="#main"
    >
      {skip}
    </a>
  );
}
