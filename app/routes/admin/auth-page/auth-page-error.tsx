import { Link, useLocation } from 'react-router';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

interface AuthPageErrorProps {
  text: string;
  /** The address of a page that only a new document can show. */
  to?: string;
}

/** A page of the gate that could not be loaded, and a way to try again. */
export function AuthPageError({ text, to }: AuthPageErrorProps) {
  const { failures, home } = useAuthPageFrame();
  const here = useLocation();
  return (
    <>
      <div className="gate__head">
        <h1>{failures.title}</h1>
      </div>
      <div className="summary" role="alert">
        <p>{text}</p>
      </div>
      <p className="gate__links">
        <Link className="plainbtn" to={to ?? here} replace reloadDocument={to !== undefined}>
          {failures.tryAgain}
        </Link>
        <a className="quiet" href="/">
          {home}
        </a>
      </p>
    </>
  );
}
