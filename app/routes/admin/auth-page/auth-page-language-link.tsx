import { useLocation } from 'react-router';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

/** The way to this page in the other language: a new document, which keeps the choice (EL-6). */
export function AuthPageLanguageLink() {
  const { other } = useAuthPageFrame();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('language', other.language);
  return (
    <a
      className="quiet"
      href={`${pathname}?${query.toString().replace('forgot=', 'forgot')}`}
      hrefLang={other.language}
      lang={other.language}
    >
      {other.name}
    </a>
  );
}
