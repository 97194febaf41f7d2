import { href } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

interface DigestSectionProps {
  digest: boolean;
  words: AccountWords['digest'];
}

/** Where an admin chooses the daily digest (DA-4). */
export function DigestSection({ digest, words }: DigestSectionProps) {
  return (
    <section>
      <h2>{words.heading}</h2>
      <p>{words.note}</p>
      <DeskForm action={href('/admin/dashboard/account/digest')}>
        <label className="flex min-h-11 items-center gap-3">
          <input className="tick-box" type="checkbox" name="digest" defaultChecked={digest} />
          {words.label}
        </label>
        <button className="plainbtn" type="submit">
          {words.button}
        </button>
      </DeskForm>
    </section>
  );
}
