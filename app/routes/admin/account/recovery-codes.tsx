import { Link, href } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  words: AccountWords['twoStep'];
}

/** The codes for the day the telephone is lost: shown this once. */
export function RecoveryCodes({ codes, words }: RecoveryCodesProps) {
  return (
    <section>
      <h2>{words.codesHeading}</h2>
      <p>{words.codesNote}</p>
      <ul className="account__codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Link className="plainbtn plainbtn--ink" to={href('/admin/dashboard/account')}>
        {words.done}
      </Link>
    </section>
  );
}
