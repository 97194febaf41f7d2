import { useLocation } from 'react-router';

/** What could not be read, and a way to try again (D-5). */
export function DeskFault({ title, text }: { title: string; text: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="fault" role="alert">
      <b>{title}</b>
      <span>{text}</span>
      <a className="plainbtn fault__again" href={pathname + search}>
        Try again
      </a>
    </div>
  );
}
