import { Link, href, useLocation } from 'react-router';
import { counted } from '#app/ui/language/phrase.ts';
import { useDeskFrame } from './use-desk-frame.ts';

const PAGE = href('/admin/dashboard/mail');

/** What the people at the desk must know about mail, on every page of it. */
export function LateMail({ waiting, failed }: { waiting: number; failed: number }) {
  const { mail: words } = useDeskFrame();
  const isShown = useLocation().pathname === PAGE;
  return (
    <>
      {waiting > 0 && (
        <div className="fault" role="alert">
          <b>{words.stuck}</b>
          <span>{counted(words.waiting, waiting)}</span>
        </div>
      )}
      {failed > 0 && !isShown && (
        <div className="fault" role="alert">
          <b>{words.failed}</b>
          <span>{counted(words.givenUp, failed)}</span>
          <Link className="plainbtn fault__again" to={PAGE}>
            {words.which}
          </Link>
        </div>
      )}
    </>
  );
}
