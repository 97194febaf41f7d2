import { useAuthPageAddress } from './use-auth-page-address.ts';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

/** The way to this page in the other language: a new document, which keeps the choice (EL-6). */
export function AuthPageLanguageLink() {
  const { other } = useAuthPageFrame();
  return (
    <a
      className="quiet"
      href={useAuthPageAddress({ language: other.language })}
      hrefLang={other.language}
      lang={other.language}
    >
      {other.name}
    </a>
  );
}
