import { Link } from 'react-router';
import { ErrorBox } from '#app/ui/forms/field.tsx';
import { AuthPageHead } from './auth-page-head.tsx';
import { AuthPageLinks } from './auth-page-links.tsx';
import { useAuthPageAddress } from './use-auth-page-address.ts';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

interface AuthPageErrorProps {
  text: string;
  /** The address of a page that only a new document can show. */
  to?: string;
}

/** A page of the gate that could not be loaded, and a way to try again. */
export function AuthPageError({ text, to }: AuthPageErrorProps) {
  const { failures, home } = useAuthPageFrame();
  const here = useAuthPageAddress();
  return (
    <>
      <AuthPageHead title={failures.title} />
      <ErrorBox>
        <p>{text}</p>
      </ErrorBox>
      <AuthPageLinks>
        <Link className="plain-button" to={to ?? here} replace reloadDocument={to !== undefined}>
          {failures.tryAgain}
        </Link>
        <a className="quiet" href="/">
          {home}
        </a>
      </AuthPageLinks>
    </>
  );
}
