import { href } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { AccountSection, accountForm } from './account-sections.tsx';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { SelectField } from '#app/ui/forms/field.tsx';

interface LanguageSectionProps {
  language: Language;
  /** Each language by its own name. */
  names: Readonly<Record<Language, string>>;
  words: AccountWords['language'];
}

/** Where an admin chooses the language of the desk and of their mail (ledger EL-6). */
export function LanguageSection({ language, names, words }: LanguageSectionProps) {
  const { heading, note, label, button } = words;
  return (
    <AccountSection title={heading}>
      <p>{note}</p>
      <DeskForm className={accountForm} action={href('/admin/dashboard/account/language')}>
        <SelectField name="language" label={label} defaultValue={language}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {names[each]}
            </option>
          ))}
        </SelectField>
        <button className="plain-button justify-self-start" type="submit">
          {button}
        </button>
      </DeskForm>
    </AccountSection>
  );
}
