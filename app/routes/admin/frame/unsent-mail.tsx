import { Link, href, useLocation } from 'react-router';
import { counted } from '#app/ui/language/phrase.ts';
import { Fault } from './page/desk-title.tsx';
import { useDeskFrame } from './use-desk-frame.ts';

const PAGE = href('/admin/dashboard/mail');

/** What the people at the desk must know about mail, on every page of it. */
export function UnsentMail({ waiting, failed }: { waiting: number; failed: number }) {
  const { mail: words } = useDeskFrame();
  const isShown = useLocation().pathname === PAGE;
  return (
    <>
      {waiting > 0 && <Fault title={words.stuck} text={counted(words.waiting, waiting)} />}
      {failed > 0 && !isShown && (
        <Fault title={words.failed} text={counted(words.givenUp, failed)}>
          <Link className="plain-button" to={PAGE}>
            {words.which}
          </Link>
        </Fault>
      )}
    </>
  );
}
