import { useLocation } from 'react-router';

export interface OtherLanguage {
  language: string;
  name: string;
  prefix: string;
}

interface LanguageLinkProps {
  other: OtherLanguage;
  /** What the paths of this page's language begin with. */
  prefix: string;
}

/**
 * The way to this page in the other language, its query kept (ledger EL-2). It loads a document: the
 * words of a page, its letters and its language are those of its document.
 */
export function LanguageLink({ other, prefix }: LanguageLinkProps) {
  const { pathname, search } = useLocation();
  const plain = pathname.slice(prefix.length).replace(/^\/$/, '');
  return (
    <a
      className="greek:font-language"
      href={(other.prefix + plain || '/') + search}
      hrefLang={other.language}
      lang={other.language}
    >
      {other.name}
    </a>
  );
}
