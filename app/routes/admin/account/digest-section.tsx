import { href } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { AccountSection, accountForm } from './account-sections.tsx';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';

interface DigestSectionProps {
  digest: boolean;
  words: AccountWords['digest'];
}

/** Where an admin chooses the daily digest (DA-4). */
export function DigestSection({ digest, words }: DigestSectionProps) {
  return (
    <AccountSection title={words.heading}>
      <p>{words.note}</p>
      <DeskForm className={accountForm} action={href('/admin/dashboard/account/digest')}>
        <label className="flex min-h-11 items-center gap-3 justify-self-start">
          <input className="tick-box" type="checkbox" name="digest" defaultChecked={digest} />
          {words.label}
        </label>
        <button className="plain-button justify-self-start" type="submit">
          {words.button}
        </button>
      </DeskForm>
    </AccountSection>
  );
}
