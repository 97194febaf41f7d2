import { useState, type FormEvent } from 'react';
import { href, useSubmit } from 'react-router';
import { PostForm, TextField } from '#app/components/field.tsx';
import type { PasskeyTexts } from '#app/content/texts/people.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { IfPasskeysSupported, loadPasskeyLibraryAndOptions } from '#app/routes/auth/passkeys.tsx';
import { HiddenFields, SubmitButton } from '#app/routes/desk/frame.tsx';
import { ACCOUNT_FORM_CLASS, AccountSection } from './account-page.tsx';

interface PasskeysSectionProps {
  passkeys: readonly { id: string; name: string; createdOn: string; day: string }[];
  texts: PasskeyTexts;
}

/** Lists the passkeys with a button that removes each. A form adds one where JavaScript and the browser can. */
export function PasskeysSection({ passkeys, texts }: PasskeysSectionProps) {
  return (
    <AccountSection title={texts.heading}>
      <p>{texts.note}</p>
      {passkeys.length > 0 && (
        <ul className="w-full ps-0">
          {passkeys.map(({ id, name, createdOn, day }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi>{name}</bdi>{' '}
                <time className="whitespace-nowrap text-ink-3" dateTime={createdOn}>
                  {day}
                </time>
              </span>
              <PostForm>
                <HiddenFields values={{ intent: 'removePasskey', id }} />
                <SubmitButton aria-label={`${texts.remove}: ${name}`}>{texts.remove}</SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <IfPasskeysSupported>
        {/* An added passkey empties the form. */}
        <AddPasskeyForm key={passkeys.length} texts={texts} />
      </IfPasskeysSupported>
    </AccountSection>
  );
}

function AddPasskeyForm({ texts }: Pick<PasskeysSectionProps, 'texts'>) {
  const submit = useSubmit();
  const [error, setError] = useState<string>();

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    const name = String(new FormData(event.currentTarget).get('passkey_name') ?? '');
    try {
      const { library, optionsJSON } = await loadPasskeyLibraryAndOptions(
        href('/admin/dashboard/account/passkeys/options'),
      );
      const response = await library.startRegistration({ optionsJSON });
      const fields = { intent: 'addPasskey', name, response: JSON.stringify(response) };
      await submit(fields, { method: 'post' });
    } catch (reason) {
      // The options name the passkeys that the account has; a device that holds one refuses another.
      const isAlreadyAdded = reason instanceof Error && reason.name === 'InvalidStateError';
      setError((isAlreadyAdded ? texts.alreadyAdded : texts.failed).text);
    }
  };

  return (
    <form className={ACCOUNT_FORM_CLASS} onSubmit={(event) => void add(event)}>
      <TextField
        label={texts.name}
        // An id of its own: the section Your details has the field `name`.
        name="passkey_name"
        limit={AUTH.passkeyNameMax}
        autoComplete="off"
        required
      />
      <p>
        <SubmitButton>{texts.add}</SubmitButton>
      </p>
      {error && <p role="alert">{error}</p>}
    </form>
  );
}
