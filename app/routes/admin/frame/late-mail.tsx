import { Link, useLocation } from 'react-router';

const PAGE = '/admin/dashboard/mail';
const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);

/** What the people at the desk must know about mail, on every page of it. */
export function LateMail({ waiting, failed }: { waiting: number; failed: number }) {
  const isShown = useLocation().pathname === PAGE;
  return (
    <>
      {waiting > 0 && (
        <div className="fault" role="alert">
          <b>Mail is not going out</b>
          <span>
            {mails(waiting)} {waiting === 1 ? 'is' : 'are'} waiting for the mail server and will be
            sent when it answers.
          </span>
        </div>
      )}
      {failed > 0 && !isShown && (
        <div className="fault" role="alert">
          <b>Mail could not be sent</b>
          <span>{mails(failed)} had to be given up, and can be sent again.</span>
          <Link className="plainbtn fault__again" to={PAGE}>
            See which
          </Link>
        </div>
      )}
    </>
  );
}
