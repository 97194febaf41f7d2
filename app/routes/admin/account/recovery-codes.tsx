import { Link, href } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { AccountSection } from './account-sections.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  words: AccountWords['twoStep'];
}

/** The codes for the day the telephone is lost: shown this once. */
export function RecoveryCodes({ codes, words }: RecoveryCodesProps) {
  return (
    <AccountSection title={words.codesHeading}>
      <p>{words.codesNote}</p>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 font-strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Link className="plain-button plain-button-ink" to={href('/admin/dashboard/account')}>
        {words.done}
      </Link>
    </AccountSection>
  );
}
