import { useLocation } from 'react-router';
import { useSiteWords } from './use-site-words.ts';

/**
 * The way to this page in the other language, its query kept (ledger EL-2). It loads a document: the
 * words of a page, its letters and its language are those of its document.
 */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const { prefix, otherLanguage: other } = useSiteWords();
  const plain = pathname.slice(prefix.length).replace(/^\/$/, '');
  return (
    <a
      className={`greek:font-language ${className}`}
      href={(other.prefix + plain || '/') + search}
      hrefLang={other.language}
      lang={other.language}
    >
      {other.name}
    </a>
  );
}
