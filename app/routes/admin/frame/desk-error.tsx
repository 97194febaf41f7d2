import { Link, useLocation } from 'react-router';
import { useDeskFrame } from './use-desk-frame.ts';

interface DeskErrorProps {
  title?: string | undefined;
  text: string;
  /** The address of a page that only a new document can show. */
  to?: string;
}

/** What could not be read, and a way to try again (D-5). */
export function DeskError({ title, text, to }: DeskErrorProps) {
  const { failures } = useDeskFrame();
  const here = useLocation();
  return (
    <div className="fault" role="alert">
      {title && <b>{title}</b>}
      <span>{text}</span>
      <Link
        className="plainbtn fault__again"
        to={to ?? here}
        replace
        reloadDocument={to !== undefined}
      >
        {failures.tryAgain}
      </Link>
    </div>
  );
}
