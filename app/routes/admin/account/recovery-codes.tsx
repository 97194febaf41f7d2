import { Link } from 'react-router';
import { account } from '#app/content/desk/account.ts';

const words = account.twoStep;

/** The codes for the day the telephone is lost: shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section>
      <h2>{words.codesHeading}</h2>
      <p>{words.codesNote}</p>
      <ul className="account__codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Link className="plainbtn plainbtn--ink" to="/admin/dashboard/account">
        {words.done}
      </Link>
    </section>
  );
}
